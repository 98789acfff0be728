package register

import (
	"slices"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/budget"
	"holdover/internal/money"
	"holdover/internal/ui"
)

// rowFields is what stands in the form of a row: the texts of its fields, as
// they are typed. The form is drawn from them, and read into them again.
type rowFields struct {
	ID      string // of the row, "" for a new one
	Account string // its id
	// OneAccount says that a new row is added to the register of this account.
	OneAccount bool
	// AmountFirst says that the form begins with the amount, as what was paid just now is entered on a phone.
	AmountFirst bool
	Here        string // where a new row is entered, as placeIn reads it; it is never drawn again
	Date        string
	Cleared     string
	Flag        string
	lineFields
	Parts    []lineFields // of a split
	Override bool         // it may change although it is reconciled
	Seen     rows.Version // the transaction as it was when the form was drawn
	Opened   app.Opened   // the budget then
}

// lineFields is what a row and a part of a split have in common.
type lineFields struct {
	PartID    string // of the part that it was until now
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

// named is a record that a field names. Ref says which one was chosen, and for
// which text: "ID=TEXT". It counts as long as the text is still that one, so
// that of two payees with one name the right one is kept.
type named struct{ Text, Ref string }

func namedBy(id, text string) named {
	if id == "" {
		return named{}
	}
	return named{Text: text, Ref: id + "=" + text}
}

// id is the id of what was chosen, "" where the text is a name to be found.
func (n named) id() string {
	id, text, _ := strings.Cut(n.Ref, "=")
	if oneLine(text) != oneLine(n.Text) {
		return ""
	}
	return id
}

// oneLine is a text as a field of one line gives it back.
func oneLine(text string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(text) }

// toAccount marks the ref of an account, which a transfer goes to.
const toAccount = "account:"

// NewFields is an empty form.
func NewFields(account, date string, one bool) *rowFields {
	return &rowFields{Account: account, OneAccount: one, Date: date, Cleared: string(budget.Uncleared), lineFields: lineFields{Direction: goesOut}}
}

// FieldsOf is the form of a row as it is.
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
		Seen:       rows.VersionOf(&row.Row),
		Opened:     app.Opened{Change: f.Budget.Knowledge},
		lineFields: line(row.Amount, row.PayeeID, row.PayeeName, row.CategoryID, row.TransferAccountID, row.Memo),
	}
	for _, p := range row.Parts {
		part := line(p.Amount, p.PayeeID, p.PayeeName, p.CategoryID, p.TransferAccountID, p.Memo)
		part.PartID = p.ID
		fields.Parts = append(fields.Parts, part)
	}
	return fields
}

// AsNew is the form of another row like it.
func (f *rowFields) AsNew() *rowFields {
	f.ID, f.Seen, f.Opened = "", "", app.Opened{}
	for i := range f.Parts {
		f.Parts[i].PartID = ""
	}
	return f
}

// setAmount writes an amount: its direction and, without sign, its figure.
func (l *lineFields) setAmount(format money.Format, amount money.Milli) {
	l.Direction, l.Amount = comesIn, format.Text(amount.Abs())
	if amount < 0 {
		l.Direction = goesOut
	}
}

// DropBlankParts takes new parts away that nothing was typed into.
func (f *rowFields) DropBlankParts() {
	f.Parts = slices.DeleteFunc(f.Parts, func(p lineFields) bool {
		return p.PartID == "" && strings.TrimSpace(p.Payee.Text+p.Category.Text+p.Notes+p.Amount) == ""
	})
}

// TypedFields is the form of a row as it was sent.
func TypedFields(r *ui.Request) (*rowFields, error) {
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	get := r.PostForm.Get
	fields := &rowFields{
		ID: get("row"), Account: get("account"), Date: get("date"), Cleared: get("cleared"), Flag: get("flag"), Override: get("even") == "1", OneAccount: get("one-account") == "1", AmountFirst: get("amount-first") == "1", Here: get("here"), Seen: rows.Version(get("seen")), Opened: r.Opened(),
		lineFields: typedLine(get, ""),
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
