package migration

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/verification"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/store"
)

// CleanUp is a proposal of package cleanup with the names of its records. The embedded proposal has all items; Items
// are those to list.
type CleanUp struct {
	*cleanup.Proposal
	Items   []CleanUpItem `json:"items"`
	Matched Matched       `json:"matched"`
	Empty   bool          `json:"nothing_to_do"`
}

// Matched is the number of the document's months with a To Budget that equals the source's figure.
type Matched struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Of     int `json:"of"`
}

// CleanUpItem is an item with the names of its records. Date, Account and Payee are those of the row that it moves.
type CleanUpItem struct {
	cleanup.Item
	Transaction string     `json:"transaction_id,omitempty"`
	Date        civil.Date `json:"date,omitempty"`
	Account     string     `json:"account_name,omitempty"`
	Payee       string     `json:"payee_name,omitempty"`
	Group       string     `json:"group_name,omitempty"`
	Category    string     `json:"category_name,omitempty"`
	Into        string     `json:"into_name,omitempty"`
}

// CleanUpKinds returns the clean-ups that can be applied, Make it match first.
func CleanUpKinds() []cleanup.Kind {
	return []cleanup.Kind{cleanup.Everything, cleanup.CardDebt, cleanup.Holds, cleanup.Duplicates}
}

var proposers = map[cleanup.Kind]func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal{
	cleanup.Everything: cleanup.Match, cleanup.CardDebt: cleanup.Debt, cleanup.Holds: cleanup.HoldBack, cleanup.Duplicates: cleanup.Twins,
	cleanup.CardReserves: func(in *cleanup.Input, _ cleanup.Choices) *cleanup.Proposal { return cleanup.Reserves(in) },
}

// CleanUpAsked is a requested kind of clean-up.
type CleanUpAsked struct {
	Kind    cleanup.Kind
	Choices cleanup.Choices
	Most    int // how many items are listed; zero is all
	// Strict refuses choices that ApplyCleanUp would refuse. Pages do not set it: a choice from a form may no longer
	// be proposed.
	Strict bool
}

// CleanUpsAsked returns requests for some kinds of clean-up without choices, listing all items.
func CleanUpsAsked(kinds ...cleanup.Kind) []CleanUpAsked {
	return iterutil.Map(kinds, func(k cleanup.Kind) CleanUpAsked { return CleanUpAsked{Kind: k} })
}

// ProposeCleanUp returns proposals in the order of the requests. It changes nothing.
func (br *Migration) ProposeCleanUp(ctx context.Context, who users.Actor, id string, asked []CleanUpAsked) (all []CleanUp, err error) {
	err = br.access.WithBudgetMemory(ctx, who, id, auth.See, 0, func() error {
		all, err = br.proposeCleanUp(ctx, who, id, asked)
		return err
	})
	return all, err
}

func (br *Migration) proposeCleanUp(ctx context.Context, who users.Actor, id string, asked []CleanUpAsked) ([]CleanUp, error) {
	brought, err := br.brought(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	all := make([]CleanUp, len(asked))
	err = br.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		in, err := brought.input(v)
		if err != nil {
			return err
		}
		for i, one := range asked {
			propose, known := proposers[one.Kind]
			if !known {
				return noCleanUp(one.Kind)
			}
			p := propose(in, one.Choices)
			if one.Strict {
				if err := choosable(v, p, one.Choices); err != nil {
					return err
				}
			}
			if all[i], err = cleanUpView(v, in, p, one.Most); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

func noCleanUp(kind cleanup.Kind) error {
	kinds := iterutil.Map(CleanUpKinds(), func(k cleanup.Kind) string { return string(k) })
	return apperr.New(apperr.NotFound, "unknown clean-up %q", kind).WithHint("choose one of %s", strings.Join(kinds, ", "))
}

// brought contains the data of an import that clean-up needs.
type brought struct {
	months []cleanup.SourceMonth
	report ImportReport
}

// brought reads the stored report. A budget that was not imported has none, but can have duplicates.
func (br *Migration) brought(ctx context.Context, who users.Actor, id string, right auth.Right) (*brought, error) {
	h, err := br.access.Header(ctx, who, id, right)
	if err == nil {
		err = budgetsession.RefuseArchived(h.Info)
	}
	if err != nil {
		return nil, err
	}
	report, _, err := br.report(ctx, who, id, right)
	if apperr.KindOf(err) == apperr.NotFound {
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
		b.months, err = br.sourceMonths(ctx, who, id, right) // the file does not have Ready to Assign for all months
	}
	return b, err
}

func (br *Migration) sourceMonths(ctx context.Context, who users.Actor, id string, right auth.Right) ([]cleanup.SourceMonth, error) {
	all, err := br.monthsOf(ctx, who, id, right)
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

// monthsOf returns the months of the document; their categories may be left out.
func (br *Migration) monthsOf(ctx context.Context, who users.Actor, id string, right auth.Right) ([]ynabdoc.Month, error) {
	figures, of, err := br.figures(ctx, who, id, right)
	if err != nil {
		return nil, err
	}
	if figures != nil {
		return verification.MonthsOf(figures)
	}
	doc, err := br.plan(ctx, of)
	if err != nil {
		return nil, err
	}
	return doc.Plan.Months, nil
}

func readyToAssign(m *ynabdoc.Month) *money.Milli {
	if !m.Has("to_be_budgeted") {
		return nil
	}
	return &m.ToBeBudgeted
}

// cleanUpView adds names to a proposal and to the first most of its items; to all for zero.
func cleanUpView(v *store.ReadTx, in *cleanup.Input, p *cleanup.Proposal, most int) (CleanUp, error) {
	items := p.Items
	if most > 0 {
		items = items[:min(most, len(items))]
	}
	n := newNaming(in, &p.Changes)
	var err error
	if n.rows, err = v.TransactionIDs(rowsOf(items)); err != nil {
		return CleanUp{}, err
	}
	view := CleanUp{Proposal: p, Items: make([]CleanUpItem, len(items)), Empty: p.Empty()}
	view.Matched.Before, view.Matched.After, view.Matched.Of = p.Matched()
	for i := range items {
		view.Items[i] = n.item(&items[i])
	}
	return view, nil
}

// rowsOf returns the rows that items are about, each once.
func rowsOf(items []cleanup.Item) []budget.TxNo {
	rows := iterutil.Map(items, func(i cleanup.Item) budget.TxNo { return i.Tx })
	slices.Sort(rows)
	return slices.DeleteFunc(slices.Compact(rows), func(no budget.TxNo) bool { return no == 0 })
}

// lookedThrough is the number of latest changes that are searched for clean-ups.
const lookedThrough = 5000

// CleanUpsDone returns the last clean-up of each kind that was applied and not undone.
func (br *Migration) CleanUpsDone(ctx context.Context, who users.Actor, id string) (map[cleanup.Kind]budgetsession.HistoryEntry, error) {
	entries, err := br.access.History(ctx, who, id, 0, lookedThrough)
	if err != nil {
		return nil, err
	}
	done := map[cleanup.Kind]budgetsession.HistoryEntry{}
	for _, e := range entries {
		name, is := strings.CutPrefix(e.Action, cleanUpAction)
		kind := cleanup.Kind(name)
		if _, newer := done[kind]; is && e.Undoable && !newer {
			done[kind] = e
		}
	}
	return done, nil
}
