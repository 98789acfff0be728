// Package aside keeps the transactions of an import until they are stored: however many they are, memory stays the same.
//
// Floor 3. Start with Rows.
package aside
