// Package index caches the row indexes of budgets: in memory, at the change numbers of open snapshots, and packed in
// the database for large budgets; it also reads rows in the index's form.
//
// Start with Cache, then Kept and Keep; rows.go reads all rows.
package index
