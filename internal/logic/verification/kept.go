package verification

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// kept contains the figures of a document, and of the budget made from it, that a comparison needs. It has no rows,
// so its size depends on the number of categories and months.
type kept struct {
	Roles      ynabdoc.Roles
	Head       []byte // the document without rows, payees and the categories of its months
	Cells      keptCells
	First      civil.Month
	After      civil.Date
	Months     []keptMonth
	Categories []keptCategory
	Accounts   map[string]keptAccount
	CardIncome []keptLine

	// For cards: whether they are envelopes, which card each payment category pays, the expected figures, and the
	// contradictions within the file.
	Envelopes     bool
	Cards         map[string]string
	ByCards       map[bool]expected
	WrongPayments []string
	OtherShares   []string
	PaymentsOff   []paymentOff
	Retyped       []string

	OwnAccounts   []Account // of the budget when it was imported
	OwnCategories []Category
	Snapshot      envelope.Snapshot
}

type keptMonth struct{ Cash, Card, Late, Retyped money.Milli }

type keptCategory struct {
	ID, Name          string
	Kind              kind
	Rows, Late, Cards []money.Milli
}

type keptAccount struct{ All, Cleared, Late, LateCleared money.Milli }

// keptLine is an income row on a card.
type keptLine struct {
	Date         civil.Date
	Amount       money.Milli
	Row, Account string
}

// VerifyMade compares a budget with the document that it was just made from. It also returns the packed figures that
// VerifyKept later needs instead of the document.
func VerifyMade(doc *ynabdoc.Document, roles ynabdoc.Roles, made *budget.Whole) (*Report, []byte, error) {
	snapshot := envelope.SnapshotOf(made)
	own := Of(made, envelope.Compute(snapshot))
	f := readFile(doc, roles, own)
	report := verify(f, own, own)
	if err := doc.Plan.Err(); err != nil {
		return nil, nil, err
	}
	packed, err := f.keep(doc, roles, own, snapshot)
	if err != nil {
		return nil, nil, fmt.Errorf("keep the figures of the document: %w", err)
	}
	return report, packed, nil
}

// keep packs the result of readFile.
func (f *file) keep(doc *ynabdoc.Document, roles ynabdoc.Roles, own Budget, snapshot *envelope.Snapshot) ([]byte, error) {
	head, err := headOf(doc)
	if err != nil {
		return nil, err
	}
	cells, err := keepCells(doc.Plan.Months)
	if err != nil {
		return nil, err
	}
	k := kept{
		Roles: roles, Head: head, Cells: cells, First: f.first, After: f.after, Months: make([]keptMonth, len(f.months)), Accounts: make(map[string]keptAccount, len(f.accounts)),
		OwnAccounts: own.Accounts, OwnCategories: own.Categories, Snapshot: *snapshot,
		Envelopes: own.Envelopes, Cards: own.Cards, ByCards: f.byCards, WrongPayments: f.wrongPayments, OtherShares: f.otherShares, PaymentsOff: f.paymentsOff, Retyped: f.retyped, CardIncome: f.cardIncome,
	}
	for i := range f.months {
		m := &f.months[i]
		k.Months[i] = keptMonth{m.cashIncome, m.cardIncome, m.lateIncome, m.retyped}
	}
	for _, c := range f.list {
		k.Categories = append(k.Categories, keptCategory{c.id, c.name, c.kind, c.rows, c.late, c.cards})
	}
	for id, a := range f.accounts {
		k.Accounts[id] = keptAccount{a.all, a.cleared, a.late, a.lateCleared}
	}
	var plain bytes.Buffer
	if err := gob.NewEncoder(&plain).Encode(&k); err != nil {
		return nil, err
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return w.EncodeAll(plain.Bytes(), nil), nil
}

// headOf encodes a document without rows, payees and the categories of its months.
func headOf(doc *ynabdoc.Document) ([]byte, error) {
	head := *doc
	p := &head.Plan
	p.Payees, p.PayeeLocations, p.Transactions, p.Subtransactions, p.ScheduledTransactions, p.ScheduledSubtransactions = nil, nil, nil, nil, nil, nil
	p.Months = slices.Clone(p.Months)
	for i := range p.Months {
		p.Months[i].Categories = nil
	}
	var text bytes.Buffer
	err := head.Encode(&text, "plan")
	return text.Bytes(), err
}

// unpack decodes packed figures and the head of their document.
func unpack(packed []byte) (*kept, *ynabdoc.Document, error) {
	k := &kept{}
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	var plain []byte
	if err == nil {
		defer r.Close()
		plain, err = r.DecodeAll(packed, nil)
	}
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(plain)).Decode(k)
	}
	var head *ynabdoc.Document
	if err == nil {
		head, err = ynabdoc.Decode(bytes.NewReader(k.Head))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the figures of the document: %w", err)
	}
	return k, head, nil
}

