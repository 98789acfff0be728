package web

// payeeChanges are what the forms of payees ask for.
var payeeChanges = map[string]do{}
