package rows

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"strconv"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Fingerprint is a short form of a transaction as a client saw it, field by field. "" is the present state.
type Fingerprint string

// FingerprintOf returns the version of a transaction.
func FingerprintOf(row *Row) Fingerprint {
	return FingerprintOfFields(EntryOf(row), fields)
}

// FingerprintOfFields returns the version of an entry with the given fields.
func FingerprintOfFields[E any](e *E, fields []Field[E]) Fingerprint {
	return Fingerprint(strings.Join(iterutil.Map(fields, func(f Field[E]) string { return f.Short(e) }), "."))
}

func EntryOf(r *Row) *Entry {
	e := &Entry{
		Account: r.AccountID, Date: r.Date, Amount: r.Amount, Payee: r.PayeeID, Category: r.CategoryID, TransferTo: r.TransferAccountID, Memo: r.Memo,
		Cleared: r.Cleared, FlagColour: r.FlagColour, FlagName: r.FlagName, OtherDate: r.OtherDate,
	}
	if e.TransferTo != "" {
		e.Payee = "" // derived from the account
	}
	for _, p := range r.Parts {
		part := PartEntry{ID: p.ID, Amount: p.Amount, Payee: p.PayeeID, Category: p.CategoryID, TransferTo: p.TransferAccountID, Memo: p.Memo}
		if part.TransferTo != "" {
			part.Payee = ""
		}
		e.Parts = append(e.Parts, part)
	}
	return e
}

// CurrentEntry returns a transaction as an entry. load reads the other side of a transfer with two dates.
func CurrentEntry(e *budgetsession.ChangeTx, t *budget.Transaction, load func(budget.TxNo) (budget.Transaction, error)) (*Entry, error) {
	account, err := e.Account(t.Account)
	if err != nil {
		return nil, err
	}
	s := &Entry{Account: account.ID, Date: t.Date, Amount: t.Amount, Memo: t.Memo, Cleared: string(t.Cleared), FlagColour: t.FlagColour, FlagName: t.FlagName}
	if s.Payee, s.Category, s.TransferTo, err = idsOf(e, t.Payee, t.Category, t.Transfer.Account); err != nil {
		return nil, err
	}
	if t.Transfer.TwoDates {
		other, err := load(t.Transfer.Tx)
		if err != nil {
			return nil, err
		}
		s.OtherDate = other.Date
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		part := PartEntry{ID: p.ID, Amount: p.Amount, Memo: p.Memo}
		if part.Payee, part.Category, part.TransferTo, err = idsOf(e, p.Payee, p.Category, p.Transfer.Account); err != nil {
			return nil, err
		}
		s.Parts = append(s.Parts, part)
	}
	return s, nil
}

// idsOf returns the ids of a line's references; a transfer has the account instead of its payee.
func idsOf(e *budgetsession.ChangeTx, payee budget.PayeeNo, category budget.CategoryNo, other budget.AccountNo) (payeeID, categoryID, accountID string, err error) {
	if other != 0 {
		a, err := e.Account(other)
		if err != nil {
			return "", "", "", err
		}
		accountID = a.ID
	} else if payee != 0 {
		p, err := e.Payee(payee)
		if err != nil {
			return "", "", "", err
		}
		payeeID = p.ID
	}
	if category != 0 {
		c, err := e.Category(category)
		if err != nil {
			return "", "", "", err
		}
		categoryID = c.ID
	}
	return payeeID, categoryID, accountID, nil
}

// Field is a part of an entry that is compared and merged separately.
type Field[E any] struct {
	Name  string
	Short func(*E) string // the short form of its value
	Take  func(e, from *E)
}

