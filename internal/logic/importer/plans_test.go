package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// counter returns a function that makes ids by counting, so that imports can be compared.
func counter() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("new-%d", n) }
}

func read(t testing.TB, path string) *ynabdoc.Document {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := ynabdoc.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func importDocument(t testing.TB, doc *ynabdoc.Document) (*budget.Whole, *importer.Notes) {
	t.Helper()
	whole, notes, err := importer.Import(doc, importer.Options{NewID: counter()})
	if err != nil {
		t.Fatal(err)
	}
	checkAccounted(t, doc, notes)
	checkConsistent(t, whole)
	return whole, notes
}

// checkAccounted checks that every record of every array is accounted for.
func checkAccounted(t testing.TB, doc *ynabdoc.Document, notes *importer.Notes) {
	t.Helper()
	p := &doc.Plan
	inFile := map[string]int{
		"accounts": len(p.Accounts), "payees": len(p.Payees), "payee_locations": len(p.PayeeLocations),
		"category_groups": len(p.CategoryGroups), "categories": len(p.Categories), "months": len(p.Months),
		"transactions": len(p.Transactions), "scheduled_transactions": len(p.ScheduledTransactions),
	}
	for _, g := range p.CategoryGroups {
		inFile["categories"] += len(g.Categories)
	}
	for _, m := range p.Months {
		inFile["month_categories"] += len(m.Categories)
	}
	for range p.EachSubtransaction() {
		inFile["subtransactions"]++
	}
	for range p.EachScheduledSubtransaction() {
		inFile["scheduled_subtransactions"]++
	}
	for array, c := range notes.Arrays {
		if c.InFile != inFile[array] || c.InFile != c.Kept+c.Merged+c.Skipped {
			t.Errorf("%s: the file has %d records, counted are %+v", array, inFile[array], *c)
		}
		because := 0
		for _, r := range c.Reasons {
			because += r.Count
		}
		if because != c.Merged+c.Skipped {
			t.Errorf("%s: records are merged or skipped without a note: %+v", array, *c)
		}
	}
}

// checkConsistent checks that the imported budget is consistent: numbers and ids are unique, references resolve, parts
// sum to their row, transfers refer to each other, names are unique and money is conserved.
func checkConsistent(t testing.TB, w *budget.Whole) {
	t.Helper()
	accounts, categories, payees := map[budget.AccountNo]bool{0: true}, map[budget.CategoryNo]bool{0: true}, map[budget.PayeeNo]bool{0: true}
	seen := map[string]bool{}
	once := func(kind string, no int64, id string) {
		t.Helper()
		for _, key := range []string{fmt.Sprint(kind, " no ", no), kind + " id " + id} {
			if seen[key] || no == 0 || id == "" {
				t.Errorf("%s is missing or not unique", key)
			}
			seen[key] = true
		}
	}
	for _, a := range w.Accounts {
		once("account", int64(a.No), a.ID)
		accounts[a.No] = true
	}
	for _, p := range w.Payees {
		once("payee", int64(p.No), p.ID)
		payees[p.No] = true
	}
	names := map[string]bool{}
	incomeGroups := 0
	for _, g := range w.Groups {
		once("group", int64(g.No), g.ID)
		if names[budget.NameKey(g.Name)] {
			t.Errorf("two groups are named %q", g.Name)
		}
		names[budget.NameKey(g.Name)] = true
		if g.Income {
			incomeGroups++
		}
	}
	if incomeGroups != 1 {
		t.Errorf("the budget has %d income groups", incomeGroups)
	}
	for _, c := range w.Categories {
		once("category", int64(c.No), c.ID)
		categories[c.No] = true
		key := fmt.Sprint(c.Group, "/", budget.NameKey(c.Name))
		if names[key] || c.Group == 0 {
			t.Errorf("two categories of a group are named %q", c.Name)
		}
		names[key] = true
	}
	sides := map[budget.Transfer]budget.Transfer{}
	for i := range w.Transactions {
		row := &w.Transactions[i]
		once("row", int64(row.No), row.ID)
		if !accounts[row.Account] || row.Account == 0 || !payees[row.Payee] {
			t.Errorf("row %s refers to a missing record", row.ID)
		}
		var sum money.Milli
		for line := range row.Lines {
			sum += line.Amount
			if !categories[line.Category] || !payees[line.Payee] || !accounts[line.Transfer.Account] {
				t.Errorf("a part of row %s refers to a missing record", row.ID)
			}
			if line.Transfer.Tx != 0 {
				sides[budget.Transfer{Account: row.Account, Tx: row.No, Part: line.Part}] = line.Transfer
			}
		}
		if sum != row.Amount {
			t.Errorf("row %s: parts sum to %s, want %s", row.ID, sum, row.Amount)
		}
		for _, p := range row.Parts {
			once("part", int64(p.No), p.ID)
		}
	}
	for from, to := range sides {
		if sides[to] != from {
			t.Errorf("transfer %v is linked to %v, which is linked to %v", from, to, sides[to])
		}
	}
	checkConserved(t, w)
}

func checkConserved(t testing.TB, w *budget.Whole) {
	t.Helper()
	onBudget := map[budget.AccountNo]bool{}
	for _, a := range w.Accounts {
		onBudget[a.No] = a.OnBudget
	}
	sums := map[civil.Month]money.Milli{}
	for i := range w.Transactions {
		if row := &w.Transactions[i]; onBudget[row.Account] {
			sums[row.Date.Month()] += row.Amount
		}
	}
	var money, uncategorised money.Milli
	for _, m := range envelope.Compute(envelope.SnapshotOf(w)).Months {
		money += sums[m.Month]
		uncategorised += m.Uncategorised
		if money != m.ToBudget+m.Held+m.Balance+uncategorised {
			t.Fatalf("%s: the accounts have %s, but To Budget is %s, held %s, balances %s, uncategorised %s", m.Month, money, m.ToBudget, m.Held, m.Balance, uncategorised)
		}
	}
}

// plans returns generated plans of all options and the genuine ones.
func plans(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for seed := 1; seed <= 12; seed++ {
		args := []string{
			"--seed", fmt.Sprint(seed), "--years", "2", "--tx", "400",
			"--currency", []string{"USD", "EUR", "JPY", "KWD"}[seed%4], "--rta", []string{"plain", "net"}[seed%2],
			"--leading-key", []string{"plan", "budget"}[seed/2%2], "--cards", fmt.Sprint(seed % 4),
		}
		for i, flag := range []string{"--plain", "--bare", "--link-split-mirror"} {
			if seed>>i&1 == 1 {
				args = append(args, flag)
			}
		}
		all[strings.Join(args, " ")] = testkit.Plan(t, args...)
	}
	for _, path := range testkit.GenuinePlans(t) {
		all[filepath.Base(path)] = path
	}
	return all
}

// Every budget figure of every plan equals the document's.
func TestFiguresOfImportedPlansEqualTheDocuments(t *testing.T) {
	for name, path := range plans(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := read(t, path)
			whole, notes := importDocument(t, doc)
			checkFigures(t, doc, whole)
			if strings.HasPrefix(name, "--") && len(notes.Contradictions)+len(notes.Warnings)+notes.Links.NotLinked > 0 {
				t.Errorf("a consistent plan is imported with the notes %+v %+v %+v", notes.Contradictions, notes.Warnings, notes.Links)
			}
			if strings.Contains(name, "--plain") && len(notes.Renames)+len(notes.Revived) > 0 {
				t.Errorf("a plain plan is imported with the notes %+v %+v", notes.Renames, notes.Revived)
			}
		})
	}
}

func checkFigures(t *testing.T, doc *ynabdoc.Document, whole *budget.Whole) {
	t.Helper()
	sheet := envelope.Compute(envelope.SnapshotOf(whole))
	bySource := map[string]*budget.Category{}
	for i := range whole.Categories {
		bySource[whole.Categories[i].SourceID] = &whole.Categories[i]
	}
	for _, m := range doc.Plan.Months {
		for _, c := range m.Categories {
			here := bySource[c.ID]
			if here == nil || here.Income {
				continue
			}
			got := sheet.Cell(here.No, m.Month)
			if m.Month >= sheet.First && (got.Budgeted != c.Budgeted || got.Activity != c.Activity || got.Balance != c.Balance) {
				t.Errorf("%s %s: %+v, want %s %s %s", m.Month, c.Name, got, c.Budgeted, c.Activity, c.Balance)
			}
		}
	}
}
