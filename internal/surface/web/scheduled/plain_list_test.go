package scheduled_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// TestTheListShowsNameAndCategory checks the name and category of each scheduled transaction, or the reason why it has
// none.
func TestTheListShowsNameAndCategory(t *testing.T) {
	p := newPlan(t)
	of := func(account, category, other string) func(*schedules.Entry) {
		return func(e *schedules.Entry) {
			e.Account, e.Category, e.TransferTo = p.accounts[account], p.categories[category], p.accounts[other]
			if other != "" {
				e.PayeeName = ""
			}
		}
	}
	named := ""
	for name := range p.categories {
		if name != "income" && p.categories[name] != p.categories["income"] {
			named = name
		}
	}
	split := func(e *schedules.Entry) {
		e.Parts = []rows.PartEntry{{Amount: -3_000}, {Amount: -4_000}, {Amount: -3_000}}
	}
	for _, c := range []struct {
		name   string
		change func(*schedules.Entry)
		says   []string
		not    string
	}{
		{"Rent", of("Giro", named, ""), []string{"<bdi title=\"", named}, "cat-"},
		{"Wage", of("Giro", "income", ""), []string{`class="cat-income"`}, "Needs a category"},
		{"Shopping", split, []string{`class="cat-split"`, "Split, 3 parts"}, "Needs a category"},
		{"", of("Giro", "", "Savings"), []string{`class="cat-none"`, "Transfer"}, "Needs a category"},
		{"", of("Giro", "", "Depot"), []string{`class="cat-missing"`, "Needs a category"}, "Off budget"},
		{"Shares", of("Depot", "", ""), []string{`class="cat-none"`, "Off budget"}, "Needs a category"},
		{"Whatever", of("Giro", "", ""), []string{`class="cat-missing"`, "Needs a category"}, "Off budget"},
		{"", func(e *schedules.Entry) { e.PayeeName, e.Memo = "", "for the cellar" }, []string{`<bdi>for the cellar</bdi>`}, "No payee"},
		{"", func(e *schedules.Entry) { e.PayeeName = "" }, []string{`<bdi>No payee</bdi>`}, "Transfer"},
		{"Both", func(e *schedules.Entry) { e.Memo, e.FlagColour = "for the attic", "red" }, []string{`<bdi>Both</bdi>`, "Flag: red", "-10.00"}, "for the attic"},
	} {
		id := p.add(c.name, 3, "monthly", -10_000, c.change)
		p.list()
		row := strings.ReplaceAll(p.row(id), "\u2212", "-")
		p.has(fmt.Sprintf("%q %v", c.name, c.says), row, c.says...)
		p.hasNot(fmt.Sprintf("%q %v", c.name, c.says), row, c.not)
		p.has("the row", row, p.today.AddDays(3).String(), "Every month", `aria-checked="false"`)
	}
}

