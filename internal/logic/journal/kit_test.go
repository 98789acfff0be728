package journal

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// awkward are names that mean something in one of the formats, or that become equal when they are cleaned.
var awkward = []string{
	"Food: out", "Food- out", "a  b", "a b", " lead", "trail ", "(joint)", "[x]", "x]", "*star", "!bang", "; comment", "a;b", "a,b", "", "-", "--",
	"食費", "čaj", "Ünïcödé", "emoji 🛒", "שלום", "unassigned", "uncategorised", "held for next month", "card debt", "tab\there", "new\nline",
	"= 5", "@ 3", "{x}", `quote " and \ slash`, "100 EUR", "Food  1.00 EUR", "date:2020", "money", "Unnamed", "unnamed", "\u00a0nbsp\u00a0", "e\u0301t\u00e9", "été",
}

// testBudgets returns budgets with every kind of record, by name.
func testBudgets(t *testing.T) map[string]*budget.Whole {
	t.Helper()
	all := map[string]*budget.Whole{}
	for seed := 1; seed <= 8; seed++ {
		currency := []string{"USD", "EUR", "JPY", "KWD"}[seed%4]
		path := testkit.Plan(t, "--seed", strconv.Itoa(700+seed), "--years", "1", "--tx", "250", "--cards", strconv.Itoa(1+seed%3), "--categories", "45",
			"--currency", currency, "--end-month", "2026-08")
		w := imported(t, path)
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		change(w, rng)
		if seed%2 == 1 {
			w.Info.CardEnvelopes = true
			adopt(w)
		}
		sortRows(w)
		all[fmt.Sprintf("%d %s cards as envelopes %v", seed, currency, w.Info.CardEnvelopes)] = w
	}
	return all
}

func imported(t testing.TB, path string) *budget.Whole {
	t.Helper()
	text := testkit.Must(os.ReadFile(path))(t)
	doc := testkit.Must(ynabdoc.Decode(bytes.NewReader(text)))(t)
	n := 0
	whole, _, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

func sortRows(w *budget.Whole) {
	slices.SortStableFunc(w.Transactions, func(a, b budget.Transaction) int { return cmp.Compare(a.Date, b.Date) })
}

// adopt makes the cards of a budget envelopes.
func adopt(w *budget.Whole) {
	w.Groups = append(w.Groups, budget.Group{No: 900, ID: "cards", Name: "Credit Card Payments", Cards: true})
	for i := range w.Accounts {
		if a := &w.Accounts[i]; a.Type.IsCard() && a.OnBudget {
			no := budget.CategoryNo(900 + i)
			w.Categories = append(w.Categories, budget.Category{No: no, ID: fmt.Sprint("card-", i), Group: 900, Name: a.Name, Card: a.No})
			for j := range w.Months {
				w.Cells = append(w.Cells, budget.Cell{Category: no, Month: w.Months[j].Month, Budgeted: money.Milli(10_000 * (j%5 - 2))})
			}
		}
	}
}

// change adds what generated plans lack: holds, rollovers, notes, names that need care, transfers on two dates, between
// parts and with a missing side, and transactions without category.
func change(w *budget.Whole, rng *rand.Rand) {
	for i := range w.Months {
		if rng.IntN(3) == 0 {
			w.Months[i].Held = money.Milli(rng.IntN(100) * 1000)
		}
		if rng.IntN(3) == 0 {
			w.Months[i].Note = "month\nnote: [2020-01-01] \"x\""
		}
	}
	for i := range w.Cells {
		if rng.IntN(9) == 0 {
			w.Cells[i].Note = "date:2020-01-01, [2020-01-01]"
		}
	}
	names := slices.Clone(awkward)
	for i := range w.Categories {
		c := &w.Categories[i]
		if !c.Income && i%2 == 0 && len(names) > 0 {
			c.Name, names = names[0], names[1:]
		}
		if !c.Income && rng.IntN(3) == 0 && len(w.Cells) > 0 {
			from := w.Cells[rng.IntN(len(w.Cells))].Month
			w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: from, On: true}, budget.Rollover{Category: c.No, From: from.Add(4)})
		}
	}
	for i := range w.Groups {
		if g := &w.Groups[i]; !g.Income && i < len(awkward) {
			g.Name = awkward[rng.IntN(len(awkward))]
		}
	}
	for i := range w.Payees {
		if p := &w.Payees[i]; rng.IntN(2) == 0 && p.Name != budget.StartingBalance {
			p.Name = awkward[rng.IntN(len(awkward))]
		}
	}
	for i := range w.Accounts {
		w.Accounts[i].Name, w.Accounts[i].Note = awkward[rng.IntN(len(awkward))], "note: (x) [2020]"
	}
	at := map[budget.TxNo]int{}
	for i := range w.Transactions {
		at[w.Transactions[i].No] = i
	}
	for i := range w.Transactions {
		t := &w.Transactions[i]
		if rng.IntN(3) == 0 {
			t.Memo = awkward[rng.IntN(len(awkward))]
		}
		switch {
		case t.Transfer.Tx != 0 && rng.IntN(4) == 0:
			t.Date = t.Date.AddDays(rng.IntN(40) - 20)
			if o := &w.Transactions[at[t.Transfer.Tx]]; len(t.Parts)+len(o.Parts) == 0 && t.Category+o.Category == 0 {
				t.Transfer.TwoDates, o.Transfer.TwoDates = true, true
			}
		case t.Transfer.Tx != 0 && rng.IntN(6) == 0:
			t.Cleared = budget.Uncleared
		case t.Transfer.Account == 0 && len(t.Parts) == 0 && rng.IntN(8) == 0:
			t.Category = 0
		case t.Transfer.Tx != 0 && t.Transfer.Part == 0 && rng.IntN(6) == 0: // the other side is lost
			o := &w.Transactions[at[t.Transfer.Tx]]
			if len(o.Parts) == 0 {
				o.Transfer = budget.Transfer{}
			}
			t.Transfer.Tx, t.Transfer.TwoDates = 0, false
		}
	}
}

