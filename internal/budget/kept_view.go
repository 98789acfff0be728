package budget

// KeptView is a way to look at a budget under a name: at its screen, which categories
// that shows, or at a register, which transactions that shows. Package app knows the looks.
type KeptView struct {
	No ViewNo `json:"no"`
	Kept
	// Look is what has to hold for a category in the month, such as underfunded; empty for nothing.
	Look string `json:"look,omitempty"`
	// Shows are the ids of groups and categories; none for all of them.
	Shows []string `json:"shows,omitempty"`
	// Rows is what a register shows; nil where it is a view of the budget screen.
	Rows *KeptRows `json:"rows,omitempty"`
}
