package ynabcsv_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cardmode"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/logic/ynabcsv"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/testing/testkit"
)

// awkward are texts that mean something in the tables or in a spreadsheet.
var awkward = []string{
	"Food: out", " lead", "trail ", "=1+1", "'=1+1", "''-5", "+4", "-", "@x", "a,b", `say "no"`, "two\nlines", "tab\there", "食費", "emoji 🛒", "שלום", "; x", "\u200b=2",
	"Transfer :", "Split (1/2", "(Split 1/2", "Red", "€5", "Inflow: Ready to Assign", "'", "'quoted'",
}

// budgets returns generated budgets with awkward texts, by name.
func budgets(t *testing.T) map[string]*budget.Whole {
	t.Helper()
	all := map[string]*budget.Whole{}
	for seed := 1; seed <= 12; seed++ {
		currency := []string{"USD", "EUR", "JPY", "KWD"}[seed%4]
		path := testkit.Plan(t, "--seed", fmt.Sprint(500+seed), "--years", "1", "--tx", "250", "--cards", fmt.Sprint(seed%3), "--categories", "30",
			"--currency", currency, "--end-month", "2026-08")
		got := importText(t, testkit.Must(os.ReadFile(path))(t), nil)
		w := got.whole
		spoil(w, rand.New(rand.NewPCG(uint64(seed), 3)))
		w.Info.Name = "Our money"
		w.Info.DateFormat = []string{"YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YYYY"}[seed%3]
		if seed%2 == 0 {
			w.Info.CardEnvelopes = true
			n := 0
			cardmode.KeepIn(w, func() string { n++; return fmt.Sprint("card-", n) })
		}
		all[fmt.Sprint(seed, " ", currency, " ", w.Info.DateFormat, " card envelopes: ", w.Info.CardEnvelopes)] = w
	}
	return all
}

// spoil gives records awkward texts and amounts finer than the currency.
func spoil(w *budget.Whole, rng *rand.Rand) {
	text := func() string { return awkward[rng.IntN(len(awkward))] }
	for i := range w.Groups {
		if g := &w.Groups[i]; !g.Income && !g.Cards && rng.IntN(2) == 0 {
			g.Name = fmt.Sprint(text(), i)
		}
	}
	for i := range w.Categories {
		if c := &w.Categories[i]; !c.Income && rng.IntN(2) == 0 {
			c.Name = fmt.Sprint(text(), i)
		}
	}
	for i := range w.Accounts {
		if a := &w.Accounts[i]; !a.Type.IsCard() && rng.IntN(2) == 0 {
			a.Name = fmt.Sprint(text(), i)
		}
	}
	for i := range w.Payees {
		if p := &w.Payees[i]; p.TransferAccount == 0 && rng.IntN(2) == 0 {
			p.Name = fmt.Sprint(text(), i)
		}
	}
	for i := range w.Transactions {
		t := &w.Transactions[i]
		if rng.IntN(3) == 0 {
			t.Memo = text()
		}
		if rng.IntN(5) == 0 {
			t.FlagColour, t.FlagName = "blue", text()
		}
		if rng.IntN(20) == 0 && len(t.Parts) == 0 && t.Transfer.Account == 0 {
			t.Amount += money.Milli(rng.IntN(9))
		}
		for j := range t.Parts {
			if p := &t.Parts[j]; rng.IntN(2) == 0 {
				p.Memo = text()
			}
		}
	}
}

// unpacked returns the tables of a written archive.
func unpacked(t testing.TB, file []byte) *conversion.Archive {
	t.Helper()
	r := testkit.Must(zip.NewReader(bytes.NewReader(file), int64(len(file))))(t)
	a := &conversion.Archive{Name: "x.zip"}
	for _, f := range r.File {
		a.Files = append(a.Files, conversion.File{Name: f.Name, Size: int64(f.UncompressedSize64), Open: func() (io.ReadCloser, error) { return f.Open() }})
	}
	return a
}

// orders are the answers to the question about dates, by date format.
var orders = map[string]string{"YYYY-MM-DD": "ymd", "DD.MM.YYYY": "dmy", "MM/DD/YYYY": "mdy"}

