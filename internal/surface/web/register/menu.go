package register

import (
	"cmp"
	"math"
	"net/url"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

func menus() []ui.Menu {
	return []ui.Menu{
		{Name: "row", Draw: onRow((*rowMenu).menu)},
		{Name: "flag", Draw: onRow((*rowMenu).flag)},
		{Name: "reconciled", Draw: onRow((*rowMenu).reconciled)},
		{Name: "chosen", Draw: chosenMenu},
		{Name: "keep-filter", Draw: keepMenu},
		{Name: "kept-filter", Draw: keptMenu},
	}
}

type rowMenu struct {
	*ui.MenuRequest
	ui.Figures
	frame *pageframe.Frame
	row   *rows.Row
	all   *rows.Chosen
}

// onRow returns the function that renders a menu of one row.
func onRow(draw func(*rowMenu) *ui.MenuPage) func(*ui.MenuRequest, string) (*ui.MenuPage, error) {
	return func(a *ui.MenuRequest, about string) (*ui.MenuPage, error) {
		f, err := a.Frame()
		if err != nil {
			return nil, err
		}
		chosen, err := a.App.ChosenRows(a.Context(), a.Actor, a.BudgetID, rows.These(about))
		if err != nil {
			return nil, err
		}
		m := &rowMenu{MenuRequest: a, Figures: ui.Figures{Format: f.Budget.CurrencyFormat}, frame: f, row: chosen.One, all: &chosen}
		p := draw(m)
		date, amount := m.row.Date.In(f.Budget.DateFormat), m.Plain(m.row.Amount)
		p.Sub = date + ", " + amount.Text
		p.Heading = cmp.Or(p.Heading, m.row.PayeeName, "No payee")
		return p, nil
	}
}

func (m *rowMenu) rows() ui.Field { return ui.Hidden("rows", m.row.ID) }

func (m *rowMenu) menu() *ui.MenuPage {
	p := &ui.MenuPage{}
	if m.frame.MayChange() {
		p.Items = append(p.Items, ui.MenuItem{Label: "Edit", URL: m.Row(m.row.ID, m.Back), RowForm: true}, m.Do("Duplicate", "duplicate-rows", m.rows()),
			ui.MenuItem{Label: "Repeat…", URL: m.To("scheduled/new?") + url.Values{"from": {m.row.ID}, "back": {m.Back}}.Encode()})
		p.Items = append(p.Items, ui.MenuItem{Label: "Receipts…", URL: receiptsURL(m.Links, m.row.ID, m.Back)})
		p.Items = append(p.Items, m.mark()...)
		flag := m.Do("Flag", "rows-flag", m.rows()).Ask("Set the flag", flagField(m.row.FlagColour))
		p.Items = append(p.Items, flag)
		if !m.row.Approved {
			p.Items = append(p.Items, m.Do("Approve", "rows-approve", m.rows()))
		}
		if m.all.Matched > 0 {
			p.Items = append(p.Items, m.Do("Unmatch", "unmatch", ui.Hidden("row", m.row.ID)))
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

// mark returns the items that change the cleared state.
func (m *rowMenu) mark() []ui.MenuItem {
	set := func(label string, to budget.Cleared) ui.MenuItem {
		it := m.Do(label, "rows-cleared", m.rows(), ui.Hidden("cleared", string(to)))
		if m.row.Cleared == string(budget.Reconciled) {
			it.Hidden = append(it.Hidden, ui.Hidden("even", "1"))
		}
		return it
	}
	switch budget.Cleared(m.row.Cleared) {
	case budget.ClearedYes:
		return []ui.MenuItem{set("Mark as uncleared", budget.Uncleared)}
	case budget.Reconciled:
		return []ui.MenuItem{set("Change to cleared", budget.ClearedYes), set("Change to uncleared", budget.Uncleared)}
	case budget.Uncleared:
	}
	return []ui.MenuItem{set("Mark as cleared", budget.ClearedYes)}
}

// ways returns links from the row to related records.
func (m *rowMenu) ways() []ui.MenuItem {
	var items []ui.MenuItem
	r := m.row
	if r.TransferTransactionID != "" {
		items = append(items, ui.MenuItem{Label: "Other side, in " + ui.AccountName(r.TransferAccountID, m.frame.Accounts, "another account"), URL: rowAt(m.Links, r.TransferAccountID, r.Date, r.TransferTransactionID)})
	}
	if r.CategoryID != "" {
		month := r.Date.Month()
		items = append(items, ui.MenuItem{Label: r.CategoryName + " in the budget of " + month.Name(), URL: m.Month(month) + "#c-" + url.PathEscape(r.CategoryID)})
	}
	if r.PayeeID != "" {
		if m.frame.MayChange() && r.TransferAccountID == "" {
			items = append(items, ui.MenuItem{Label: "Create a rule from it", URL: m.To("rules/new?") + url.Values{"is": {r.PayeeName}, "category": {r.CategoryID}}.Encode()})
		}
		items = append(items, ui.MenuItem{Label: "All transactions of " + r.PayeeName, URL: payeeURL(m.Links, r.PayeeID)})
		if r.TransferAccountID == "" {
			items = append(items, ui.MenuItem{Label: r.PayeeName + " in the list of payees", URL: m.To("payees?") + url.Values{"q": {r.PayeeName}}.Encode() + "#p-" + url.PathEscape(r.PayeeID)})
		}
	}
	return items
}

// payeeURL returns the address of all transactions of a payee.
func payeeURL(l ui.Links, payee string) string {
	return (&listing{Filter: rows.Filter{Payee: payee}}).url(l)
}

// rowAt returns the address of an account's register at a row: the page begins with the row's date.
func rowAt(l ui.Links, account string, day civil.Date, row string) string {
	newest := positionText(registers.Position{Date: day, No: math.MaxInt64})
	return l.Account(account) + "?" + url.Values{"after": {newest}}.Encode() + "#t-" + url.PathEscape(row)
}

func (m *rowMenu) remove() ui.MenuItem {
	it := m.Do("Delete", "delete-rows", m.rows()).Ask("Delete")
	it.Danger, it.Apart, it.Guarded = true, true, true
	it.Intro = deletion(m.all, m.Symbol(m.all.Sum).Text)
	return it
}

// deletion describes the effects of deleting rows.
func deletion(c *rows.Chosen, sum string) string {
	if c.One != nil {
		return deletionOfOne(c, sum)
	}
	text := []string{humanize.Number(c.Count, "transaction", "transactions") + " of " + sum + " will be deleted."}
	if c.Transfers > 0 {
		text = append(text, humanize.Number(c.Transfers, "is a transfer: its other side is deleted", "are transfers: their other sides are deleted")+" too.")
	}
	if c.Reconciled > 0 {
		text = append(text, humanize.Number(c.Reconciled, "is", "are")+" reconciled.")
	}
	if c.OtherSides > 0 {
		text = append(text, humanize.Number(c.OtherSides, "transfer is", "transfers are")+" reconciled in the other account.")
	}
	return strings.Join(append(text, "Undo restores everything."), " ")
}

func deletionOfOne(c *rows.Chosen, sum string) string {
	text := "The transaction of " + sum + " will be deleted"
	if c.Transfers > 0 {
		text += ", and the other side of its transfer too"
	}
	if c.Reconciled > 0 {
		text += ". It is reconciled"
	}
	if c.OtherSides > 0 {
		text += ". The other side is reconciled"
	}
	return text + ". Undo restores everything."
}

// flag returns the menu of the flag's colours.
func (m *rowMenu) flag() *ui.MenuPage {
	p := &ui.MenuPage{Heading: "Flag"}
	for _, colour := range ui.Flags("", "No flag") {
		if colour.Value == m.row.FlagColour {
			continue
		}
		it := m.Do(colour.Label, "rows-flag", m.rows(), ui.Hidden("flag", colour.Value))
		it.Flag = colour.Value
		p.Items = append(p.Items, it)
	}
	return p
}

// reconciled returns the menu that explains why a click on the lock does not change the state.
func (m *rowMenu) reconciled() *ui.MenuPage {
	return &ui.MenuPage{Heading: "Reconciled", Note: "This transaction agrees with the bank. Holdover asks before you change its date, amount or account.", Items: m.mark()}
}

func flagField(now string) ui.Field {
	return ui.ChoiceOf("flag", "Flag", ui.ChooseOf(now, ui.Flags("", "No flag")...)...)
}
