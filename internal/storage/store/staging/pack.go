package staging

import (
	"encoding/json"

	"holdover/internal/base/binenc"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/tables"
)

// A packed row contains its numbers, then its texts. Rare fields are packed as JSON, as in the table.

// Flags in the first byte of a packed row.
const (
	isApproved = 1 << iota
	hasOtherSource
	hasBank
	hasMore
	hasParts
)

func packRow(b []byte, t *budget.Transaction) []byte {
	more := tables.More{FlagName: t.FlagName, DebtType: t.DebtType, TwoDates: t.Transfer.TwoDates, Extra: t.Extra}
	if t.ByRule != (budget.ByRule{}) {
		more.ByRule = &t.ByRule
	}
	if t.Bank != nil && (t.Bank.Match != nil || len(t.Bank.Listed) > 0) {
		more.Bank = &budget.Bank{Match: t.Bank.Match, Listed: t.Bank.Listed}
	}
	bits := byte(0)
	if t.Approved {
		bits |= isApproved
	}
	if t.SourceID != t.ID {
		bits |= hasOtherSource
	}
	if t.Bank != nil {
		bits |= hasBank
	}
	if !more.IsEmpty() {
		bits |= hasMore
	}
	if len(t.Parts) > 0 {
		bits |= hasParts
	}
	b = append(b, bits)
	b = binenc.Numbers(b, int64(t.No), int64(t.Account), int64(t.Date), int64(t.Amount), int64(t.Payee), int64(t.Category))
	b = packTransfer(b, &t.Transfer)
	b = binenc.Texts(b, t.ID, t.Memo, string(t.Cleared), t.FlagColour)
	if bits&hasOtherSource != 0 {
		b = binenc.Texts(b, t.SourceID)
	}
	if bits&hasBank != 0 {
		b = binenc.Texts(b, t.Bank.ImportID, t.Bank.PayeeName, t.Bank.PayeeNameOriginal, t.Bank.MatchedID)
	}
	if bits&hasMore != 0 {
		b = binenc.Texts(b, string(tables.JSON(more)))
	}
	if bits&hasParts != 0 {
		b = packParts(b, t.Parts)
	}
	return b
}

func packParts(b []byte, parts []budget.Part) []byte {
	b = binenc.Numbers(b, int64(len(parts)))
	for i := range parts {
		p := &parts[i]
		b = binenc.Numbers(b, int64(p.No), int64(p.Amount), int64(p.Payee), int64(p.Category))
		b = packTransfer(b, &p.Transfer)
		b = binenc.Texts(b, p.ID, p.SourceID, p.Memo, string(p.Extra))
	}
	return b
}

func packTransfer(b []byte, t *budget.Transfer) []byte {
	return binenc.Numbers(b, int64(t.Account), int64(t.Tx), int64(t.Part))
}

// packedRow is the unread part of a packed row.
type packedRow struct{ binenc.Reader }

func (r *packedRow) transfer() budget.Transfer {
	return budget.Transfer{Account: budget.AccountNo(r.Number()), Tx: budget.TxNo(r.Number()), Part: budget.PartNo(r.Number())}
}

func unpackRow(b []byte, t *budget.Transaction) {
	bits, r := b[0], packedRow{binenc.Reader{Rest: b[1:]}}
	*t = budget.Transaction{
		No: budget.TxNo(r.Number()), Account: budget.AccountNo(r.Number()), Date: civil.Date(r.Number()), Amount: money.Milli(r.Number()),
		Payee: budget.PayeeNo(r.Number()), Category: budget.CategoryNo(r.Number()), Transfer: r.transfer(),
		ID: r.Text(), Memo: r.Text(), Cleared: r.cleared(), FlagColour: r.Text(), Approved: bits&isApproved != 0,
	}
	t.SourceID = t.ID
	if bits&hasOtherSource != 0 {
		t.SourceID = r.Text()
	}
	if bits&hasBank != 0 {
		t.Bank = &budget.Bank{ImportID: r.Text(), PayeeName: r.Text(), PayeeNameOriginal: r.Text(), MatchedID: r.Text()}
	}
	if bits&hasMore != 0 {
		r.more(t)
	}
	if bits&hasParts != 0 {
		t.Parts = r.parts()
	}
}

// cleared reads the cleared state, without allocating a string.
func (r *packedRow) cleared() budget.Cleared {
	s := r.TextBytes()
	for _, known := range tables.ClearedCodes {
		if string(s) == string(known) {
			return known
		}
	}
	return budget.Cleared(s)
}

func (r *packedRow) more(t *budget.Transaction) {
	var more tables.More
	_ = json.Unmarshal([]byte(r.Text()), &more) // encoded by tables.JSON, so it cannot fail
	t.FlagName, t.DebtType, t.Transfer.TwoDates, t.Extra = more.FlagName, more.DebtType, more.TwoDates, more.Extra
	if more.ByRule != nil {
		t.ByRule = *more.ByRule
	}
	if more.Bank != nil {
		t.Bank.Match, t.Bank.Listed = more.Bank.Match, more.Bank.Listed
	}
}

func (r *packedRow) parts() []budget.Part {
	parts := make([]budget.Part, r.Number())
	for i := range parts {
		p := &parts[i]
		*p = budget.Part{
			No: budget.PartNo(r.Number()), Amount: money.Milli(r.Number()), Payee: budget.PayeeNo(r.Number()), Category: budget.CategoryNo(r.Number()),
			Transfer: r.transfer(), ID: r.Text(), SourceID: r.Text(), Memo: r.Text(),
		}
		if extra := r.Text(); extra != "" {
			p.Extra = json.RawMessage(extra)
		}
	}
	return parts
}
