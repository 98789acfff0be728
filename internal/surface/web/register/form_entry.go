package register

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// RowReading converts a row's form into an entry. It collects errors by field, so that all are reported at once.
type RowReading struct {
	form       *rows.Form
	Fields     *rowFields
	today      civil.Date
	categories map[string][]string // ids by accepted names
	Faults     rowFaults
}

// rowFaults maps fields of a form to errors: "date", "part-2-amount". "" is the whole form.
type rowFaults map[string]ui.FaultText

func NewRowReading(form *rows.Form, fields *rowFields, today civil.Date) *RowReading {
	return &RowReading{form: form, Fields: fields, today: today, categories: categoryCalls(form), Faults: rowFaults{}}
}

// Entry returns the typed row; it is valid only if there are no errors.
func (rd *RowReading) Entry() rows.Entry {
	f := rd.Fields
	own := rd.line("", &f.lineFields, rd.was())
	entry := rows.Entry{
		Account: f.Account, Date: rd.date(), Amount: own.Amount, Payee: own.Payee, PayeeName: own.PayeeName, Category: own.Category,
		TransferTo: own.TransferTo, Memo: own.Memo, Cleared: f.Cleared, FlagColour: f.Flag,
	}
	if row := rd.form.Row; row != nil && row.FlagColour == f.Flag {
		entry.FlagName = row.FlagName
	}
	if len(f.Parts) > 0 {
		entry.Category, entry.TransferTo = "", ""
	}
	if entry.TransferTo != "" {
		entry.OtherDate = rd.otherDate()
	}
	for i := range f.Parts {
		part := rd.line("part-"+strconv.Itoa(i+1)+"-", &f.Parts[i], rd.partWas(f.Parts[i].PartID))
		part.ID = f.Parts[i].PartID
		entry.Parts = append(entry.Parts, part)
	}
	return entry
}

// before is a line before the edit.
type before struct {
	amount money.Milli
	memo   string
}

func (rd *RowReading) was() before {
	if rd.form.Row == nil {
		return before{}
	}
	return before{rd.form.Row.Amount, rd.form.Row.Memo}
}

func (rd *RowReading) partWas(id string) before {
	if rd.form.Row != nil && id != "" {
		for _, p := range rd.form.Row.Parts {
			if p.ID == id {
				return before{p.Amount, p.Memo}
			}
		}
	}
	return before{}
}

func (rd *RowReading) line(at string, l *lineFields, was before) rows.PartEntry {
	out := rows.PartEntry{Memo: l.Notes}
	if strings.ReplaceAll(was.memo, "\r\n", "\n") == l.Notes {
		out.Memo = was.memo
	}
	var err error
	if out.Amount, err = rd.amount(l, was.amount); err != nil {
		rd.refuse(at+"amount", err)
	}
	if err := rd.party(l.Payee, &out); err != nil {
		rd.refuse(at+"payee", err)
	}
	if out.Category, err = rd.category(l.Category); err != nil {
		rd.refuse(at+"category", err)
	}
	return out
}

func (rd *RowReading) refuse(field string, err error) { rd.Faults[field] = ui.FaultOf(err) }

// amount parses an amount and applies the sign of its direction, unless the text has a sign.
func (rd *RowReading) amount(l *lineFields, was money.Milli) (money.Milli, error) {
	format := rd.form.Budget.CurrencyFormat
	text := unsymboled(format, l.Amount)
	if text == "" {
		return 0, apperr.New(apperr.Invalid, "the amount is missing").WithHint("write it like %s, or 0", format.Text(format.Rounded(12500)))
	}
	sign := money.Milli(1)
	if l.Direction == goesOut && text[0] != '-' && text[0] != '+' {
		sign = -1
	}
	amount, err := amountparse.Amount(format, strings.TrimPrefix(text, "+"), was.Abs())
	return sign * amount, err
}

// unsymboled removes a symbol before the sign of an amount.
func unsymboled(format money.Format, text string) string {
	if format.CurrencySymbol != "" {
		text = strings.ReplaceAll(text, format.CurrencySymbol, "")
	}
	text = strings.NewReplacer("\u2212", "-", "\u2013", "-").Replace(text)
	return strings.TrimSpace(text)
}

// party sets the payee of a line, or the other account of a transfer: a chosen record, or one found or created by
// name.
func (rd *RowReading) party(n named, out *rows.PartEntry) error {
	id := n.id()
	account, isAccount := strings.CutPrefix(id, toAccount)
	switch {
	case isAccount:
		out.TransferTo = account
	case id != "":
		out.Payee = id
	case strings.TrimSpace(n.Text) != "":
		return rd.partyNamed(n.Text, out)
	}
	return nil
}

func (rd *RowReading) partyNamed(text string, out *rows.PartEntry) error {
	key, hits := budget.NameKey(text), 0
	for _, acc := range rd.form.Accounts {
		if !acc.Closed && slices.ContainsFunc(budget.TypedTransfers(acc.Name), func(typed string) bool { return key == budget.NameKey(typed) }) {
			out.TransferTo = acc.ID
			hits++
		}
	}
	switch hits {
	case 0:
		out.PayeeName = text
	case 1:
	default:
		return apperr.New(apperr.Invalid, "%d open accounts have this name", hits).WithHint("choose one from the list")
	}
	return nil
}

func (rd *RowReading) category(n named) (string, error) {
	text := strings.TrimSpace(n.Text)
	if id := n.id(); id != "" || text == "" {
		return id, nil
	}
	switch ids := rd.categories[budget.NameKey(text)]; len(ids) {
	case 0:
		return "", apperr.New(apperr.Invalid, "category %q not found", text).WithHint("choose one from the list, or add it on the Budget page")
	case 1:
		return ids[0], nil
	default:
		return "", apperr.New(apperr.Invalid, "%d categories are named %q", len(ids), text).WithHint("put the group before it, like Bills: Rent")
	}
}

func (rd *RowReading) date() civil.Date {
	d, err := ui.ReadDate(rd.form.Budget.DateFormat, rd.Fields.Date, rd.today)
	if err != nil {
		rd.refuse("date", err)
	}
	return d
}

// otherDate returns the date of the other side of a transfer, or zero for the transfer's date. A form without the field
// leaves it as it is.
func (rd *RowReading) otherDate() civil.Date {
	typed := rd.Fields.OtherDate
	if typed == nil && rd.form.Row != nil {
		return rd.form.Row.OtherDate
	}
	if typed == nil || strings.TrimSpace(*typed) == "" {
		return 0
	}
	d, err := ui.ReadDate(rd.form.Budget.DateFormat, *typed, rd.today)
	if err != nil {
		rd.refuse("other-date", err)
	}
	return d
}

// left returns the amount not yet assigned to parts; ok is false if an amount is invalid. A part without amount
// counts as zero.
func (rd *RowReading) left() (money.Milli, bool) {
	left, err := rd.amount(&rd.Fields.lineFields, rd.was().amount)
	if err != nil {
		return 0, false
	}
	for i := range rd.Fields.Parts {
		p := &rd.Fields.Parts[i]
		if unsymboled(rd.form.Budget.CurrencyFormat, p.Amount) == "" {
			continue
		}
		amount, err := rd.amount(p, rd.partWas(p.PartID).amount)
		if err != nil {
			return 0, false
		}
		left -= amount
	}
	return left, true
}
