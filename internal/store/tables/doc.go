// Package tables says how the records of a budget lie in the database: the tables of their kinds, the statements that choose
// transactions, and how rows are written and read. It knows nothing of journals, figures or caches: each function takes the
// transaction that it works in and the number of the budget.
//
// Floor 3. Start with Of, then Transactions and Chunk.
package tables
