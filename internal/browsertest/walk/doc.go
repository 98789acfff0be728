// Package walk lets tests use Holdover's pages as people do: in worlds of their own, with a mouse and a keyboard, on
// screens of several sizes, or without scripts.
//
// It stands on no floor and tests alone may import it. The pages under test are handed in ([Pages]), so that every
// package of pages can walk through its own. Start at [NewWorld], [New] and [Walker.Click]; [Plain] is a browser without
// scripts, [Household] has people who sign in. [Walker.Law] sees that no money was lost, whatever was done.
package walk
