// Package tables defines how the records of a budget are stored: the table of each kind, the statements that select
// transactions, and how rows are written and read. It is independent of journal, figures and caches: each function
// takes the transaction to work in and the number of the budget.
//
// Start with Of, then Transactions and Chunk.
package tables
