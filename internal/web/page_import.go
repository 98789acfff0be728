package web

// ImportPage is the form that takes a file, and what was wrong with the last one.
type ImportPage struct {
	Frame
	Action string
	Name   string // the name typed, kept after a fault
	Fault  *FaultText
}

// FaultText is a fault as it stands beside what caused it.
type FaultText struct {
	ID      string
	Message string
	Hint    string
}

func (*ImportPage) template() string { return "import" }
