package verification

import (
	"fmt"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Targets contains the comparison of targets' figures, by category and month.
type Targets struct {
	Compared  int          `json:"compared"` // figures, not targets
	Different int          `json:"different"`
	List      []TargetLine `json:"list"` // the first MaxList figures that differ
	// Leftover reports that, in this file, money left over from a period counts towards the next one of targets that
	// set aside a new amount each time.
	Leftover bool `json:"leftover,omitempty"`

	single []TargetLine // figures that differ while the other figures of their target fit
}

// TargetLine is a figure of a target that does not follow from the target's terms and the file's other figures.
type TargetLine struct {
	Month    civil.Month `json:"month"`
	Name     string      `json:"name"`
	Figure   string      `json:"figure"` // the file's field
	Computed money.Milli `json:"computed"`
	File     money.Milli `json:"file"`
	// Blame is RulesDiffer if the target's other figures fit, and empty if they do not: then the file may use another
	// rule.
	Blame Blame `json:"blame,omitempty"`
}

// targets compares the file's figures of each target, in every month, with those computed from the target, the money
// carried into the month and the amount budgeted in it, all from the file. A file may or may not count money left
// over from a target's earlier period: the interpretation that fits better is used.
func (v *verification) targets() {
	made := v.file.targets(false)
	if made.Different > 0 {
		if other := v.file.targets(true); other.Different < made.Different {
			made = other
		}
	}
	v.report.Targets = made
	for _, c := range made.single[:min(len(made.single), MaxList)] {
		v.report.RuleDifferences = append(v.report.RuleDifferences,
			fmt.Sprintf("%s, %s: YNAB has %d as %s; by its published rules it would be %d", c.Month, c.Name, c.File, c.Figure, c.Computed))
	}
}

func (f *file) targets(leftover bool) Targets {
	t := Targets{List: []TargetLine{}, Leftover: leftover}
	today := f.today()
	var step money.Milli // a cent, if the file has no format
	if format := &f.plan.CurrencyFormat; format.Has("decimal_digits") {
		step = format.Step()
	}
	owed := map[string]money.Milli{}
	for _, a := range f.accounts {
		if a.card && !a.doc.Deleted {
			owed[a.doc.Name] = max(0, -a.doc.Balance)
		}
	}
	for i := range f.months {
		doc := f.months[i].doc
		if doc == nil {
			continue
		}
		for d := range iterutil.Pointers(doc.Categories) {
			c := f.at[d.ID]
			if c == nil || d.Deleted || d.GoalType == "" || f.months[i].doc.Month < d.GoalCreationMonth.Month() {
				continue
			}
			s := target.State{Month: doc.Month, Today: today, Budgeted: d.Budgeted, Balance: d.Balance, IsCard: c.kind == cardPayment, Owed: owed[d.Name], Step: step}
			if i > 0 {
				s.Carried = max(0, c.balance[i-1])
			}
			of := target.Of(d)
			if leftover {
				s.Earlier = s.Carried
			} else {
				s.Earlier = target.Earlier(of, doc.Month, func(m civil.Month) money.Milli { return f.budgetedIn(c, m) })
			}
			t.compare(d, of, s)
		}
	}
	return t
}

func (f *file) budgetedIn(c *category, m civil.Month) money.Milli {
	if i := int(m - f.first); i >= 0 && i < len(c.budgeted) {
		return c.budgeted[i]
	}
	return 0
}

// today returns the day on which the file was written, or 0 if the file has none.
func (f *file) today() civil.Date {
	if at, err := time.Parse(time.RFC3339, f.plan.LastModifiedOn); err == nil {
		return civil.DateOf(at)
	}
	return 0
}

// asSeen returns a target's figures with only the rules that were observed at the source: rounding to cents (R28),
// and requesting a card's debt if nothing is set aside (R40).
func asSeen(of *budget.Target, s target.State) target.Figures {
	if s.Step = 0; s.IsCard && of.Amount == 0 {
		s.Budgeted, s.Balance = 0, 0
	}
	f, _ := target.Figure(of, s)
	return f
}

func (t *Targets) compare(d *ynabdoc.Category, of *budget.Target, s target.State) {
	made, ok := target.Figure(of, s)
	if !ok {
		return
	}
	seen := asSeen(of, s)
	var off []TargetLine
	given := 0
	for _, figure := range []struct {
		name           string
		file, computed money.Milli
		too            money.Milli // another value that files may have
	}{
		{"goal_under_funded", d.GoalUnderFunded, made.UnderFunded, seen.UnderFunded},
		{"goal_overall_funded", d.GoalOverallFunded, made.Funded, made.Funded},
		{"goal_overall_left", d.GoalOverallLeft, made.Left, max(0, seen.Left)}, // no file with a target that is more than funded has been observed
		{"goal_percentage_complete", money.Milli(d.GoalPercentage), money.Milli(made.Percent), money.Milli(min(100, max(0, made.Percent)))},
		{"goal_months_to_budget", money.Milli(d.GoalMonthsToBudget), money.Milli(made.Months), money.Milli(made.Months)},
	} {
		if !d.Has(figure.name) {
			continue
		}
		given++
		if figure.file != figure.computed && figure.file != figure.too {
			off = append(off, TargetLine{Month: s.Month, Name: d.Name, Figure: figure.name, Computed: figure.computed, File: figure.file})
		}
	}
	t.Compared += given
	t.Different += len(off)
	for _, line := range off {
		if len(off) == 1 && given > 2 {
			line.Blame = RulesDiffer
			t.single = append(t.single, line)
		}
		if len(t.List) < MaxList {
			t.List = append(t.List, line)
		}
	}
}
