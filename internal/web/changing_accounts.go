package web

// accountChanges are what the forms of accounts ask for.
var accountChanges = map[string]do{}
