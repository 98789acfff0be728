package web

// rowChanges are what the forms of registers ask for.
var rowChanges = map[string]do{}
