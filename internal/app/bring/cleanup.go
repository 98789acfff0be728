package bring

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/app/access"
	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/cleanup"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/people"
	"holdover/internal/plandoc"
	"holdover/internal/store"
	"holdover/internal/verification"
)

// CleanUp is a proposal of package cleanup with the names of what it is about.
type CleanUp struct {
	*cleanup.Proposal
	Items   []CleanUpItem `json:"items"`
	Matched Matched       `json:"matched"`
	Empty   bool          `json:"nothing_to_do"`
}

// Matched counts the months of the document whose To Budget is the source's
// figure.
type Matched struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Of     int `json:"of"`
}

// CleanUpItem is an item with the names of what it is about. Date, Account and
// Payee are those of the row that an item moves.
type CleanUpItem struct {
	cleanup.Item
	Transaction string   `json:"transaction_id,omitempty"`
	Date        cal.Date `json:"date,omitempty"`
	Account     string   `json:"account_name,omitempty"`
	Payee       string   `json:"payee_name,omitempty"`
	Group       string   `json:"group_name,omitempty"`
	Category    string   `json:"category_name,omitempty"`
	Into        string   `json:"into_name,omitempty"`
}

// CleanUpKinds are the clean-ups that can be applied, Make it match first.
func CleanUpKinds() []cleanup.Kind {
	return []cleanup.Kind{cleanup.Everything, cleanup.CardDebt, cleanup.Holds, cleanup.Duplicates}
}

var proposers = map[cleanup.Kind]func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal{
	cleanup.Everything: cleanup.Match, cleanup.CardDebt: cleanup.Debt, cleanup.Holds: cleanup.HoldBack, cleanup.Duplicates: cleanup.Twins,
	cleanup.CardReserves: func(in *cleanup.Input, _ cleanup.Choices) *cleanup.Proposal { return cleanup.Reserves(in) },
}

// ProposeCleanUp says what the clean-ups of some kinds would do, each with the
// choices of its kind, in the order of kinds. Nothing is changed.
func (br *Bring) ProposeCleanUp(ctx context.Context, who people.Actor, id string, kinds []cleanup.Kind, choices map[cleanup.Kind]cleanup.Choices) (all []CleanUp, err error) {
	err = br.access.Wholly(ctx, who, id, auth.See, 0, func() error {
		all, err = br.proposeCleanUp(ctx, who, id, kinds, choices)
		return err
	})
	return all, err
}

