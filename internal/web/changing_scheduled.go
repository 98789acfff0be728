package web

// scheduledChanges are what the forms of scheduled transactions ask for.
var scheduledChanges = map[string]do{}
