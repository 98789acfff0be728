package scheduled_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// plan is a separate budget with the accounts Giro and Savings, and Depot off budget, shown without scripts.
type plan struct {
	*walk.Plain
	id, home   string
	today      civil.Date
	accounts   map[string]string // ids by name
	categories map[string]string
}

func newPlan(t *testing.T) *plan {
	t.Helper()
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	b, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Ours", Currency: "USD", Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	p := &plan{Plain: walk.NewPlain(t, world), id: b.ID, home: "/budgets/" + b.ID, today: civil.DateOf(time.Now()), accounts: map[string]string{}, categories: map[string]string{}}
	for _, name := range []string{"Giro", "Savings", "Depot"} {
		_, account, err := world.App.AddAccount(t.Context(), app.Machine(), p.id, app.AccountEntry{Name: name, Type: "checking", OnBudget: name != "Depot"})
		if err != nil {
			t.Fatal(err)
		}
		p.accounts[name] = account
	}
	form, err := world.App.RowForm(t.Context(), app.Machine(), p.id, "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range form.Categories {
		c := &form.Categories[i]
		p.categories[c.Name] = c.ID
		if c.Income && !c.Hidden {
			p.categories["income"] = c.ID
		}
	}
	return p
}

// add schedules a payment from Giro some days from today, applies changes to the entry, and returns its id.
func (p *plan) add(payee string, days int, frequency string, amount money.Milli, change ...func(*schedules.Entry)) string {
	p.Helper()
	entry := schedules.Entry{Frequency: frequency, Entry: rows.Entry{Account: p.accounts["Giro"], Date: p.today.AddDays(days), Amount: amount, PayeeName: payee}}
	for _, one := range change {
		one(&entry)
	}
	_, id, err := p.Env.App.AddScheduled(p.Context(), app.Machine(), p.id, entry)
	if err != nil {
		p.Fatal(payee, err)
	}
	return id
}

// list opens the list of scheduled transactions.
func (p *plan) list() { p.Helper(); p.Open(p.home + "/scheduled") }

// menu opens a menu by its name.
func (p *plan) menu(name, of string) {
	p.Helper()
	p.Open(p.home + "/menu?" + url.Values{name: {of}, "back": {p.home + "/scheduled"}}.Encode())
}

var tags = regexp.MustCompile(`<[^>]*>`)

// textOf returns the text of a part of a page, separated by single spaces and without word joiners.
func textOf(part string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(html.UnescapeString(tags.ReplaceAllString(part, " ")), "\u2060", "")), " ")
}

// row returns the table row of a scheduled transaction.
func (p *plan) row(id string) string {
	p.Helper()
	_, row, ok := strings.Cut(p.Page, `<tr id="s-`+id+`"`)
	if !ok {
		p.Fatalf("%s is not in the list\n%s", id, p.Page)
	}
	row, _, _ = strings.Cut(row, "</tr>")
	return `<tr` + row
}

// has and hasNot check that a part of a page contains words, or does not.
func (p *plan) has(what, part string, words ...string) {
	p.Helper()
	for _, one := range words {
		if !strings.Contains(part, one) && !strings.Contains(textOf(part), one) {
			p.Errorf("%s does not say %q: %s", what, one, textOf(part))
		}
	}
}

func (p *plan) hasNot(what, part string, words ...string) {
	p.Helper()
	for _, one := range words {
		if strings.Contains(part, one) || strings.Contains(textOf(part), one) {
			p.Errorf("%s says %q: %s", what, one, textOf(part))
		}
	}
}