func (br *Bring) proposeCleanUp(ctx context.Context, who people.Actor, id string, kinds []cleanup.Kind, choices map[cleanup.Kind]cleanup.Choices) ([]CleanUp, error) {
	brought, err := br.brought(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	all := make([]CleanUp, len(kinds))
	err = br.access.View(ctx, who, id, func(v *store.View) error {
		in, err := brought.input(v)
		if err != nil {
			return err
		}
		for i, kind := range kinds {
			propose, known := proposers[kind]
			if !known {
				return noCleanUp(kind)
			}
			all[i] = cleanUpView(in, propose(in, choices[kind]))
		}
		return nil
	})
	return all, err
}

func noCleanUp(kind cleanup.Kind) error {
	return fault.New(fault.NotFound, "there is no clean-up %q", kind).WithHint("there are credit-card-debt, hold and duplicates")
}

// brought is what an import brought that clean-up wants to know.
type brought struct {
	months []cleanup.SourceMonth
	report ImportReport
}

// brought reads the kept report. A budget that was not imported has none and
// can still have duplicates.
func (br *Bring) brought(ctx context.Context, who people.Actor, id string, right auth.Right) (*brought, error) {
	if _, err := br.access.People.May(ctx, who, id, right); err != nil {
		return nil, err
	}
	report, of, err := br.report(ctx, who, id, right)
	if fault.KindOf(err) == fault.NotFound {
		return &brought{}, nil
	}
	if err != nil {
		return nil, err
	}
	b := &brought{report: report}
	months := report.Notes.Arrays["months"]
	for _, m := range report.Verification.Months {
		b.months = append(b.months, cleanup.SourceMonth{Month: m.Month, ReadyToAssign: &m.Source})
	}
	if months != nil && len(b.months) < months.Kept {
		b.months, err = br.sourceMonths(ctx, &report, of) // a file that does not always say what was ready to assign
	}
	return b, err
}

func (br *Bring) sourceMonths(ctx context.Context, report *ImportReport, of source) ([]cleanup.SourceMonth, error) {
	all, err := br.monthsOf(ctx, report, of)
	if err != nil {
		return nil, err
	}
	var months []cleanup.SourceMonth
	for _, m := range all {
		if m.Deleted || slices.ContainsFunc(months, func(s cleanup.SourceMonth) bool { return s.Month == m.Month }) {
			continue
		}
		months = append(months, cleanup.SourceMonth{Month: m.Month, ReadyToAssign: readyToAssign(&m)})
	}
	slices.SortFunc(months, func(a, b cleanup.SourceMonth) int { return int(a.Month - b.Month) })
	return months, nil
}

// monthsOf are the months of the document.
func (br *Bring) monthsOf(ctx context.Context, report *ImportReport, of source) ([]plandoc.Month, error) {
	if len(report.Figures) > 0 {
		return verification.MonthsOf(report.Figures)
	}
	doc, err := br.plan(ctx, of)
	if err != nil {
		return nil, err
	}
	return doc.Plan.Months, nil
}

func readyToAssign(m *plandoc.Month) *money.Milli {
	if !m.Has("to_be_budgeted") {
		return nil
	}
	return &m.ToBeBudgeted
}

// input is the budget as clean-up looks at it.
func (b *brought) input(v *store.View) (*cleanup.Input, error) {
	accounts, err := v.AccountRecords()
	if err != nil {
		return nil, err
	}
	tally := cleanup.NewTally(accounts)
	whole, err := v.WholeOf(tally.Row)
	if err != nil {
		return nil, err
	}
	in := &cleanup.Input{Budget: whole, Rows: whole.Transactions, Tally: tally, Source: b.months}
	whole.Transactions = nil
	for _, r := range b.report.Notes.Renames {
		switch r.Kind {
		case "group":
			if i := slices.IndexFunc(whole.Groups, func(g budget.Group) bool { return g.ID == r.ID }); i >= 0 {
				in.Renamed = append(in.Renamed, cleanup.Renamed{Group: whole.Groups[i].No, From: r.From})
			}
		case "category":
			if i := slices.IndexFunc(whole.Categories, func(c budget.Category) bool { return c.ID == r.ID }); i >= 0 {
				in.Renamed = append(in.Renamed, cleanup.Renamed{Category: whole.Categories[i].No, From: r.From})
			}
		}
	}
	in.Figures, err = cleanUpFigures(v, whole, b.months)
	return in, err
}

func cleanUpFigures(v *store.View, whole *budget.Whole, source []cleanup.SourceMonth) (cleanup.Figures, error) {
	f := cleanup.Figures{Balance: make(map[budget.CategoryNo][]money.Milli, len(whole.Categories))}
	sheet, err := v.Sheet()
	if err != nil {
		return f, err
	}
	first, last := sheet.First, sheet.First.Add(len(sheet.Months)-1)
	if len(source) > 0 {
		from, to := source[0].Month, source[len(source)-1].Month
		if len(sheet.Months) == 0 {
			first, last = from, to
		}
		first, last = min(first, from), max(last, to)
	}
	f.First = first
	for m := first; m <= last; m++ {
		f.ToBudget = append(f.ToBudget, sheet.Month(m).ToBudget)
		for i := range whole.Categories {
			if c := &whole.Categories[i]; !c.Income {
				f.Balance[c.No] = append(f.Balance[c.No], sheet.Cell(c.No, m).Balance)
			}
		}
	}
	return f, nil
}

// cleanUpView puts names to a proposal.
func cleanUpView(in *cleanup.Input, p *cleanup.Proposal) CleanUp {
	n := newNaming(in, &p.Changes)
	view := CleanUp{Proposal: p, Items: make([]CleanUpItem, len(p.Items)), Empty: p.Empty()}
	view.Matched.Before, view.Matched.After, view.Matched.Of = p.Matched()
	for i := range p.Items {
		view.Items[i] = n.item(&p.Items[i])
	}
	return view
}

// lookedThrough is how many of the latest changes are searched for clean-ups.
const lookedThrough = 5000

// CleanUpsDone are the clean-ups that were applied and stand, by kind the last
// one of each.
func (br *Bring) CleanUpsDone(ctx context.Context, who people.Actor, id string) (map[cleanup.Kind]access.HistoryEntry, error) {
	entries, err := br.access.History(ctx, who, id, 0, lookedThrough)
	if err != nil {
		return nil, err
	}
	done := map[cleanup.Kind]access.HistoryEntry{}
	for _, e := range entries {
		name, is := strings.CutPrefix(e.Action, cleanUpAction)
		kind := cleanup.Kind(name)
		if _, newer := done[kind]; is && e.Undoable && !newer {
			done[kind] = e
		}
	}
	return done, nil
}
