package budget

import (
	"cmp"
	"encoding/json"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Cleared is the bank's confirmation of a transaction.
type Cleared string

// The cleared states of the source.
const (
	Uncleared  Cleared = "uncleared"
	ClearedYes Cleared = "cleared"
	Reconciled Cleared = "reconciled"
)

// FlagColours lists the source's flag colours, which the pages can draw.
var FlagColours = []string{"red", "orange", "yellow", "green", "blue", "purple"}

// Transaction is an entry of an account's register. If it has Parts, only the parts count for categories: their
// amounts sum to Amount, and Category is zero.
type Transaction struct {
	No         TxNo        `json:"no"`
	ID         string      `json:"id"`
	SourceID   string      `json:"source_id,omitempty"`
	Account    AccountNo   `json:"account"`
	Date       civil.Date  `json:"date"`
	Amount     money.Milli `json:"amount"`
	Payee      PayeeNo     `json:"payee,omitempty"`
	Category   CategoryNo  `json:"category,omitempty"`
	Memo       string      `json:"memo,omitempty"`
	Cleared    Cleared     `json:"cleared"`
	Approved   bool        `json:"approved"`
	FlagColour string      `json:"flag_color,omitempty"`
	FlagName   string      `json:"flag_name,omitempty"`
	Transfer   Transfer    `json:"transfer,omitzero"`
	Parts      []Part      `json:"parts,omitempty"`
	Bank       *Bank       `json:"bank,omitempty"`
	// DebtType is the source's debt_transaction_type (payment, interest, …).
	DebtType string          `json:"debt_type,omitempty"`
	ByRule   ByRule          `json:"by_rule,omitzero"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// Part is a part of a split transaction.
type Part struct {
	No       PartNo          `json:"no"`
	ID       string          `json:"id"`
	SourceID string          `json:"source_id,omitempty"`
	Amount   money.Milli     `json:"amount"`
	Payee    PayeeNo         `json:"payee,omitempty"`
	Category CategoryNo      `json:"category,omitempty"`
	Memo     string          `json:"memo,omitempty"`
	Transfer Transfer        `json:"transfer,omitzero"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// Stay gives a rebuilt part the identity of the part that it replaces: number, ids and the source's other fields.
func (p *Part) Stay(was *Part) {
	p.No, p.ID, p.SourceID, p.Extra = was.No, was.ID, was.SourceID, was.Extra
}

// Transfer is the other side of a transfer. Account is set on every side; Tx is the transaction on the other side,
// and Part the part of it if the other side is a part. Tx is zero if the two sides could not be linked.
type Transfer struct {
	Account AccountNo `json:"account,omitempty"`
	Tx      TxNo      `json:"tx,omitempty"`
	Part    PartNo    `json:"part,omitempty"`
	// TwoDates is set on both sides if their dates differ. Both sides are whole transactions then. Between two
	// accounts on budget, the amount is on its way from the earlier date to the later one.
	TwoDates bool `json:"two_dates,omitempty"`
}

// Side identifies one side of a transfer: a transaction or a part of it.
type Side struct {
	Tx   TxNo
	Part PartNo // zero for a whole transaction
}

// OtherSide is the other side of a transfer, with what the transfer records about both.
type OtherSide struct {
	Side
	TwoDates bool
}

// Link sets the other side of a transfer on the transaction or on one of its parts.
func (t *Transaction) Link(part PartNo, other OtherSide) {
	to := &t.Transfer
	for i := range t.Parts {
		if t.Parts[i].No == part {
			to = &t.Parts[i].Transfer
		}
	}
	to.Tx, to.Part, to.TwoDates = other.Tx, other.Part, other.TwoDates
}

// Bank contains data of a transaction from a bank's file or feed.
type Bank struct {
	ImportID          string `json:"import_id,omitempty"`
	PayeeName         string `json:"payee_name,omitempty"`
	PayeeNameOriginal string `json:"payee_name_original,omitempty"`
	MatchedID         string `json:"matched_id,omitempty"` // the source's matched_transaction_id
	// Match is set if the transaction was matched here.
	Match *Match `json:"match,omitempty"`
	// Listed are other forms in which the bank has listed the transaction, the oldest first.
	Listed []Listing `json:"listed,omitempty"`
}

// Listing is a transaction as one file of the bank listed it.
type Listing struct {
	ImportID string      `json:"import_id,omitempty"`
	Date     civil.Date  `json:"date"`
	Amount   money.Milli `json:"amount"`
	Text     string      `json:"text,omitempty"` // the bank's text for the payee
}

// HasOnlyID reports whether nothing but the import id is known.
func (b *Bank) HasOnlyID() bool {
	return b.PayeeName == "" && b.PayeeNameOriginal == "" && b.MatchedID == "" && b.Match == nil && len(b.Listed) == 0
}

// Text returns the bank's text for the payee.
func (b *Bank) Text() string {
	if b == nil {
		return ""
	}
	return cmp.Or(b.PayeeNameOriginal, b.PayeeName)
}

// Match records how an imported transaction was merged into an existing one, so that the two can be separated again.
type Match struct {
	Came     Transaction `json:"came"`               // the imported transaction as it would have been added
	Cleared  Cleared     `json:"cleared"`            // of the existing transaction, before the match
	Bank     *Bank       `json:"bank,omitempty"`     // of the existing transaction, before the match
	Approved bool        `json:"approved,omitempty"` // of the existing transaction, before the match
	Date     civil.Date  `json:"date,omitempty"`     // of the existing transaction, before the match; zero if it did not change
}

// Line is an amount that counts for a category: a whole transaction or a part of a split.
type Line struct {
	Amount   money.Milli
	Category CategoryNo
	Payee    PayeeNo
	Transfer Transfer
	Part     PartNo // zero for a whole transaction
}

// Lines yields the parts of the transaction in order, or the transaction itself.
func (t *Transaction) Lines(yield func(Line) bool) {
	if len(t.Parts) == 0 {
		yield(Line{Amount: t.Amount, Category: t.Category, Payee: t.Payee, Transfer: t.Transfer})
		return
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		if !yield(Line{Amount: p.Amount, Category: p.Category, Payee: p.Payee, Transfer: p.Transfer, Part: p.No}) {
			return
		}
	}
}

// Flow is money that entered or left a set of accounts on a day, without transfers between them.
type Flow struct {
	Date   civil.Date
	Amount money.Milli
}

// Scheduled is a transaction in the future, once or recurring.
type Scheduled struct {
	No              ScheduledNo `json:"no"`
	ID              string      `json:"id"`
	SourceID        string      `json:"source_id,omitempty"`
	Account         AccountNo   `json:"account"`
	DateFirst       civil.Date  `json:"date_first"`
	DateNext        civil.Date  `json:"date_next"`
	Frequency       string      `json:"frequency"` // the source's word; an unknown one is stored and never entered automatically
	Amount          money.Milli `json:"amount"`
	Payee           PayeeNo     `json:"payee,omitempty"`
	Category        CategoryNo  `json:"category,omitempty"`
	Memo            string      `json:"memo,omitempty"`
	FlagColour      string      `json:"flag_color,omitempty"`
	FlagName        string      `json:"flag_name,omitempty"`
	TransferAccount AccountNo   `json:"transfer_account,omitempty"`
	Parts           []Part      `json:"parts,omitempty"`
	AutoEnter       bool        `json:"by_itself,omitempty"` // entered automatically on its date
	Interest        bool        `json:"interest,omitempty"`  // the amount is the month's interest of the account's loan, computed when it is entered
	Until           civil.Date  `json:"until,omitempty"`     // the last possible date; zero for no end
	Weekend         string      `json:"weekend,omitempty"`   // how dates on weekends move: before, after, nearest
	Pattern         string      `json:"pattern,omitempty"`   // the day of the month, such as 2-friday; empty for that of the first date
	// Spread is how far the amount of its transactions may differ, SpreadPercent the same in per cent of the amount. At
	// most one of them is set.
	Spread        money.Milli     `json:"spread,omitempty"`
	SpreadPercent int             `json:"spread_percent,omitempty"`
	Extra         json.RawMessage `json:"extra,omitempty"`
}
