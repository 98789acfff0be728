package web

// MenuPage is what can be done with one thing: a figure, a category, a month, a
// file. With scripts it opens at the spot; without, it is a page.
type MenuPage struct {
	Frame
	Heading string
	Sub     string // what it is about, in a few words
	Note    string // the note written on it
	Fault   *FaultText
	Items   []MenuItem
	BackURL string
}

// MenuItem is something to do: a link, a button, or with fields a form that
// opens.
type MenuItem struct {
	ID     string // tells the items of a menu apart, where one is asked for
	Label  string
	Flag   string // a colour that stands before the label
	URL    string // a link, where nothing is sent
	Action string // where the form goes
	Hidden []Field
	Fields []Field
	Intro  string // what will happen, above the fields
	Submit string // the button below the fields
	Danger bool
	Open   bool
	// Guarded says that reconciled rows may stand in the way.
	Guarded bool
	RowForm bool   // the link leads to the form of a row, which opens in the register
	Apart   bool   // a line above it
	Why     string // why it cannot be done, in place of a form
}

// Field is a field of a menu's form.
type Field struct {
	ID, Name, Label, Value string
	Kind                   FieldKind
	Groups                 []OptionGroup
	Suggest                []string // what a text may be, for the browser to complete
	MaxLength              int      // of a text, in characters; 0 is 200
}

// FieldKind is how a field is filled in.
type FieldKind string

// The kinds of fields.
const (
	TextField   FieldKind = "text"
	AmountField FieldKind = "amount"
	NoteField   FieldKind = "note"
	Choice      FieldKind = "choice"
	DateField   FieldKind = "date"
)

// OptionGroup is a heading in a list to choose from.
type OptionGroup struct {
	Label   string // empty for options without a heading
	Options []Option
}

// Option is something to choose.
type Option struct {
	Value, Label string
	Chosen       bool // it stands there at first; else the first one does
}

func (*MenuPage) template() string { return "menu" }
