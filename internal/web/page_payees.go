package web

// PayeesPage lists a budget's payees.
type PayeesPage struct {
	Frame
	Summary     string // "312 payees, 14 of them unused"
	URL         string // of the page itself, for the search
	Search      string
	Sort        string
	Filters     []Filter
	Columns     []SortColumn
	MenuURL     string // empty for those who may not change anything
	DoURL       string
	ChosenURL   string
	Rows        []PayeeRow
	Unused      int  // how many nothing names
	OnlyUnused  bool // the page shows only those
	Pager       Pager
	Alike       []AlikePayees
	AlikeText   string // "3 names look like others"
	ForAccounts []PayeeRow
	EmptyTitle  string
	EmptyText   string
}

// Filter is a link to fewer or more rows of a list.
type Filter struct {
	Label   string
	URL     string
	Current bool
}

// SortColumn is a heading that puts a list in order.
type SortColumn struct {
	Label   string
	URL     string
	Class   string // of its cells
	Falling bool   // the most, or the newest, comes first
	Current bool
}

// PayeeRow is a payee in the list.
type PayeeRow struct {
	ID       string
	Name     string
	RowsURL  string // its rows; empty where it has none
	Uses     string
	Last     string
	ISOLast  string
	Never    string // what is said in place of a last day
	Category string
}

// AlikePayees are payees whose names are likely the same.
type AlikePayees struct {
	Names []string // with how often each is used
	About string   // for the menu that merges them
	Into  string   // the most used
}

func (*PayeesPage) template() string { return "payees" }
