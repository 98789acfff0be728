// Package sourceapi is the client of a source: YNAB, or another Holdover, which
// speaks the same API. It lists the plans of an account and fetches one of them
// whole into a file.
//
// Nothing limits how long a plan may take; only silence does. What was cut off is
// taken up again, a source that asks to wait is waited for, and where the
// whole plan cannot be had in one call it is put together from its arrays. The
// token is in one header of requests to one origin and nowhere else: not in
// errors, not in addresses, not in what is printed.
//
// Floor 3: imports floors 0 and 1 and its neighbour spool. Start with Client, then fetch.go (the whole plan) and arrays.go (piece by piece).
package sourceapi
