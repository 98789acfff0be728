// Package jobs contains the background tasks of a store, which run until it is closed: it notifies open pages
// of changes that other processes write, runs tasks for budgets one at a time, and removes the rows of deleted
// budgets.
//
// Start with Hub, Worker or Sweeper, which are independent of each other.
package jobs