// ErrCards reports that the budget treats cards differently than when the figures of its document were stored, so the
// document must be read again.
var ErrCards = errors.New("cards have been handled another way since")

// VerifyKept is Verify with the packed figures of VerifyMade. imported receives the stored parts of the imported
// budget, with the numbers of now, and returns the budget as imported. Error: ErrCards.
func VerifyKept(packed []byte, now Budget, imported func(made Budget) Budget) (*Report, error) {
	k, head, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	if k.Envelopes != now.Envelopes || k.Envelopes && k.ByCards[false].Spent == nil { // stored by an earlier version
		return nil, ErrCards
	}
	if err := k.Cells.into(head.Plan.Months); err != nil {
		return nil, fmt.Errorf("read the figures of the document: %w", err)
	}
	own := imported(k.made(now))
	return verify(k.file(head, own), own, now), nil
}

// MonthsOf returns the months, without their categories, of the document that VerifyMade packed.
func MonthsOf(packed []byte) ([]ynabdoc.Month, error) {
	_, head, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	return head.Plan.Months, nil
}

// file restores the result of readFile.
func (k *kept) file(head *ynabdoc.Document, imported Budget) *file {
	f := newFile(head, k.Roles, imported)
	f.readAccounts(k.Roles)
	f.first, f.after, f.months = k.First, k.After, make([]month, len(k.Months))
	f.addCategories(k.Roles, imported)
	for _, c := range k.Categories {
		made := f.category(c.ID, c.Name, c.Kind)
		copy(made.rows, c.Rows)
		copy(made.late, c.Late)
		copy(made.cards, c.Cards)
	}
	f.readMonths()
	for i, m := range k.Months {
		f.months[i].cashIncome, f.months[i].cardIncome, f.months[i].lateIncome, f.months[i].retyped = m.Cash, m.Card, m.Late, m.Retyped
	}
	for id, a := range f.accounts {
		was := k.Accounts[id]
		a.all, a.cleared, a.late, a.lateCleared = was.All, was.Cleared, was.Late, was.LateCleared
	}
	f.cardIncome = k.CardIncome
	f.fillBalances()
	f.wrongPayments, f.paymentsOff, f.byCards, f.retyped = k.WrongPayments, k.PaymentsOff, k.ByCards, k.Retyped
	f.otherShares = k.OtherShares
	for _, id := range f.retyped {
		f.accounts[id].card = !f.accounts[id].card
	}
	return f
}

// made returns the budget as imported, with the numbers of the current one. Categories are matched by their ids at
// the source, and those that the import created by their numbers. A category that no longer exists has a negative
// number.
func (k *kept) made(now Budget) Budget {
	type name struct {
		source string
		no     budget.CategoryNo
	}
	nameOf := func(c *Category) name {
		if c.SourceID != "" {
			return name{source: c.SourceID}
		}
		return name{no: c.No}
	}
	at := make(map[name]budget.CategoryNo, len(now.Categories))
	place := make(map[budget.CategoryNo]int, len(now.Categories))
	for i := range now.Categories {
		c := &now.Categories[i]
		at[nameOf(c)], place[c.No] = c.No, i-len(now.Categories)
	}
	no := make(map[budget.CategoryNo]budget.CategoryNo, len(k.OwnCategories))
	for i := range k.OwnCategories {
		c := &k.OwnCategories[i]
		is, stands := at[nameOf(c)]
		if !stands {
			is = -budget.CategoryNo(i + 1)
		}
		no[c.No], c.No = is, is
	}
	slices.SortStableFunc(k.OwnCategories, func(a, b Category) int { return cmp.Compare(place[a.No], place[b.No]) })
	for s := range iterutil.Pointers(k.Snapshot.Categories) {
		s.No = no[s.No]
		for r := range s.Rollovers {
			s.Rollovers[r].Category = s.No
		}
	}
	if k.Snapshot.Cards != nil {
		k.Snapshot.Cards = renumbered(k.Snapshot.Cards, no)
	}
	return Budget{Accounts: k.OwnAccounts, Categories: k.OwnCategories, Sheet: envelope.Compute(&k.Snapshot), Envelopes: k.Envelopes, Cards: k.Cards}
}

// renumbered returns the data of card figures with other numbers of categories.
func renumbered(was *envelope.Cards, no map[budget.CategoryNo]budget.CategoryNo) *envelope.Cards {
	is := &envelope.Cards{All: was.All, On: make(map[budget.CategoryNo][]envelope.OnCard, len(was.On)), Order: make(map[budget.CellKey][]envelope.CardLine, len(was.Order))}
	for i := range is.All {
		is.All[i].Category = no[is.All[i].Category]
	}
	for c, lines := range was.On {
		is.On[no[c]] = lines
	}
	for key, lines := range was.Order {
		is.Order[budget.CellKey{Category: no[key.Category], Month: key.Month}] = lines
	}
	return is
}
