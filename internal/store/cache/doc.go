// Package cache keeps in memory what was recently read or computed of budgets, within bounds. An entry belongs to a range of a
// budget's change numbers, so that it is never returned for an earlier state of the budget.
//
// Floor 3. Start with Cache; Bounds says how much is cached.
package cache
