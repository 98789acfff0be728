package rows

import (
	"encoding/json"
	"hash/fnv"
	"strconv"
	"strings"

	"holdover/internal/app/access"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/fault"
)

// Version is a transaction as somebody saw it, field by field, in short. "" is as it stands.
type Version string

// ChangedMeanwhile is the code of an edit of a field that somebody else has changed since.
const ChangedMeanwhile fault.Code = "changed-meanwhile"

// VersionOf is the version of a transaction.
func VersionOf(row *Row) Version {
	return VersionIn(EntryOf(row), fields)
}

// VersionIn is the version of an entry that has some fields.
func VersionIn[E any](e *E, fields []Field[E]) Version {
	return Version(strings.Join(each.To(fields, func(f Field[E]) string { return f.Short(e) }), "."))
}

// EntryOf is a transaction as it would be entered.
func EntryOf(r *Row) *Entry {
	e := &Entry{
		Account: r.AccountID, Date: r.Date, Amount: r.Amount, Payee: r.PayeeID, Category: r.CategoryID, TransferTo: r.TransferAccountID, Memo: r.Memo,
		Cleared: r.Cleared, FlagColour: r.FlagColour, FlagName: r.FlagName,
	}
	if e.TransferTo != "" {
		e.Payee = "" // it stands for the account
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

// Standing is a transaction as it would be entered.
func Standing(e *access.Editing, t *budget.Transaction) (*Entry, error) {
	account, err := e.Account(t.Account)
	if err != nil {
		return nil, err
	}
	s := &Entry{Account: account.ID, Date: t.Date, Amount: t.Amount, Memo: t.Memo, Cleared: string(t.Cleared), FlagColour: t.FlagColour, FlagName: t.FlagName}
	if s.Payee, s.Category, s.TransferTo, err = idsOf(e, t.Payee, t.Category, t.Transfer.Account); err != nil {
		return nil, err
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

// idsOf are the ids of what a line is for; a transfer's payee stands for the account.
func idsOf(e *access.Editing, payee budget.PayeeNo, category budget.CategoryNo, other budget.AccountNo) (payeeID, categoryID, accountID string, err error) {
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

// Field is what of an entry is changed by itself.
type Field[E any] struct {
	Short func(*E) string // what it holds, in short
	Take  func(e, from *E)
}

// fields are those of a transaction. What a split is made of is one: its parts sum to its amount.
var fields = []Field[Entry]{
	{func(e *Entry) string { return Short(e.Account) }, func(e, from *Entry) { e.Account = from.Account }},
	{func(e *Entry) string { return Short(e.Date) }, func(e, from *Entry) { e.Date = from.Date }},
	{
		func(e *Entry) string { return Short(e.Payee, e.PayeeName, e.TransferTo) },
		func(e, from *Entry) { e.Payee, e.PayeeName, e.TransferTo = from.Payee, from.PayeeName, from.TransferTo },
	},
	{
		func(e *Entry) string { return Short(e.Amount, e.Category, e.Parts) },
		func(e, from *Entry) { e.Amount, e.Category, e.Parts = from.Amount, from.Category, from.Parts },
	},
	{func(e *Entry) string { return Short(e.Memo) }, func(e, from *Entry) { e.Memo = from.Memo }},
	{func(e *Entry) string { return Short(e.Cleared) }, func(e, from *Entry) { e.Cleared = from.Cleared }},
	{func(e *Entry) string { return Short(e.FlagColour) }, func(e, from *Entry) { e.FlagColour, e.FlagName = from.FlagColour, from.FlagName }},
}

// Short is what a field holds, in short.
func Short(values ...any) string {
	h := fnv.New32a()
	_ = json.NewEncoder(h).Encode(values) // a hash takes everything, and these can be written
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// Merge leaves in an entry what somebody else has changed since its author saw the transaction, unless both changed one
// field, each in a way of their own.
func (e *Entry) Merge(stands *Entry, seen Version) error { return MergeFields(e, stands, seen, fields) }

// MergeFields compares what somebody saw of an entry, as it stands and as they typed it, field by field, and takes those that
// stand where another changed them alone.
func MergeFields[E any](e, stands *E, seen Version, fields []Field[E]) error {
	was := strings.Split(string(seen), ".")
	if len(was) != len(fields) {
		return nil // nothing is known of what they saw
	}
	for i, f := range fields {
		is, typed := f.Short(stands), f.Short(e)
		switch {
		case is == was[i] || typed == is:
		case typed == was[i]:
			f.Take(e, stands)
		default:
			return fault.New(fault.Conflict, "this transaction was changed since you opened it").WithCode(ChangedMeanwhile).
				WithHint("Save again to have it as it stands here; Cancel leaves it as it is now")
		}
	}
	return nil
}
