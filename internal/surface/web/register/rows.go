package register

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"holdover/internal/app/registers"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// manyParts is the maximum number of parts of a split that are shown initially, unless one matches the filter.
const manyParts = 4

// registerPage renders a register's page for a user at an address.
func registerPage(got *registers.Page, l *listing, here string, today civil.Date) *RegisterPage {
	d := &rowDrawing{
		Page: got, Figures: ui.Figures{Format: got.Budget.CurrencyFormat}, Links: ui.LinksOf(got.Budget.ID), listing: *l, here: here, back: url.Values{"back": {here}}.Encode(), today: today,
		words: WordsOf(got.Names, got.Accounts),
	}
	d.Running = d.Running && !d.all()
	p := d.head()
	p.Rows = make([]RegisterRow, len(got.Rows))
	for i := range got.Rows {
		p.Rows[i] = d.row(&got.Rows[i])
	}
	p.Coming = d.coming()
	return p
}

// rowDrawing renders the rows of a register.
type rowDrawing struct {
	*registers.Page
	ui.Figures
	ui.Links
	listing listing
	here    string // the page to return to
	back    string // the same, for addresses
	today   civil.Date
	words   *Words
}

// all reports whether the register shows all accounts.
func (d *rowDrawing) all() bool { return d.listing.Account == "" }

func (d *rowDrawing) row(r *registers.Row) RegisterRow {
	date, amount := r.Date.In(d.Budget.DateFormat), d.Plain(r.Amount)
	row := RegisterRow{
		ID: r.ID, Label: RowLabel(r.PayeeName, date, amount.Text), Date: date, ISODate: r.Date.String(), WithAccount: d.all(),
		Payee: r.PayeeName, Notes: d.notes(r.Memo), Milli: int64(r.Amount), Amount: amount, Cleared: clearedMark(r.Row.Cleared),
		Flag: FlagName(r.FlagColour), FlagName: r.FlagName, Future: r.Date > d.today, Unapproved: !r.Approved, Collapsed: len(r.Parts) > manyParts && d.listing.Filter.Category == "",
		Category: d.words.Category(r.AccountID, r.CategoryID, r.TransferAccountID),
	}
	if d.all() {
		row.Account, row.URL = r.AccountName, d.Links.Account(r.AccountID)
	}
	if r.OtherDate != 0 {
		row.OtherDate = otherDateText(r) + " " + r.OtherDate.In(d.Budget.DateFormat)
		if row.Category.Kind == NoneNeeded { // the payee says that it is a transfer
			row.Category.Name, row.OtherDate = ui.Sentence(row.OtherDate), ""
		}
	}
	if d.MayChange() {
		row.EditURL = d.To("rows/") + url.PathEscape(r.ID) + "?" + d.back
	} else if r.PayeeID != "" {
		row.PayeeURL = payeeURL(d.Links, r.PayeeID)
	}
	if row.Receipts = r.Receipts; row.Receipts > 0 {
		row.ReceiptsURL = receiptsURL(d.Links, r.ID, d.here)
	}
	if d.Running {
		row.Balance = new(d.Plain(r.Balance))
	}
	for _, p := range r.Parts {
		row.Parts = append(row.Parts, PartRow{
			Payee: p.PayeeName, Notes: d.notes(p.Memo), Amount: d.Plain(p.Amount), Category: d.words.Category(r.AccountID, p.CategoryID, p.TransferAccountID),
			Aside: d.aside(p.CategoryID), WithAccount: d.all(), WithBalance: d.Running,
		})
	}
	return row
}

// otherDateText returns what happens on the other date of a transfer.
func otherDateText(r *registers.Row) string {
	switch later := r.OtherDate > r.Date; {
	case r.Amount <= 0 && later:
		return "arrives"
	case r.Amount <= 0:
		return "arrived"
	case later:
		return "leaves"
	}
	return "left"
}

// aside reports whether a part does not match the requested category.
func (d *rowDrawing) aside(category string) bool {
	if asked := d.listing.Filter.Category; asked == "" || d.Names[asked].Card == "" {
		return asked != "" && category != asked
	}
	return d.Names[category].Income // a card payment category has no parts
}

// longNotes is the maximum number of characters of notes in a column.
const longNotes = 40

func (d *rowDrawing) notes(text string) NotesText { return notesText(d.NotesOf(text, d.Tags)) }

func notesText(n ui.Notes) NotesText {
	return NotesText{Notes: n, Long: utf8.RuneCountInString(n.Text) > longNotes || strings.Contains(n.Text, "\n")}
}

// RowLabel names a transaction for screen readers.
func RowLabel(payee, date, amount string) string {
	if payee == "" {
		return date + ", " + amount
	}
	return payee + ", " + date + ", " + amount
}

func clearedMark(state string) ClearedMark {
	switch budget.Cleared(state) {
	case budget.ClearedYes:
		return IsCleared
	case budget.Reconciled:
		return IsReconciled
	case budget.Uncleared:
	}
	return NotCleared
}

// FlagName returns a colour if the style sheet contains it, otherwise "".
func FlagName(colour string) string {
	if slices.Contains(budget.FlagColours, colour) {
		return colour
	}
	return ""
}

// flagText returns a colour as the first word of a label.
func flagText(colour string) string {
	if FlagName(colour) == "" {
		return colour
	}
	return ui.Sentence(colour)
}
