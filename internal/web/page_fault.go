package web

// FaultPage is what a person sees when a page cannot be shown.
type FaultPage struct {
	Frame
	Heading   string
	Fault     FaultText
	RequestID string
	BackURL   string
	BackLabel string
}

func (*FaultPage) template() string { return "fault" }
