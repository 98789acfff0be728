package web

import (
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
)

// registerPage draws a register's page.
func registerPage(got *app.Register, today cal.Date) *RegisterPage {
	d := &rowDrawing{
		Register: got, figures: figures{got.Budget.CurrencyFormat}, links: linksOf(got.Budget.ID), today: today,
		onBudget: make(map[string]bool, len(got.Accounts)),
	}
	for _, acc := range got.Accounts {
		d.onBudget[acc.ID] = acc.OnBudget
	}
	p := d.head()
	for i := range got.Rows {
		p.Rows = append(p.Rows, d.row(&got.Rows[i]))
	}
	return p
}

// rowDrawing draws the rows of one register.
type rowDrawing struct {
	*app.Register
	figures
	links
	today    cal.Date
	onBudget map[string]bool // accounts by id
}

func (d *rowDrawing) head() *RegisterPage {
	acc := d.Account
	if acc == nil {
		return &RegisterPage{
			Frame: Frame{Title: "All accounts"}, Heading: "All accounts", Detail: counted(len(d.Accounts), "account", "accounts"),
			AllAccounts: true, Sums: []Sum{{"Balance", d.symbol(d.Sum)}},
			EmptyTitle: "No transactions here", EmptyText: "No account of this budget has rows.",
		}
	}
	return &RegisterPage{
		Frame: Frame{Title: acc.Name}, Heading: acc.Name, Detail: accountDetail(acc),
		Sums:       []Sum{{"Cleared", d.symbol(acc.ClearedBalance)}, {"Not cleared", d.symbol(acc.UnclearedBalance)}, {"Balance", d.symbol(acc.Balance)}},
		EmptyTitle: "No transactions here", EmptyText: "This account has no rows. What was deleted at the source does not come over.",
	}
}

func (d *rowDrawing) row(r *app.RegisterRow) RegisterRow {
	row := RegisterRow{
		ID: r.ID, Date: dateText(d.Budget.DateFormat, r.Date), ISODate: r.Date.String(), Account: r.AccountName, URL: d.account(r.AccountID),
		Payee: r.PayeeName, Notes: r.Memo, Amount: d.plain(r.Amount), Cleared: clearedMark(r.Row.Cleared),
		Flag: flagName(r.FlagColour), FlagName: r.FlagName, Future: r.Date > d.today,
		Category: d.category(r.AccountID, r.CategoryID, r.TransferAccountID),
	}
	if d.Running {
		row.Balance = d.plain(r.Balance)
	}
	for _, p := range r.Parts {
		row.Parts = append(row.Parts, PartRow{
			Payee: p.PayeeName, Notes: p.Memo, Amount: d.plain(p.Amount), Category: d.category(r.AccountID, p.CategoryID, p.TransferAccountID),
		})
	}
	return row
}

// category is what stands in the category's column: its name, or why there is none.
func (d *rowDrawing) category(account, category, transfer string) CategoryText {
	if name, ok := d.Names[category]; ok {
		kind := Named
		if name.Income {
			kind = IncomeNamed
		}
		return CategoryText{Group: name.Group, Name: name.Name, Kind: kind}
	}
	switch {
	case !d.onBudget[account]:
		return CategoryText{Name: "Off budget", Kind: NoneNeeded}
	case transfer != "" && d.onBudget[transfer]:
		return CategoryText{Name: "Transfer", Kind: NoneNeeded}
	}
	return CategoryText{Name: "Needs a category", Kind: NoneGiven}
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

// flagName keeps the colours that the style sheet knows.
func flagName(colour string) string {
	switch colour {
	case "red", "orange", "yellow", "green", "blue", "purple":
		return colour
	}
	return ""
}

// pager leads to the pages before and after the one shown.
func pager(r *http.Request, got *app.Register) Pager {
	to := got.From + len(got.Rows) - 1
	p := Pager{From: thousands(got.From), To: thousands(to), Total: thousands(got.Total)}
	at := func(set url.Values) string {
		q := r.URL.Query()
		for _, key := range []string{"after", "before", "from", "last"} {
			q.Del(key)
		}
		for key, value := range set {
			q[key] = value
		}
		return r.URL.Path + "?" + q.Encode()
	}
	if len(got.Rows) == 0 {
		return p
	}
	if got.From > 1 {
		p.NewestURL = at(nil)
		p.NewerURL = at(url.Values{"before": {positionText(got.Rows[0].At)}, "from": {strconv.Itoa(got.From)}})
	}
	if to < got.Total {
		p.OlderURL = at(url.Values{"after": {positionText(got.Rows[len(got.Rows)-1].At)}, "from": {strconv.Itoa(to + 1)}})
		p.OldestURL = at(url.Values{"last": {"1"}})
	}
	return p
}
