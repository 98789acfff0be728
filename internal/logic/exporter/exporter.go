// Package exporter writes a budget as a plan document in the source's format, so that programs that read the source's
// files can read it.
//
// The application's income group and categories become the source's `Inflow: Ready to Assign` in its internal group,
// and records stored by the import (card payment categories, placeholders, unknown members) are written back. Figures
// are the application's: to_be_budgeted is To Budget. Data that the source cannot express, such as holds,
// rollovers and rules, is in a "holdover" object of the plan, from which another Holdover makes an exact copy.
//
// A document is streamed: rows are read from an iterator, and memory use does not depend on their number.
//
// Start with Export and Source.
package exporter

import (
	"io"
	"iter"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Source is the budget to write. Records are in display order; categories may be in any order of groups.
type Source struct {
	Info          budget.Info
	Accounts      []Account
	AccountGroups []budget.AccountGroup // in display order
	Payees        []budget.Payee
	Locations     []budget.Location
	Groups        []budget.Group
	Categories    []budget.Category
	Cells         []budget.Cell
	Months        []budget.Month // oldest first
	Rollovers     []budget.Rollover
	Scheduled     []budget.Scheduled
	Rules         []budget.Rule // in the order in which they are applied
	Tags          []budget.Tag
	Sheet         *envelope.Sheet
	// Lacks lists the data of the budget that is not in the source, such as receipts.
	Lacks []Omitted
	// Transactions yields all rows, by date; it is iterated twice, because the parts of splits are written after all rows.
	Transactions iter.Seq2[budget.Transaction, error]
	// Splits yields only the rows with parts, in the same order; if nil, Transactions is used.
	Splits iter.Seq2[budget.Transaction, error]
	// Age returns the age of money at the end of a month, or nil.
	Age func(civil.Month) (*int, error)
	// OtherID returns the id of the row or part on the other side of a linked transfer.
	OtherID func(budget.Transfer) (string, error)
}

// Account is an account with the sums of its rows.
type Account struct {
	budget.Account
	Balance, Cleared money.Milli
}

// Options are the caller's settings for a document.
type Options struct {
	LeadingKey string      // plan, or budget for programs that only read the older name
	OwnID      bool        // the plan has its id here; otherwise the source's id, by which a newer import finds it
	Month      civil.Month // the month of the figures in the plan's list of categories
	// Today is the day for which the figures of targets are computed.
	Today civil.Date
	// Live computes all figures of targets and the age of money; otherwise the figures of the imported file are
	// written if their inputs are unchanged.
	Live         bool
	LastModified time.Time
	Knowledge    int64 // the number of the last change
}

// Export writes the document. It returns errors of w and of the source's iterators.
func Export(w io.Writer, src *Source, opts Options) error {
	e := newExport(ynabdoc.NewWriter(w, opts.LeadingKey), src, opts)
	head, err := e.head()
	if err != nil {
		return err
	}
	if err := e.out.Begin(head); err != nil {
		return err
	}
	for _, a := range []struct {
		name  string
		write func() error
	}{
		{"accounts", e.accounts},
		{"payees", e.payees},
		{"payee_locations", e.locations},
		{"category_groups", e.groups},
		{"categories", e.categories},
		{"months", e.months},
		{"transactions", e.rows},
		{"subtransactions", e.parts},
		{"scheduled_transactions", e.scheduled},
		{"scheduled_subtransactions", e.scheduledParts},
	} {
		if err := e.out.Array(a.name); err != nil {
			return err
		}
		if err := a.write(); err != nil {
			return err
		}
	}
	return e.out.End(opts.Knowledge)
}

// export is the state of one export.
type export struct {
	*Source
	opts  Options
	out   *ynabdoc.Writer
	ids   ids
	kept  kept
	cards map[civil.Month]budget.CardPaymentMonth // of all cards together
	// live contains the ids of the card payment categories and their group, with card envelopes; they replace the
	// source's records stored by the import.
	live map[string]bool
	// gone contains the ids of categories deleted with their cards; only their deletion is written.
	gone map[string]bool
}

func newExport(out *ynabdoc.Writer, src *Source, opts Options) *export {
	e := &export{Source: src, opts: opts, out: out, ids: idsOf(src), cards: map[civil.Month]budget.CardPaymentMonth{}, live: liveCards(src), gone: map[string]bool{}}
	for i := range src.Info.CardPayments {
		c := &src.Info.CardPayments[i]
		e.gone[c.SourceID] = src.Info.CardEnvelopes && c.Gone && !e.live[c.SourceID]
		if !e.keeps(c.SourceID) {
			continue
		}
		for _, m := range src.Info.CardPayments[i].Months {
			sum := e.cards[m.Month]
			sum.Budgeted += m.Budgeted
			sum.Activity += m.Activity
			e.cards[m.Month] = sum
		}
	}
	return e
}

// keeps reports whether a record stored by the import is written.
func (e *export) keeps(id string) bool { return !e.live[id] && !e.gone[id] }

func liveCards(src *Source) map[string]bool {
	live := map[string]bool{}
	for i := range src.Groups {
		if g := &src.Groups[i]; g.Cards {
			live[g.ID] = true
		}
	}
	for i := range src.Categories {
		if c := &src.Categories[i]; budget.IsCardPayment(src.Groups, c) {
			live[c.ID] = true
		}
	}
	return live
}

// span returns the months of the document: those with data and the one after them, as at the source.
func (e *export) span() (first, last civil.Month) {
	first, last = e.Sheet.First, e.Sheet.Last()
	if first == 0 {
		first, last = e.opts.Month, e.opts.Month
	}
	last++
	for i := range e.Months {
		first, last = min(first, e.Months[i].Month), max(last, e.Months[i].Month)
	}
	for i := range e.Info.CardPayments {
		for _, m := range e.Info.CardPayments[i].Months {
			first, last = min(first, m.Month), max(last, m.Month)
		}
	}
	for i := range e.Cells { // cells with other data than an amount
		first, last = min(first, e.Cells[i].Month), max(last, e.Cells[i].Month)
	}
	return first.Near(), last.Near()
}