func source(w *budget.Whole) *exporter.Source {
	return exportertest.FromWhole(w, envelope.Compute(envelope.SnapshotOf(w)))
}

// expected returns the balance of each account and envelope at the end of a month.
func expected(w *budget.Whole, src *exporter.Source, c *chart, m civil.Month) map[string]money.Milli {
	want := map[string]money.Milli{}
	for i := range w.Transactions {
		if t := &w.Transactions[i]; t.Date <= m.Last() {
			want[c.accounts[t.Account]] += t.Amount
		}
	}
	figures := src.Sheet.Month(m)
	want[c.unassigned], want[c.held], want[c.cardDebt] = figures.ToBudget, figures.Held, figures.CardDebt
	want[c.withoutCategory] = figures.UncategorisedLeft
	for no, name := range c.envelopes {
		want[name] = src.Sheet.Cell(no, m).Balance
	}
	return want
}

// span returns the months of the sheet and the one after it.
func span(src *exporter.Source) []civil.Month {
	var months []civil.Month
	for m := src.Sheet.First; m <= src.Sheet.Last().Add(1); m++ {
		months = append(months, m)
	}
	return months
}

// program returns the path of an installed program.
func program(t *testing.T, name, variable string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		testkit.Missing(t, variable, err)
	}
	return path
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); err != nil || errors.Len() > 0 {
		t.Fatalf("%s %s: %v\n%s\n%s", filepath.Base(name), strings.Join(args, " "), err, clip(errors.String()), clip(out.String()))
	}
	return out.String()
}

func clip(s string) string { return s[:min(len(s), 3000)] }

func writeFile(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// milli parses an amount that a program printed, with or without its currency.
func milli(t *testing.T, s string) money.Milli {
	t.Helper()
	s, _, _ = strings.Cut(strings.TrimSpace(s), " ")
	whole, decimals, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	n, err := strconv.ParseInt(whole+(decimals + "000")[:3], 10, 64)
	if err != nil || strings.Trim(decimals[min(len(decimals), 3):], "0") != "" {
		t.Fatalf("%q is not an amount", s)
	}
	if strings.HasPrefix(s, "-") {
		n = -n
	}
	return money.Milli(n)
}

func table(t *testing.T, text string) [][]string {
	t.Helper()
	return testkit.Must(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
}

// compare fails if a balance that is expected, or one that is not, differs.
func compare(t *testing.T, m civil.Month, want, got map[string]money.Milli) {
	t.Helper()
	for name, amount := range want {
		if got[name] != amount {
			t.Errorf("%s: %s has %s, want %s", m, name, got[name], amount)
		}
	}
}
