// Package importer converts a plan document into a budget and accounts for every record.
//
// Names and amounts do not change. Missing members of older and newer files are never fatal. Data that would make the
// money wrong is, and the error names the record and the field. Nothing is dropped silently: for each array, records
// in the file = kept + merged + skipped, and [Notes] lists every rename, every unlinked transfer and other remarks.
//
// A document exported by another Holdover has a "holdover" object and is imported as an exact copy of its budget.
//
// Start with Import, then special.go (the source's own groups) and rows.go.
package importer

import (
	"hash/maphash"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Options are the caller's settings for an import.
type Options struct {
	// NewID returns a unique identifier.
	NewID func() string
	// Name is the budget's name here; empty takes the plan's.
	Name string
	// CardEnvelopes makes cards envelopes. A document of another Holdover overrides it. Import only marks the budget:
	// package cardmode creates the categories.
	CardEnvelopes bool
	// Rows receives the transactions if they may not fit in memory: the budget's Transactions are empty then.
	Rows Rows
}

// Import converts a document into a budget. Its only error is [apperr.Invalid], for data that would make the money
// wrong: a row without an account, a category with two different figures in one month, amounts that overflow.
func Import(doc *ynabdoc.Document, opts Options) (*budget.Whole, *Notes, error) {
	im := newImport(doc, opts)
	if err := im.run(); err != nil {
		return nil, nil, err
	}
	return im.whole, im.notes, nil
}

// run imports the arrays in order of their references.
func (im *importing) run() error {
	im.readMarks()
	im.gatherRows()
	if err := im.checkSpan(); err != nil {
		return err
	}
	im.addAccounts()
	im.addPayees()
	im.addLocations()
	im.addCategories()
	if err := iterutil.Try(im.checkSize, im.addMonths, im.addRows); err != nil {
		return err
	}
	im.link()
	im.addScheduled()
	im.addSwitches()
	im.addAccountGroups()
	im.addRules()
	im.addTags()
	im.addGone()
	im.addInfo()
	im.addLoans()
	im.noteBalances()
	im.noteOdd()
	return im.total.fault()
}

// importing is the state of one import.
type importing struct {
	plan   *ynabdoc.Plan
	odd    []ynabdoc.Odd
	opts   Options
	whole  *budget.Whole
	notes  *Notes
	marks  *marks // the additions of another Holdover; nil in the source's own files
	total  total
	span   span
	months int // of the span

	rows       rowIndex
	accounts   map[string]budget.AccountNo
	payees     map[string]budget.PayeeNo
	categories map[string]role
	special    specialGroups
	base       map[string]*ynabdoc.Category // the record of a category that counts, by id
	parts      ids[budget.PartNo]
	beside     beside

	out    Rows
	named  []string   // ids that the parts of the current row name as other sides of their transfers
	sums   []balances // per account
	sides  []side
	stamps stamper
}

func newImport(doc *ynabdoc.Document, opts Options) *importing {
	p := &doc.Plan
	im := &importing{
		plan: p, odd: doc.Odd, opts: opts, whole: &budget.Whole{}, notes: newNotes(),
		accounts:   make(map[string]budget.AccountNo, len(p.Accounts)),
		payees:     make(map[string]budget.PayeeNo, len(p.Payees)),
		categories: make(map[string]role, len(p.Categories)), base: make(map[string]*ynabdoc.Category, len(p.Categories)),
		out: opts.Rows, stamps: newStamper(),
	}
	if im.out == nil {
		im.out = inWhole{im.whole}
	}
	return im
}

// total is the sum of all absolute amounts. Below the limit, no partial sum can overflow.
type total money.Milli

func (t *total) add(m money.Milli) { *t = total(money.Milli(*t).Plus(m.Abs())) }

func (t total) fault() error {
	if t < total(money.TotalLimit) {
		return nil
	}
	return apperr.New(apperr.Invalid, "the amounts of this plan are too large to add up").
		WithHint("Together they must stay below %s.", money.TotalLimit)
}

// ids assigns the numbers and unique ids of the records of one kind.
type ids[No ~int64] struct {
	last   No
	taken  map[stamp]bool
	stamps stamper
	newID  func() string
}

func newIDs[No ~int64](size int, newID func() string) ids[No] {
	return ids[No]{taken: make(map[stamp]bool, size), stamps: newStamper(), newID: newID}
}

// next returns the number and id of the next record: the source's id, or a new one if that is taken or empty.
func (i *ids[No]) next(sourceID string) (no No, id string, repeated bool) {
	i.last++
	id = sourceID
	if repeated = i.has(id); repeated || id == "" {
		id = i.newID()
	}
	i.reserve(id)
	return i.last, id, repeated
}

func (i *ids[No]) has(id string) bool { return i.taken[i.stamps.of(id)] }

// reserve takes an id for a record that has no number, or gets it later.
func (i *ids[No]) reserve(id string) { i.taken[i.stamps.of(id)] = true }

// claim returns the number of the next record, for which the id was reserved.
func (i *ids[No]) claim(reserved string) (No, string) {
	i.last++
	return i.last, reserved
}

// stamp is a keyed 16-byte hash of an id: unpredictable and unique in practice.
type stamp [2]uint64

// stamper makes the stamps of one import.
type stamper [2]maphash.Seed

func newStamper() stamper { return stamper{maphash.MakeSeed(), maphash.MakeSeed()} }

func (s *stamper) of(id string) stamp {
	return stamp{maphash.String(s[0], id), maphash.String(s[1], id)}
}
