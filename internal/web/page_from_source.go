package web

import (
	"time"

	"holdover/internal/guide"
	"holdover/internal/sourceapi"
)

// FromSourcePage asks for the token; nothing of a token is ever on it.
type FromSourcePage struct {
	Frame
	Fault     *FaultText
	Address   string // as typed, kept after a fault
	Elsewhere bool   // an address other than YNAB's may be given
	Open      bool   // the field for it is unfolded
	Readable  bool   // what the browser sends here is not encrypted
	Steps     []string
}

func (*FromSourcePage) template() string { return "from_source" }

// SourcePlansPage lists the plans to choose from.
type SourcePlansPage struct {
	Frame
	Fault  *FaultText
	Source string
	Held   string // stands for the token, which the server holds
	Name   string // the name typed, kept after a fault
	Plans  []PlanChoice
}

func (*SourcePlansPage) template() string { return "from_source_plans" }

// PlanChoice is a plan of a source.
type PlanChoice struct {
	ID      string
	Name    string
	Facts   string // "EUR · March 2016 to August 2026 · changed today"
	Current bool
}

func planChoices(plans []sourceapi.Plan, chosen string, now time.Time) []PlanChoice {
	choices := make([]PlanChoice, len(plans))
	current := 0
	for i, p := range plans {
		choices[i] = PlanChoice{ID: p.ID, Name: p.Name, Facts: planFacts(p, now)}
		if p.ID == chosen {
			current = i
		}
	}
	choices[current].Current = true
	return choices
}

// planFacts is what the source says of a plan; it may leave out any of it.
func planFacts(p sourceapi.Plan, now time.Time) string {
	facts := p.Currency
	add := func(text string) {
		if facts != "" {
			facts += " · "
		}
		facts += text
	}
	if p.FirstMonth != 0 {
		add(monthsText(p.FirstMonth, p.LastMonth))
	}
	if !p.LastModifiedOn.IsZero() {
		add("changed " + ago(p.LastModifiedOn, now))
	}
	return facts
}

func fromSourcePage() *FromSourcePage {
	return &FromSourcePage{Frame: Frame{Title: "From YNAB directly"}, Steps: guide.Token()}
}