// A budget that is written and read again has the same figures in every month, and the same transactions.
func TestRoundTrip(t *testing.T) {
	for name, w := range budgets(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := exportertest.FromWhole(w, envelope.Compute(envelope.SnapshotOf(w)))
			var file bytes.Buffer
			if _, err := ynabcsv.Write(&file, src, civil.MakeDate(2026, 8, 5)); err != nil {
				t.Fatal(err)
			}
			got := importArchive(t, unpacked(t, file.Bytes()), conversion.Options{Dates: orders[w.Info.DateFormat], Currency: w.Info.Currency.ISOCode})
			if r := got.report; r.Differs() || !r.Sound() || len(r.Contradictions) > 0 {
				t.Errorf("%s %+v %v", r.Sentence, r.Cells.List, r.Contradictions)
			}
			if w.Info.CardEnvelopes {
				got.whole.Info.CardEnvelopes = true
				n := 0
				cardmode.KeepIn(got.whole, func() string { n++; return fmt.Sprint("card-", n) })
				got.sheet = envelope.Compute(envelope.SnapshotOf(got.whole))
			}
			if diff := gocmp.Diff(figuresOf(w, src.Sheet), figuresOf(got.whole, got.sheet)); diff != "" {
				t.Errorf("the figures differ:\n%s", diff)
			}
			if diff := gocmp.Diff(rowsOf(w), rowsOf(got.whole)); diff != "" {
				t.Errorf("the transactions differ:\n%s", diff)
			}
			got.whole.Info.Currency.ExampleFormat = w.Info.Currency.ExampleFormat // the generator writes another amount
			if got.doc.Plan.Name != w.Info.Name || got.doc.Plan.DateFormat.Format != w.Info.DateFormat || got.whole.Info.Currency != w.Info.Currency {
				t.Errorf("the plan is %q with dates in %s and amounts in %+v", got.doc.Plan.Name, got.doc.Plan.DateFormat.Format, got.whole.Info.Currency)
			}
		})
	}
}

// figuresOf returns the figures of all categories in all months, those that are not zero, and the accounts' balances.
func figuresOf(w *budget.Whole, sheet *envelope.Sheet) map[string]string {
	groups := map[budget.GroupNo]string{}
	for i := range w.Groups {
		groups[w.Groups[i].No] = w.Groups[i].Name
	}
	all := map[string]string{}
	for _, m := range sheet.Months {
		for i := range w.Categories {
			c := &w.Categories[i]
			if f := sheet.Cell(c.No, m.Month); !c.Income && f != (envelope.Cell{}) {
				all[fmt.Sprint(groups[c.Group], ": ", c.Name, " ", m.Month)] = fmt.Sprint(f.Budgeted, f.Activity, f.Balance, f.CardDebt)
			}
		}
		all[fmt.Sprint("To Budget in ", m.Month)] = fmt.Sprint(m.ToBudget)
	}
	src := exportertest.FromWhole(w, sheet)
	for i := range src.Accounts {
		if a := &src.Accounts[i]; a.Balance != 0 || a.Cleared != 0 {
			all["the account "+a.Name] = fmt.Sprint(a.Balance, a.Cleared)
		}
	}
	return all
}

// rowsOf returns the content of all transactions that the tables have, in order.
func rowsOf(w *budget.Whole) []string {
	accounts, payees := map[budget.AccountNo]*budget.Account{}, map[budget.PayeeNo]string{}
	for i := range w.Accounts {
		accounts[w.Accounts[i].No] = &w.Accounts[i]
	}
	for i := range w.Payees {
		payees[w.Payees[i].No] = w.Payees[i].Name
	}
	categories := map[budget.CategoryNo]string{}
	for i := range w.Categories {
		if c := &w.Categories[i]; c.Income {
			categories[c.No] = "income"
		} else {
			categories[c.No] = c.Name
		}
	}
	line := func(account budget.AccountNo, p *budget.Part) string {
		text := fmt.Sprintf("%s %q %q", p.Amount, p.Memo, categories[p.Category])
		if other := accounts[p.Transfer.Account]; other != nil {
			return fmt.Sprintf("%s transfer with %q, linked %v", text, other.Name, p.Transfer.Tx != 0)
		}
		return fmt.Sprintf("%s %q", text, payees[p.Payee])
	}
	var all []string
	for i := range w.Transactions {
		t := &w.Transactions[i]
		text := fmt.Sprintf("%s %q %s %s %s", t.Date, accounts[t.Account].Name, t.Cleared, t.FlagColour, t.FlagName)
		if len(t.Parts) == 0 {
			all = append(all, text+" "+line(t.Account, &budget.Part{Amount: t.Amount, Memo: t.Memo, Payee: t.Payee, Category: t.Category, Transfer: t.Transfer}))
			continue
		}
		for j := range t.Parts {
			p := t.Parts[j]
			p.Memo, p.Payee = cmp.Or(p.Memo, t.Memo), cmp.Or(p.Payee, t.Payee)
			all = append(all, fmt.Sprintf("%s part %d of %d, %s", text, j+1, len(t.Parts), line(t.Account, &p)))
		}
	}
	return all
}