// fields lists the fields of a transaction. The parts of a split and its amount are one field: the parts sum to the
// amount. The dates of a transfer are one field too.
var fields = []Field[Entry]{
	{"account", func(e *Entry) string { return Short(e.Account) }, func(e, from *Entry) { e.Account = from.Account }},
	{"date", shortDates, func(e, from *Entry) { e.Date, e.OtherDate = from.Date, from.OtherDate }},
	{
		"payee",
		func(e *Entry) string { return Short(e.Payee, e.PayeeName, e.TransferTo) },
		func(e, from *Entry) { e.Payee, e.PayeeName, e.TransferTo = from.Payee, from.PayeeName, from.TransferTo },
	},
	{
		"amount",
		func(e *Entry) string { return Short(e.Amount, e.Category, e.Parts) },
		func(e, from *Entry) { e.Amount, e.Category, e.Parts = from.Amount, from.Category, from.Parts },
	},
	{"notes", func(e *Entry) string { return Short(e.Memo) }, func(e, from *Entry) { e.Memo = from.Memo }},
	{"cleared", func(e *Entry) string { return Short(e.Cleared) }, func(e, from *Entry) { e.Cleared = from.Cleared }},
	{"flag", func(e *Entry) string { return Short(e.FlagColour) }, func(e, from *Entry) { e.FlagColour, e.FlagName = from.FlagColour, from.FlagName }},
}

func shortDates(e *Entry) string {
	if e.OtherDate == 0 || e.OtherDate == e.Date {
		return Short(e.Date)
	}
	return Short(e.Date, e.OtherDate)
}

// Short returns the short form of a field's values.
func Short(values ...any) string {
	h := fnv.New32a()
	_ = json.NewEncoder(h).Encode(values) // neither writing to a hash nor encoding these values fails
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// Merge takes another user's changes since the author saw the transaction into an entry, unless both changed the same
// field to different values.
func (e *Entry) Merge(stands *Entry, seen Fingerprint) error {
	return MergeFields(e, stands, seen, fields)
}

// MergeFields compares each field of an entry in three versions: as the editor saw it, as it is now, and as entered.
// If only another change modified it, the present value is used. It returns a Collision if both modified it
// differently.
func MergeFields[E any](e, stands *E, seen Fingerprint, fields []Field[E]) error {
	was := strings.Split(string(seen), ".")
	if len(was) != len(fields) {
		return nil // the version that they saw is unknown
	}
	var both Collision
	for i, f := range fields {
		is, typed := f.Short(stands), f.Short(e)
		switch {
		case is == was[i] || typed == is:
		case typed == was[i]:
			f.Take(e, stands)
		default:
			both = append(both, f.Name)
		}
	}
	if len(both) > 0 {
		return both
	}
	return nil
}

// Collision lists the names of the fields that two users changed to different values.
type Collision []string

func (Collision) Error() string { return "two people changed the same field" }

// refuse converts a collision into an error with the transaction's present value.
func (c Collision) refuse(e *budgetsession.ChangeTx, t *budget.Transaction) error {
	texts, err := c.Texts(e, t)
	if err != nil {
		return err
	}
	return e.OfRecord(store.KindTransaction, int64(t.No), "this transaction", texts)
}

// Texts returns a sentence with the values of the fields in a transaction.
func (c Collision) Texts(e *budgetsession.ChangeTx, t *budget.Transaction) (string, error) {
	var texts []string
	for _, field := range c {
		text, err := fieldText(e, t, field)
		if err != nil {
			return "", err
		}
		texts = append(texts, text)
	}
	return "It now has " + strings.Join(texts, ", "), nil
}

// fieldText describes the value of a transaction's field.
func fieldText(e *budgetsession.ChangeTx, t *budget.Transaction, field string) (string, error) {
	switch field {
	case "account":
		account, err := e.Account(t.Account)
		return "the account " + account.Name, err
	case "date":
		return "the date " + e.Day(t.Date), nil
	case "payee":
		if t.Payee == 0 {
			return "no payee", nil
		}
		payee, err := e.Payee(t.Payee)
		return "the payee " + payee.Name, err
	case "amount":
		return amountText(e, t)
	case "notes":
		if t.Memo == "" {
			return "no notes", nil
		}
		return "the notes \"" + t.Memo + "\"", nil
	case "cleared":
		return "the state " + string(t.Cleared), nil
	case "flag":
		return "the flag " + cmp.Or(t.FlagColour, "none"), nil
	}
	return "another " + field, nil
}

func amountText(e *budgetsession.ChangeTx, t *budget.Transaction) (string, error) {
	text := "the amount " + e.Text(t.Amount)
	switch {
	case len(t.Parts) > 0:
		return text + " in " + humanize.Number(len(t.Parts), "part", "parts"), nil
	case t.Category == 0:
		return text + " and no category", nil
	}
	category, err := e.Category(t.Category)
	return text + " and the category " + category.Name, err
}
