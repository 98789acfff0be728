package register

import (
	"slices"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// rowFields contains the texts of a row's form as typed. The form is rendered from them and parsed into them.
type rowFields struct {
	ID      string // id of the row; "" for a new one
	Account string // id of the account
	// OneAccount is set if a new row is added in the register of this account.
	OneAccount bool
	// AmountFirst is set if the form begins with the amount, for a payment made just now, entered on a phone.
	AmountFirst bool
	Here        string // position of a new row, as parsePosition parses it; it is never rendered
	Date        string
	OtherDate   *string // of the other side of a transfer; nil if the form has no field for it
	Cleared     string
	Flag        string
	lineFields
	Parts    []lineFields     // parts of a split
	Override bool             // the user confirmed changing a reconciled row
	Seen     rows.Fingerprint // version of the transaction when the form was rendered
	Opened   app.Opened       // version of the budget at that time
	Request  string           // key of the request that saves the form
}

// lineFields are the common fields of a row and a part of a split.
type lineFields struct {
	PartID    string // id of the part; empty for a new one
	Payee     named
	Category  named
	Notes     string
	Direction string // goesOut or comesIn
	Amount    string // without sign
}

// The directions of money.
const (
	goesOut = "out"
	comesIn = "in"
)

// named is a record that a field names. Ref contains the id of the chosen record and the text at that time, as
// "ID=TEXT". It is used only while the text is unchanged, so that the right one of two payees with the same name is
// used.
type named struct{ Text, Ref string }

func namedBy(id, text string) named {
	if id == "" {
		return named{}
	}
	return named{Text: text, Ref: id + "=" + text}
}

// id returns the id of the chosen record, or "" if the text is a name to look up.
func (n named) id() string {
	id, text, _ := strings.Cut(n.Ref, "=")
	if oneLine(text) != oneLine(n.Text) {
		return ""
	}
	return id
}

// oneLine returns a text as a single-line field submits it.
func oneLine(text string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(text) }

// toAccount is the prefix of a ref to an account, for a transfer.
const toAccount = "account:"

// NewFields returns an empty form.
func NewFields(account, date string, one bool) *rowFields {
	return &rowFields{Account: account, OneAccount: one, Date: date, Cleared: string(budget.Uncleared), lineFields: lineFields{Direction: goesOut}}
}

// FieldsOf returns the form of an existing row.
func FieldsOf(f *rows.Form) *rowFields {
	row, format := f.Row, f.Budget.CurrencyFormat
	names := categoryLabels(f)
	line := func(amount money.Milli, payee, payeeName, category, transfer, memo string) lineFields {
		l := lineFields{Payee: namedBy(payee, payeeName), Category: namedBy(category, names[category]), Notes: memo}
		if transfer != "" {
			l.Payee = namedBy(toAccount+transfer, budget.TransferPayee+ui.AccountName(transfer, f.Accounts, ""))
		}
		l.setAmount(format, amount)
		return l
	}
	fields := &rowFields{
		ID: row.ID, Account: row.AccountID, Date: row.Date.In(f.Budget.DateFormat), Cleared: row.Cleared, Flag: row.FlagColour,
		Seen:       rows.FingerprintOf(&row.Row),
		Opened:     app.Opened{Change: f.Budget.Knowledge},
		lineFields: line(row.Amount, row.PayeeID, row.PayeeName, row.CategoryID, row.TransferAccountID, row.Memo),
	}
	if row.TransferAccountID != "" {
		fields.OtherDate = new(row.OtherDate.In(f.Budget.DateFormat))
	}
	for _, p := range row.Parts {
		part := line(p.Amount, p.PayeeID, p.PayeeName, p.CategoryID, p.TransferAccountID, p.Memo)
		part.PartID = p.ID
		fields.Parts = append(fields.Parts, part)
	}
	return fields
}

// AsNew returns the form of a new row with the same values.
func (f *rowFields) AsNew() *rowFields {
	f.ID, f.Seen, f.Opened = "", "", app.Opened{}
	for i := range f.Parts {
		f.Parts[i].PartID = ""
	}
	return f
}

// setAmount sets the direction of an amount and its figure without sign.
func (l *lineFields) setAmount(format money.Format, amount money.Milli) {
	l.Direction, l.Amount = comesIn, format.Text(amount.Abs())
	if amount < 0 {
		l.Direction = goesOut
	}
}

// DropBlankParts removes new parts with only empty fields.
func (f *rowFields) DropBlankParts() {
	f.Parts = slices.DeleteFunc(f.Parts, func(p lineFields) bool {
		return p.PartID == "" && strings.TrimSpace(p.Payee.Text+p.Category.Text+p.Notes+p.Amount) == ""
	})
}

// TypedFields returns the submitted form of a row.
func TypedFields(r *ui.Request) (*rowFields, error) {
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	get := r.PostForm.Get
	fields := &rowFields{
		ID: get("row"), Account: get("account"), Date: get("date"), Cleared: get("cleared"), Flag: get("flag"), Override: get("even") == "1", OneAccount: get("one-account") == "1", AmountFirst: get("amount-first") == "1", Here: get("here"), Seen: rows.Fingerprint(get("seen")), Opened: r.Opened(), Request: r.RequestKey(nil),
		lineFields: typedLine(get, ""),
	}
	if r.PostForm.Has("other-date") {
		fields.OtherDate = new(get("other-date"))
	}
	for i := range r.PostForm["part-id"] {
		fields.Parts = append(fields.Parts, typedLine(func(name string) string {
			if all := r.PostForm[name]; i < len(all) {
				return all[i]
			}
			return ""
		}, "part-"))
	}
	return fields, nil
}

func typedLine(get func(string) string, prefix string) lineFields {
	l := lineFields{
		PartID:   get("part-id"),
		Payee:    named{get(prefix + "payee"), get(prefix + "payee-ref")},
		Category: named{get(prefix + "category"), get(prefix + "category-ref")},
		Notes:    strings.ReplaceAll(get(prefix+"notes"), "\r\n", "\n"), Direction: get(prefix + "direction"), Amount: get(prefix + "amount"),
	}
	if l.Direction != comesIn {
		l.Direction = goesOut
	}
	if prefix == "" {
		l.PartID = ""
	}
	return l
}
