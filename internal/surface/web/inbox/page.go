package inbox

import (
	"holdover/internal/app/registers"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/register"
)

// Page lists the transactions to approve.
type Page struct {
	ui.Frame
	Summary    string
	DoURL      string // handles changes; empty for a viewer
	MenuURL    string // address of a row's menu; empty for a viewer
	Ready      int    // number of transactions that do not lack a category
	Shown      string // their ids
	ReadyLabel string
	Categories []ui.OptionGroup
	Rows       []Row
	Pager      ui.Pager
	AllURL     string // the same transactions in the register, for changing many at once
}

// Row is a transaction to approve.
type Row struct {
	ID, Label     string
	DoURL         string // address that approves it; empty for a viewer
	KeepURL       string // address that saves only its category
	Back          string
	Date, ISODate string
	Account       string
	Payee         string
	Notes         ui.Notes
	Parts         []Part
	Matched       bool // an entered transaction that was matched with the bank's
	Amount        ui.Figure
	Category      register.CategoryText // if it is not chosen here
	Field         *CategoryField
}

type Part struct {
	Category register.CategoryText
	Amount   ui.Figure
}

type CategoryField struct {
	Text, Ref string
	Stood     string // the transaction's category
	Suggested bool   // the category is the last one of its payee, and not yet the transaction's
}

func (*Page) Template() string { return "inbox" }

func page(got *registers.Inbox, r *ui.Request) *Page {
	p := &Page{
		Frame: ui.Frame{Title: "To approve", Sidebar: ui.SidebarOf(&got.Frame, ui.OnInbox, "")}, Summary: humanize.Number(got.Total, "transaction", "transactions"),
		Ready: got.Ready, Shown: got.Shown, Pager: pager(r, got), Categories: register.CategoryChoices(&got.Form, r.Today.Month()), AllURL: r.Account(ui.AllAccounts) + "?unapproved=1",
	}
	if lacking := got.Total - got.Ready; lacking > 0 {
		p.Summary += ", " + humanize.Number(lacking, "needs a category", "need a category")
	}
	if got.MayChange() {
		p.DoURL, p.MenuURL = r.To("do/"), r.To("menu")
	}
	p.ReadyLabel = "Approve all " + humanize.Count(got.Ready) + " that have a category"
	if got.Ready == 1 {
		p.ReadyLabel = "Approve the one that has a category"
	}
	d := drawing{Inbox: got, Figures: ui.Figures{Format: got.Budget.CurrencyFormat}, Links: r.Links, words: register.NewWords(&got.Form), here: r.HereAfter()}
	for i := range got.Rows {
		p.Rows = append(p.Rows, d.row(&got.Rows[i]))
	}
	return p
}

type drawing struct {
	*registers.Inbox
	ui.Figures
	ui.Links
	words *register.Words
	here  string // the page to return to
}

func (d *drawing) row(r *registers.InboxRow) Row {
	date, amount := r.Date.In(d.Budget.DateFormat), d.Plain(r.Amount)
	row := Row{
		ID: r.ID, Label: register.RowLabel(r.PayeeName, date, amount.Text), Date: date, ISODate: r.Date.String(), Account: r.AccountName, Payee: r.PayeeName, Notes: d.NotesOf(r.Memo, d.Tags), Matched: r.Matched, Amount: amount,
		Category: d.words.Category(r.AccountID, r.CategoryID, r.TransferAccountID),
	}
	if d.MayChange() {
		row.DoURL, row.KeepURL, row.Back = d.To("do/approve-row"), d.To("do/categorise-row"), d.here
	}
	for i := range r.Parts {
		part := &r.Parts[i]
		row.Parts = append(row.Parts, Part{d.words.Category(r.AccountID, part.CategoryID, part.TransferAccountID), d.Plain(part.Amount)})
	}
	if r.Takes && d.MayChange() {
		row.Field = &CategoryField{Text: d.words.Label(r.CategoryID), Ref: d.words.Ref(r.CategoryID), Stood: d.words.Label(r.CategoryID)}
		if r.Suggested != "" {
			row.Field.Text, row.Field.Ref, row.Field.Suggested = d.words.Label(r.Suggested), d.words.Ref(r.Suggested), true
		}
	}
	return row
}
