// Package walk lets tests use Holdover's pages as users do: in a separate environment, with mouse and keyboard, on
// screens of several sizes, or without scripts.
//
// Only tests import it. The pages under test are passed in ([Pages]), so that every package of pages can test its
// own. Start at [NewEnv], [New] and [Walker.Click]; [Plain] is a browser without scripts, [Household] has users who
// sign in. [Walker.CheckConserved] checks that no money was lost.
package walk
