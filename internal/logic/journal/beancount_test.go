package journal

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// Beancount accepts the file, and computes the balance of every account at the end of each month as Holdover does. What
// fava-envelope computes from its postings and the directives is the budget's figure in every category and month.
func TestBeancountComputesTheSameFigures(t *testing.T) {
	check := program(t, "bean-check", "HOLDOVER_REQUIRE_BEANCOUNT")
	query := program(t, "bean-query", "HOLDOVER_REQUIRE_BEANCOUNT")
	for name, w := range testBudgets(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := source(w)
			var out bytes.Buffer
			if _, err := Beancount(&out, src); err != nil {
				t.Fatal(err)
			}
			b := newBeancount(newJournal(&bytes.Buffer{}, src))
			c := newChart(src, b.component)
			path := writeFile(t, "budget.beancount", out.Bytes())
			if said := run(t, check, path); said != "" {
				t.Fatal(said)
			}
			f := favaOf(t, path, table(t, run(t, query, "-f", "csv", path, "select id, date, account, number")))
			for _, m := range span(src) {
				want := expected(w, src, &c, m)
				got := f.balances(m.Last())
				if m <= src.Sheet.Last() {
					f.month(m)
					for no, envelope := range c.envelopes {
						got[envelope] = f.available[c.categories[no]]
					}
					got[c.unassigned], got[c.held], got[c.cardDebt], got[c.withoutCategory] = f.toBudget, want[c.held], want[c.cardDebt], f.available[c.uncategorised]
				} else {
					for name := range want {
						if strings.HasPrefix(name, "Budget:") {
							delete(want, name)
						}
					}
				}
				compare(t, m, want, got)
			}
		})
	}
}

// fava computes envelopes by the arithmetic of fava-envelope 0.5.9 (beancount_envelope.py), without its deduction of what the next month budgets.
type fava struct {
	entries   map[string][]entryPosting
	allocated map[string]map[string]money.Milli // by month and account
	counted   []*regexp.Regexp
	mapped    map[string]string

	available map[string]money.Milli
	toBudget  money.Milli
}

type entryPosting struct {
	date    civil.Date
	account string
	amount  money.Milli
}

var directive = regexp.MustCompile(`(?m)^(\d{4}-\d\d)-\d\d custom "envelope" "([^"]+)" "([^"]+)"(?: "?([^"\n]+)"?)?$`)

func favaOf(t *testing.T, path string, rows [][]string) *fava {
	t.Helper()
	f := &fava{entries: map[string][]entryPosting{}, allocated: map[string]map[string]money.Milli{}, mapped: map[string]string{}, available: map[string]money.Milli{}}
	for _, row := range rows[1:] {
		date := testkit.Must(civil.ParseDate(strings.TrimSpace(row[1])))(t)
		id := row[0]
		f.entries[id] = append(f.entries[id], entryPosting{date, strings.TrimSpace(row[2]), milli(t, row[3])})
	}
	for _, d := range directive.FindAllStringSubmatch(string(testkit.Must(os.ReadFile(path))(t)), -1) {
		switch d[2] {
		case "budget account":
			f.counted = append(f.counted, regexp.MustCompile("^(?:"+d[3]+")"))
		case "mapping":
			f.mapped[d[3]] = d[4]
		case "allocate":
			if f.allocated[d[1]] == nil {
				f.allocated[d[1]] = map[string]money.Milli{}
			}
			f.allocated[d[1]][d[3]] += milli(t, d[4])
		}
	}
	return f
}

func (f *fava) counts(account string) bool {
	for _, r := range f.counted {
		if r.MatchString(account) {
			return true
		}
	}
	return false
}

func (f *fava) balances(until civil.Date) map[string]money.Milli {
	sums := map[string]money.Milli{}
	for _, e := range f.entries {
		for _, p := range e {
			if p.date <= until {
				sums[p.account] += p.amount
			}
		}
	}
	return sums
}

// month computes the month after the one computed before.
func (f *fava) month(m civil.Month) {
	next, activity := map[string]money.Milli{}, map[string]money.Milli{}
	var income money.Milli
	for _, e := range f.entries {
		counted := false
		for _, p := range e {
			counted = counted || f.counts(p.account)
		}
		for _, p := range e {
			account := p.account
			if to, mapped := f.mapped[account]; mapped {
				account = to
			}
			switch {
			case !counted || p.date.Month() != m:
			case strings.HasPrefix(account, "Income:"):
				income -= p.amount
			case !f.counts(p.account):
				activity[account] -= p.amount
			}
		}
	}
	var budgeted, overspent money.Milli
	for account, before := range f.available {
		next[account] += max(0, before)
		overspent += min(0, before)
	}
	for account, amount := range f.allocated[m.String()[:7]] {
		next[account] += amount
		budgeted += amount
	}
	for account, amount := range activity {
		next[account] += amount
	}
	f.available = next
	f.toBudget += income + overspent - budgeted
}

// Names of scripts without capital letters, and names of nothing but signs, become valid components.
func TestBeancountNames(t *testing.T) {
	b := newBeancount(newJournal(&bytes.Buffer{}, source(&budget.Whole{})))
	for name, want := range map[string]string{
		"Groceries": "Groceries", "rent & power": "Rent-power", "čaj": "Čaj", "食費": "X食費", "2 cars": "2-cars", "-": "", "": "", "(joint) account": "Joint-account",
		"🛒": "", "e\u0301te\u0301": "Été", "ﬁsh": "Fish",
	} {
		if got := b.component(name); got != want {
			t.Errorf("%q is named %q, want %q", name, got, want)
		}
	}
}
