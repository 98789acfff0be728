package web

import (
	"math"
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/store"
)

// rowMenu draws what can be done with one row.
type rowMenu struct {
	*asking
	figures
	frame *app.Frame
	row   *app.Row
	all   *app.ChosenRows
}

// onRow is a menu about one row.
func onRow(draw func(*rowMenu) *MenuPage) menuKind {
	return func(a *asking, about string) (*MenuPage, *app.Frame, error) {
		f, err := a.app.Frame(a.ctx, a.who, a.id)
		if err != nil {
			return nil, nil, err
		}
		chosen, err := a.app.ChosenRows(a.ctx, a.who, a.id, app.TheRows(about))
		if err != nil {
			return nil, nil, err
		}
		m := &rowMenu{asking: a, figures: figures{f.Budget.CurrencyFormat}, frame: &f, row: chosen.One, all: &chosen}
		p := draw(m)
		date, amount := m.row.Date.In(f.Budget.DateFormat), m.plain(m.row.Amount)
		p.Sub = date + ", " + amount.Text
		if p.Heading == "" {
			p.Heading = m.row.PayeeName
		}
		if p.Heading == "" {
			p.Heading = "No payee"
		}
		return p, &f, nil
	}
}

func (m *rowMenu) rows() Field { return hiddenField("rows", m.row.ID) }

func (m *rowMenu) menu() *MenuPage {
	p := &MenuPage{}
	if m.frame.MayChange() {
		p.Items = append(p.Items, MenuItem{Label: "Edit", URL: m.editURL(), RowForm: true}, m.do("Duplicate", "duplicate-rows", m.rows()))
		p.Items = append(p.Items, m.mark()...)
		flag := m.do("Flag", "rows-flag", m.rows()).ask("Set the flag", flagField(m.row.FlagColour))
		p.Items = append(p.Items, flag)
		if !m.row.Approved {
			p.Items = append(p.Items, m.do("Approve", "rows-approve", m.rows()))
		}
	}
	links := m.ways()
	if len(links) > 0 && len(p.Items) > 0 {
		links[0].Apart = true
	}
	p.Items = append(p.Items, links...)
	if m.frame.MayChange() {
		p.Items = append(p.Items, m.remove())
	}
	return p
}

func (m *rowMenu) editURL() string {
	return m.to("rows/") + url.PathEscape(m.row.ID) + "?" + url.Values{"back": {m.back}}.Encode()
}

// mark is the way from one cleared state to the others.
func (m *rowMenu) mark() []MenuItem {
	set := func(label string, to budget.Cleared) MenuItem {
		it := m.do(label, "rows-cleared", m.rows(), hiddenField("cleared", string(to)))
		if m.row.Cleared == string(budget.Reconciled) {
			it.Hidden = append(it.Hidden, hiddenField("even", "1"))
		}
		return it
	}
	switch budget.Cleared(m.row.Cleared) {
	case budget.ClearedYes:
		return []MenuItem{set("Mark as not cleared", budget.Uncleared)}
	case budget.Reconciled:
		return []MenuItem{set("No longer reconciled, but cleared", budget.ClearedYes), set("No longer reconciled, not cleared", budget.Uncleared)}
	case budget.Uncleared:
	}
	return []MenuItem{set("Mark as cleared", budget.ClearedYes)}
}

// ways lead from the row to what hangs together with it.
func (m *rowMenu) ways() []MenuItem {
	var items []MenuItem
	r := m.row
	if r.TransferTransactionID != "" {
		items = append(items, MenuItem{Label: "Other side, in " + m.accountName(r.TransferAccountID), URL: m.at(r.TransferAccountID, r.Date, r.TransferTransactionID)})
	}
	if r.CategoryID != "" {
		month := r.Date.Month()
		items = append(items, MenuItem{Label: r.CategoryName + " in the budget of " + month.Name(), URL: m.month(month) + "#c-" + url.PathEscape(r.CategoryID)})
	}
	if r.PayeeID != "" {
		items = append(items, MenuItem{Label: "All rows of " + r.PayeeName, URL: m.register(&listing{Filter: app.RowFilter{Payee: r.PayeeID}})})
	}
	return items
}

// at is the page of an account's register that begins with a day, at a row.
func (l links) at(account string, day cal.Date, row string) string {
	newest := positionText(store.Position{Date: day, No: math.MaxInt64})
	return l.account(account) + "?" + url.Values{"after": {newest}}.Encode() + "#t-" + url.PathEscape(row)
}

func (m *rowMenu) accountName(id string) string {
	for i := range m.frame.Accounts {
		if m.frame.Accounts[i].ID == id {
			return m.frame.Accounts[i].Name
		}
	}
	return "another account"
}

func (m *rowMenu) remove() MenuItem {
	it := m.do("Delete", "delete-rows", m.rows()).ask("Delete")
	it.Danger, it.Apart, it.Guarded = true, true, true
	it.Intro = deletion(m.all, m.symbol(m.all.Sum).Text)
	return it
}

// deletion says what deleting rows takes away.
func deletion(c *app.ChosenRows, sum string) string {
	if c.One != nil {
		return deletionOfOne(c, sum)
	}
	text := []string{counted(c.Count, "transaction", "transactions") + " over " + sum + " will be gone."}
	if c.Transfers > 0 {
		text = append(text, counted(c.Transfers, "is a transfer: its other side goes", "are transfers: their other sides go")+" too.")
	}
	if c.Reconciled > 0 {
		text = append(text, counted(c.Reconciled, "is", "are")+" reconciled.")
	}
	return strings.Join(append(text, "Undo brings everything back."), " ")
}

func deletionOfOne(c *app.ChosenRows, sum string) string {
	text := "The transaction over " + sum + " will be gone"
	if c.Transfers > 0 {
		text += ", and the other side of its transfer too"
	}
	if c.Reconciled > 0 {
		text += ". It is reconciled"
	}
	return text + ". Undo brings everything back."
}

// flag offers the colours.
func (m *rowMenu) flag() *MenuPage {
	p := &MenuPage{Heading: "Flag"}
	for _, colour := range append([]string{""}, flagColours...) {
		if colour == m.row.FlagColour {
			continue
		}
		it := m.do(flagLabel(colour), "rows-flag", m.rows(), hiddenField("flag", colour))
		it.Flag = colour
		p.Items = append(p.Items, it)
	}
	return p
}

// reconciled says why a click on the lock does not open it.
func (m *rowMenu) reconciled() *MenuPage {
	return &MenuPage{Heading: "Reconciled", Note: "This row agrees with the bank. Its date, amount and account stay as they are, unless you say otherwise.", Items: m.mark()}
}

func flagLabel(colour string) string {
	if colour == "" {
		return "No flag"
	}
	return flagText(colour)
}

func flagField(now string) Field {
	f := Field{Name: "flag", Label: "Flag", Kind: Choice, Groups: []OptionGroup{{}}}
	for _, colour := range append([]string{""}, flagColours...) {
		f.Groups[0].Options = append(f.Groups[0].Options, Option{Value: colour, Label: flagLabel(colour), Chosen: colour == now})
	}
	return f
}