// Data that the tables cannot contain is listed, and names that would be misread are changed.
func TestOmitted(t *testing.T) {
	w := importArchive(t, pair(register, plan), conversion.Options{}).whole
	w.Groups[0].Name = "Credit Card Payments"
	w.Categories[0].Name, w.Categories[0].Note, w.Categories[0].Target = "Fees", "of banks", &budget.Target{}
	w.Accounts[1].Name = w.Accounts[0].Name
	w.Payees = append(w.Payees, budget.Payee{No: 90, Name: "Transfer : Checking"})
	w.Transactions[0].Payee, w.Transactions[0].Memo, w.Transactions[0].Approved = 90, "Split (1/2) milk", false
	w.Months = append(w.Months, budget.Month{Month: civil.MakeMonth(2026, 2), Held: 5, Note: "x"})
	w.Accounts[2].Closed = true
	w.AccountGroups = []budget.AccountGroup{{No: 1, Name: "Everyday"}}
	src := exportertest.FromWhole(w, envelope.Compute(envelope.SnapshotOf(w)))
	var file bytes.Buffer
	omitted, err := ynabcsv.Write(&file, src, civil.MakeDate(2026, 3, 1))
	if err != nil {
		t.Fatal(err)
	}
	want := []exporter.Omitted{
		{What: "names of accounts that are not unique (a number is added)", Count: 1, Value: "Checking"},
		{What: "names of payees that look like a transfer (they are changed)", Count: 1, Value: "Transfer : Checking"},
		{What: "names of groups and categories that YNAB reserves (they are changed)", Count: 1, Value: "Credit Card Payments: Fees"},
		{What: "account groups", Count: 1, Value: "Everyday"},
		{What: "transactions to approve (they are approved in the file)", Count: 1, Value: "2026-02-14, -12.50"},
		{What: "notes that begin like a part of a split (a space is added)", Count: 1, Value: "Split (1/2) milk"},
	}
	got := map[string]exporter.Omitted{}
	for _, o := range omitted {
		got[o.What] = o
	}
	for _, o := range want {
		if got[o.What] != o {
			t.Errorf("%q is %+v", o.What, got[o.What])
		}
	}
	for _, what := range []string{"targets", "notes of categories", "money held for the next month", "notes of months", "closed accounts (they are open in the file)", "types of accounts", "scheduled transactions", "payees without transactions"} {
		if got[what].Count == 0 {
			t.Errorf("%q is not listed: %+v", what, omitted)
		}
	}
	again := importArchive(t, unpacked(t, file.Bytes()), conversion.Options{})
	if row := again.whole.Transactions[0]; len(row.Parts) > 0 || row.Transfer.Account != 0 || strings.TrimSpace(row.Memo) != "Split (1/2) milk" || again.report.Differs() {
		t.Errorf("the row is %+v: %s", row, again.report.Sentence)
	}
}

// The tables show by categories alone which accounts are on budget. Others are listed.
func TestAccountsThatDoNotShowTheirBudget(t *testing.T) {
	w := importArchive(t, pair(register, plan), conversion.Options{}).whole
	for i := range w.Transactions {
		row := &w.Transactions[i]
		if row.Category = 0; row.Transfer.Account == 0 {
			row.Parts = nil
		}
		for j := range row.Parts {
			row.Parts[j].Category = 0
		}
	}
	src := exportertest.FromWhole(w, envelope.Compute(envelope.SnapshotOf(w)))
	var file bytes.Buffer
	omitted, err := ynabcsv.Write(&file, src, civil.MakeDate(2026, 3, 1))
	if err != nil {
		t.Fatal(err)
	}
	was := map[string]bool{}
	for _, a := range w.Accounts {
		was[a.Name] = a.OnBudget
	}
	listed, changed := 0, 0
	for _, o := range omitted {
		if strings.HasPrefix(o.What, "that accounts are o") {
			listed += o.Count
		}
	}
	for _, a := range importArchive(t, unpacked(t, file.Bytes()), conversion.Options{}).whole.Accounts {
		if was[a.Name] != a.OnBudget {
			changed++
		}
	}
	if changed == 0 || listed != changed {
		t.Errorf("%d accounts changed, and %d are listed: %+v", changed, listed, omitted)
	}
}
