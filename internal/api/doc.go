// Package api answers the source's API, under /v1, for the budgets of Holdover,
// so that whatever talks to the source can talk to Holdover, another Holdover
// included. The OpenAPI document is made from the Go types here, and pages to try
// every call are beside it.
//
// What a plan looks like to the source's programs is the exporter's knowledge;
// this package adds what its lists add: names, amounts as text, parts inside
// their transactions. Requests pass gate.go first (who asks, how often, has
// anything changed since), then one function for each call.
//
// Floor 5: imports app, httpx and lower floors. Start with New, then gate.go,
// and plans.go for a first call.
package api
