package web

import (
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/store"
)

// links are the addresses of one budget's pages.
type links struct{ base string }

func linksOf(budgetID string) links { return links{"/budgets/" + url.PathEscape(budgetID)} }

func (l links) to(page string) string { return l.base + "/" + page }

func (l links) account(id string) string { return l.to("accounts/" + url.PathEscape(id)) }

func (l links) month(m cal.Month) string {
	return l.base + "?" + url.Values{"month": {m.String()}}.Encode()
}

// transactions are the rows of a category in a month: those that its activity is
// the sum of.
func (l links) transactions(category string, m cal.Month) string {
	return l.register(&listing{Filter: app.RowFilter{Category: category, Since: m.First(), Until: m.Last(), OnBudget: true}})
}

// payeeRows are all rows of a payee.
func (l links) payeeRows(id string) string {
	return l.account(allAccounts) + "?" + url.Values{"payee": {id}}.Encode()
}

const allAccounts = "all"

// pagingOf reads where a register's page begins.
func pagingOf(q url.Values) app.Paging {
	p := app.Paging{Last: q.Has("last")}
	p.After, p.Before = positionIn(q.Get("after")), positionIn(q.Get("before"))
	p.From, _ = strconv.Atoi(q.Get("row")) // none is 0
	return p
}

// positionText writes a row's place for an address: "2026-03-31.1234".
func positionText(p store.Position) string {
	return p.Date.String() + "." + strconv.FormatInt(int64(p.No), 10)
}

func positionIn(text string) store.Position {
	if len(text) < 12 {
		return store.Position{}
	}
	date, err := cal.ParseDate(text[:10])
	no, err2 := strconv.ParseInt(text[11:], 10, 64)
	if err != nil || err2 != nil {
		return store.Position{}
	}
	return store.Position{Date: date, No: budget.TxNo(no)}
}
