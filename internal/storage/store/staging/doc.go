// Package staging stores the transactions of an import until they are written to the database, with constant memory.
//
// Start with Rows.
package staging
