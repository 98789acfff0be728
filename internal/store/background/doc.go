// Package background has what a store does beside the requests of a server, until it is closed: it tells open pages what other
// processes wrote, does things for budgets one at a time, and removes what deleted budgets left.
//
// Floor 3. Start with Hub, Turns or Sweeper: they know nothing of each other.
package background
