// Package figures has the figures that follow from the rows of a budget, each as a series of months: what is budgeted and
// the activity of categories, the balances of accounts, what cards as envelopes come to. They are stored, packed, by whoever
// writes rows, and never summed from all rows at a look.
//
// Floor 3. Start with Kind, Series and Set; lists.go makes of them what a sheet is computed from.
package figures
