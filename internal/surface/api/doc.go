// Package api offers the source's API under /v1 for the budgets of Holdover, so that programs for the source,
// including another Holdover, work with it. The OpenAPI document is generated from the Go types here, and pages to
// try every call are next to it.
//
// Package exporter contains the source's format of a plan; this package adds the rest of the lists: names, amounts as
// text, parts inside their transactions. Requests pass authenticate.go first (authentication, rate limit, conditional
// requests), then one function for each call.
//
// Start with New, then authenticate.go, and plans.go for a first call.
package api
