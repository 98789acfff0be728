// Package index keeps the finder's indexes of the rows of budgets: in memory, at the knowledges that looks are at, and those of
// large budgets in the database too, packed; and it reads rows as the finder has them.
//
// Floor 3. Start with Cache, then Kept and Keep; rows.go reads all rows.
package index
