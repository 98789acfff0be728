package web

// FilterPage is where the rows of a register are narrowed down. With scripts it
// opens at its button; without, it is a page.
type FilterPage struct {
	Frame
	RegisterURL  string // where the form goes
	ClearURL     string
	Keep         []Field // what stays of the address: the search and the order
	Days         []DaysLink
	Since, Until string // "2026-03-31"
	Selects      []Field
	Least, Most  string
	Boxes        []FilterBox
}

// DaysLink is a span of days to choose with one click.
type DaysLink struct {
	Label, URL string
	Current    bool
}

// FilterBox is a yes or no among the filters.
type FilterBox struct {
	Name, Label string
	On          bool
}

func (*FilterPage) template() string { return "filter" }
