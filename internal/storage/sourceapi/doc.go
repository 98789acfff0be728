// Package sourceapi is the client of a source: YNAB, or another Holdover, which offers the same API. It lists the
// plans of an account and downloads a whole plan into a file.
//
// A download has no time limit; it fails only if no data arrives. It resumes an interrupted transfer, waits for a
// source that requests a wait, and assembles the plan from its arrays if it cannot be downloaded in one call. The
// token is sent in one header of requests to one origin and appears nowhere else: not in errors, addresses or output.
//
// Start with Client, then fetch.go (the whole plan) and arrays.go (array by array).
package sourceapi