// TestTheListShowsWhatIsDue checks for each scheduled transaction whether it is due, the reason why it is not entered,
// and the available actions; and the number of due ones.
func TestTheListShowsWhatIsDue(t *testing.T) {
	p := newPlan(t)
	p.list()
	p.Sees("Nothing is scheduled")
	p.hasNot("the page of none", p.Page, "None are automatic", "Enter all due")
	automatic := func(e *schedules.Entry) { e.AutoEnter = true }
	inSavings := func(e *schedules.Entry) { e.Account = p.accounts["Savings"] }
	all := map[string]string{
		"later": p.add("Later", 1, "weekly", -1_000), "today": p.add("Today", 0, "weekly", -1_000), "three": p.add("Three", -14, "weekly", -1_000),
		"enters": p.add("Enters", -7, "weekly", -1_000, automatic), "closed": p.add("Closed", -7, "weekly", -1_000, inSavings),
		"again": p.add("Again", -1, "never", -1_000), "early": p.add("Early", 5, "weekly", -1_000), "on": p.add("On", 5, "weekly", -1_000, automatic),
	}
	p.closed("Savings")
	for _, taken := range []string{"again", "early"} {
		if _, err := p.Env.App.EnterScheduled(t.Context(), app.Machine(), p.id, all[taken], 0, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Env.App.Undo(t.Context(), app.Machine(), p.id, 0); err != nil {
			t.Fatal(err)
		}
	}
	const enter, skip, asks, sets = "/do/enter-scheduled", "/do/skip-scheduled", `name="by-itself"`, "/do/by-itself"
	p.list()
	p.Sees("8 scheduled transactions, 4 due")
	p.Sees("Enter all due")
	for name, c := range map[string]struct{ says, not []string }{
		"later":  {[]string{sets, `name="on" value="1"`}, []string{enter, skip, "Due", "Waits", "due", asks}},
		"today":  {[]string{enter, skip, asks, "Due", "Enter or skip it."}, []string{"are due.", "Waits", sets}},
		"three":  {[]string{enter, skip, asks, "Due", "3 days are due. Enter or skip it."}, []string{"Waits", sets}},
		"enters": {[]string{enter, skip, sets, `name="on" value="0"`, "Due", "2 days are due. It is entered within a minute while the server runs."}, []string{asks, "Waits"}},
		"closed": {[]string{"Waits", "Savings is closed, so it cannot be entered."}, []string{enter, skip, "Enter or skip", "are due"}},
		"again":  {[]string{enter, skip, sets, "Due", "Its transaction was undone. Enter or skip it."}, []string{asks, "Waits"}},
		"early":  {[]string{sets, "Waits", "It was entered and undone, so it waits."}, []string{enter, skip, asks, "Due"}},
		"on":     {[]string{sets, `name="on" value="0"`, `aria-checked="true"`}, []string{enter, skip, asks, "Due", "Waits"}},
	} {
		p.has(name, p.row(all[name]), c.says...)
		p.hasNot(name, p.row(all[name]), c.not...)
	}
	p.Send("/do/enter-due", "Enter all due", nil)
	p.Sees("Entered 7 scheduled transactions")
	p.hasNot("the page where nothing is due", p.Page, "Enter all due", " due</p>")
}

// closed closes an account.
func (p *plan) closed(account string) {
	p.Helper()
	if _, err := p.Env.App.CloseAccount(p.Context(), app.Machine(), p.id, p.accounts[account], app.ClosingTransfer{}); err != nil {
		p.Fatal(err)
	}
}

// TestAMessageIsShownIfAllSchedulesAreManual checks that the page shows a message if scheduled transactions exist and
// all of them are manual.
func TestAMessageIsShownIfAllSchedulesAreManual(t *testing.T) {
	p := newPlan(t)
	id := p.add("Rent", 3, "monthly", -1_000)
	p.add("Gym", 4, "monthly", -1_000)
	p.list()
	p.Sees("None are automatic: each one waits until you enter or skip it, or make it automatic.")
	p.Sees("Make all automatic")
	p.Sees("2 scheduled transactions</p>")
	p.Send("/do/by-itself", "Rent is automatic", nil)
	p.Sees("1 scheduled transaction is automatic from now on")
	p.hasNot("the page of which one is automatic", p.Page, "None are automatic", "Make all automatic")
	p.has("its switch", p.row(id), `aria-checked="true"`)
	p.Send("/do/by-itself", "Rent is automatic", nil)
	p.Sees("1 scheduled transaction waits to be entered from now on")
	p.Sees("None are automatic")
}

// TestUpcomingAmountsAreSummedByMonth checks the sums of upcoming expenses and income by month. They exclude transfers
// between accounts on budget, including those in parts of a split, and rows of accounts off budget. They include transfers
// to accounts off budget, such as the payment of a loan, as the report of spending does.
func TestUpcomingAmountsAreSummedByMonth(t *testing.T) {
	p := newPlan(t)
	type sum struct{ out, in money.Milli }
	sums := map[string]*sum{}
	add := func(payee string, days int, amount, counts money.Milli, change ...func(*schedules.Entry)) {
		p.Helper()
		p.add(payee, days, "never", amount, change...)
		month := p.today.AddDays(days).Month().Name()
		if sums[month] == nil {
			sums[month] = &sum{}
		}
		if counts < 0 {
			sums[month].out += counts
		} else {
			sums[month].in += counts
		}
	}
	moves := func(e *schedules.Entry) { e.PayeeName, e.TransferTo = "", p.accounts["Savings"] }
	pays := func(e *schedules.Entry) { e.PayeeName, e.TransferTo = "", p.accounts["Depot"] }
	offBudget := func(e *schedules.Entry) { e.Account = p.accounts["Depot"] }
	parts := func(e *schedules.Entry) {
		e.Parts = []rows.PartEntry{{Amount: -20_000}, {Amount: -30_000, TransferTo: p.accounts["Savings"]}}
	}
	for _, days := range []int{0, 1, 2, 12, 24, 30} {
		add("Out", days, -(7_000 + money.Milli(days)*10), -(7_000 + money.Milli(days)*10))
		add("In", days, 9_000, 9_000)
		add("Moved", days, -100_000, 0, moves)
		add("Parts", days, -50_000, -20_000, parts)
		add("Loan", days, -3_000, -3_000, pays)
		add("Interest", days, -400, 0, offBudget)
	}
	p.add("Too late", 31, "never", -1_000)
	p.list()
	_, coming, _ := strings.Cut(p.Page, "The next 30 days")
	tables := regexp.MustCompile(`(?s)<table class="ledger coming-rows">(.*?)</table>`).FindAllStringSubmatch(coming, -1)
	if len(tables) != len(sums) {
		t.Fatalf("%d months are shown, want %d", len(tables), len(sums))
	}
	rows := 0
	for _, table := range tables {
		name := textOf(regexp.MustCompile(`<caption>.*?</caption>`).FindString(table[1]))
		want := sums[name]
		if want == nil {
			t.Fatalf("no amounts in %q", name)
		}
		figure := func(m money.Milli) string {
			return strings.TrimPrefix(fmt.Sprintf("\u2212%d.%02d", -m/1000, -m%1000/10), map[bool]string{true: "\u2212", false: ""}[m == 0])
		}
		p.has(name, table[1], "Out of the budget "+figure(want.out), fmt.Sprintf("Into the budget %d.00", want.in/1000))
		rows += strings.Count(table[1], "<time ")
		if strings.Count(table[1], `class="between"`)*3 != strings.Count(table[1], "<time ") {
			t.Errorf("%s: a row that is in no sum does not look so: %s", name, table[1])
		}
	}
	if rows != 36 {
		t.Errorf("%d rows are listed, want 36", rows)
	}
	p.hasNot("the next 30 days", coming, "Too late")
	p.has("its last day", coming, `datetime="`+civil.Date(p.today.AddDays(30)).String()+`"`)
}
