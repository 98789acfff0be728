// Package cache stores recently read or computed data of budgets in memory, within bounds. An entry is valid for a
// range of a budget's change numbers, so it is never returned for an earlier state of the budget.
//
// Start with Cache. Bounds contains the size limits.
package cache
