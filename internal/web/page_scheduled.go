package web

// ScheduledPage lists what is scheduled, and what comes soon.
type ScheduledPage struct {
	Frame
	Summary string // "21 scheduled, 3 due"
	NewURL  string // empty for those who may not change anything
	DoURL   string
	MenuURL string
	Due     int  // how many could be entered today
	Waiting int  // how many do not enter by themselves
	NoneOn  bool // there are some, and none enters by itself
	Rows    []ScheduledItem
	Coming  []ComingMonth
	Ahead   int // how many days that looks ahead
}

// ScheduledItem is a scheduled transaction in the list.
type ScheduledItem struct {
	ID       string
	Name     string // of the payee, or what stands in its place
	URL      string // of its form; empty for those who may not change anything
	Next     string
	ISONext  string
	When     string // in words
	Account  string
	Category CategoryText
	Notes    string
	Flag     string
	Amount   Figure
	ByItself bool
	Switch   string // what its switch sends: "1" or "0"
	Due      bool   // its day has come
	State    ScheduledState
	Why      string // why it waits, in a sentence
	Asks     bool   // switching it on enters days that are past: a menu asks first
}

// ScheduledState is what becomes of a scheduled transaction by itself.
type ScheduledState string

// The states.
const (
	WillCome  ScheduledState = ""
	IsDue     ScheduledState = "due"   // its day has come
	IsWaiting ScheduledState = "waits" // for something to change, or for a person
)

// ComingMonth is what comes in a month, with sums that leave transfers out.
type ComingMonth struct {
	Name    string
	Rows    []ComingRow
	Out, In Figure
}

// ComingRow is a day on which something falls.
type ComingRow struct {
	Date, ISODate string
	Name, Account string
	Amount        Figure
	Transfer      bool
	ByItself      bool
}

func (*ScheduledPage) template() string { return "scheduled" }

// ScheduleFields is what the form of a scheduled transaction has beside that of
// a row.
type ScheduleFields struct {
	Frequencies []Option
	Fault       *FaultText // of the frequency
	ByItself    bool
}
