package budget

// Kept is what all have that somebody keeps under a name: views, filters and reports.
type Kept struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Sort int    `json:"sort"`
}
