package budget

// KeptView is a way to look at the budget screen under a name: which categories it
// shows. Package app knows the looks.
type KeptView struct {
	No   ViewNo `json:"no"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Look is what has to hold for a category in the month, such as underfunded; empty for nothing.
	Look string `json:"look,omitempty"`
	// Shows are the ids of groups and categories; none for all of them.
	Shows []string `json:"shows,omitempty"`
	Sort  int      `json:"sort"`
}
