package web

// HistoryPage says who changed what, and when.
type HistoryPage struct {
	Frame
	Days     []HistoryDay
	UndoURL  string
	OlderURL string
}

// HistoryDay is the changes of a day.
type HistoryDay struct {
	Name    string
	Entries []HistoryRow
}

// HistoryRow is a change.
type HistoryRow struct {
	Change   int64
	Time     string
	ISOTime  string
	Actor    string
	Label    string
	Undoable bool
	Undone   bool
}

func (*HistoryPage) template() string { return "history" }
