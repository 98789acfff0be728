// Package exporter writes a budget as a plan document in the source's format, so that programs that read the source's
// files can read it.
//
// The application's income group and categories become the source's `Inflow: Ready to Assign` in its internal group,
// and records stored by the import (card payment categories, placeholders, unknown members) are written back. Figures
// are the application's: to_be_budgeted is To Budget. Data that the source cannot express, such as holds and
// rollovers, is in a "holdover" object of the plan, from which another Holdover makes an exact copy.
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
	Info       budget.Info
	Accounts   []Account
	Payees     []budget.Payee
	Locations  []budget.Location
	Groups     []budget.Group
	Categories []budget.Category
	Cells      []budget.Cell
	Months     []budget.Month // oldest first
	Rollovers  []budget.Rollover
	Scheduled  []budget.Scheduled
	Sheet      *envelope.Sheet
	// Transactions yields all rows; it is iterated twice, because the parts of splits are written after all rows.
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
	x := newExport(ynabdoc.NewWriter(w, opts.LeadingKey), src, opts)
	head, err := x.head()
	if err != nil {
		return err
	}
	if err := x.out.Begin(head); err != nil {
		return err
	}
	for _, a := range []struct {
		name  string
		write func() error
	}{
		{"accounts", x.accounts},
		{"payees", x.payees},
		{"payee_locations", x.locations},
		{"category_groups", x.groups},
		{"categories", x.categories},
		{"months", x.months},
		{"transactions", x.rows},
		{"subtransactions", x.parts},
		{"scheduled_transactions", x.scheduled},
		{"scheduled_subtransactions", x.scheduledParts},
	} {
		if err := x.out.Array(a.name); err != nil {
			return err
		}
		if err := a.write(); err != nil {
			return err
		}
	}
	return x.out.End(opts.Knowledge)
}

// export is the state of one export.
type export struct {
	*Source
	opts  Options
	out   *ynabdoc.Writer
	names names
	kept  kept
	cards map[civil.Month]budget.CardPaymentMonth // of all cards together
	// live contains the ids of the card payment categories and their group, with card envelopes; they replace the
	// source's records stored by the import.
	live map[string]bool
	// gone contains the ids of categories deleted with their cards; only their deletion is written.
	gone map[string]bool
}

func newExport(out *ynabdoc.Writer, src *Source, opts Options) *export {
	x := &export{Source: src, opts: opts, out: out, names: namesOf(src), cards: map[civil.Month]budget.CardPaymentMonth{}, live: liveCards(src), gone: map[string]bool{}}
	for i := range src.Info.CardPayments {
		c := &src.Info.CardPayments[i]
		x.gone[c.SourceID] = src.Info.CardEnvelopes && c.Gone && !x.live[c.SourceID]
		if !x.keeps(c.SourceID) {
			continue
		}
		for _, m := range src.Info.CardPayments[i].Months {
			sum := x.cards[m.Month]
			sum.Budgeted += m.Budgeted
			sum.Activity += m.Activity
			x.cards[m.Month] = sum
		}
	}
	return x
}

// keeps reports whether a record stored by the import is written.
func (x *export) keeps(id string) bool { return !x.live[id] && !x.gone[id] }

func liveCards(src *Source) map[string]bool {
	live := map[string]bool{}
	for i := range src.Groups {
		if g := &src.Groups[i]; g.Cards {
			live[g.ID] = true
		}
	}
	for i := range src.Categories {
		if c := &src.Categories[i]; budget.PaysCard(src.Groups, c) {
			live[c.ID] = true
		}
	}
	return live
}

// span returns the months of the document: those with data and the one after them, as at the source.
func (x *export) span() (first, last civil.Month) {
	first, last = x.Sheet.First, x.Sheet.Last()
	if first == 0 {
		first, last = x.opts.Month, x.opts.Month
	}
	last++
	for i := range x.Months {
		first, last = min(first, x.Months[i].Month), max(last, x.Months[i].Month)
	}
	for i := range x.Info.CardPayments {
		for _, m := range x.Info.CardPayments[i].Months {
			first, last = min(first, m.Month), max(last, m.Month)
		}
	}
	for i := range x.Cells { // cells with other data than an amount
		first, last = min(first, x.Cells[i].Month), max(last, x.Cells[i].Month)
	}
	return first.Near(), last.Near()
}
