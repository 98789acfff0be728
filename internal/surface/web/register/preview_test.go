package register

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func previews() preview.Pages {
	return preview.Pages{
		"register": func(*http.Request) ui.Page {
			return preview.Inside(previewRegister(ui.Figures{Format: preview.Euro}, false), ui.Figures{Format: preview.Euro}, "")
		},
		"register-all": func(*http.Request) ui.Page {
			return preview.Inside(previewRegister(ui.Figures{Format: preview.Dinar}, true), ui.Figures{Format: preview.Dinar}, ui.OnRegister)
		},
		"register-empty": func(*http.Request) ui.Page {
			return preview.Inside(&RegisterPage{Frame: ui.Frame{Title: "Cash"}, Heading: "Cash 💶", Detail: "Cash, on budget", Sums: []Sum{{"Balance", ui.Figures{Format: preview.Euro}.Symbol(0)}}}, ui.Figures{Format: preview.Euro}, "")
		},
		"reconcile-ask": func(*http.Request) ui.Page {
			return preview.Inside(previewReconcile(nil), ui.Figures{Format: preview.Dinar}, "")
		},
		"reconcile": func(*http.Request) ui.Page {
			return preview.Inside(previewReconcile(previewMissing()), ui.Figures{Format: preview.Dinar}, "")
		},
		"reconcile-agrees": func(*http.Request) ui.Page {
			return preview.Inside(previewReconcile(previewAgrees()), ui.Figures{Format: preview.Dinar}, "")
		},
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), previews(), &RegisterPage{}, &FilterPage{}, &ReceiptsPage{}, &PrintPage{RegisterPage: &RegisterPage{}}, &RowPage{}, preview.Part{Page: &SuggestPage{}, Name: "suggestions"})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, Feature(), previews()) }

func TestOpenedInBrowser(t *testing.T) {
	t.Parallel()
	preview.Open(t, Feature(), previews(), preview.Click{Name: "split", Page: "register", On: "#t-t4 .split", Phone: "#t-t4 .split"})
}

func previewRegister(f ui.Figures, all bool) ui.Page {
	p := &RegisterPage{
		Frame: ui.Frame{Title: "Checking"}, Heading: "Checking", Detail: "Checking, on budget", AllAccounts: all,
		Sums:      []Sum{{"Cleared", f.Symbol(3_191_620)}, {"Uncleared", f.Symbol(12_500)}, {"Balance", f.Symbol(3_204_120)}},
		Pager:     ui.Pager{From: "101", To: "200", Total: "5,433", First: ui.PageLink{Label: "Newest", URL: "?page=1"}, Previous: ui.PageLink{Label: "Newer", URL: "?page=1"}, Next: ui.PageLink{Label: "Older", URL: "?page=3"}, Last: ui.PageLink{Label: "Oldest", URL: "?page=55"}},
		NewRowURL: "?new", MenuURL: "?menu", DoURL: "?do/", Tally: Tally{Rows: "5,433 transactions", Sum: f.Plain(-3_412_200), Total: "5,433", Digits: 2, Point: ",", Group: "."},
		Find:    Find{URL: "?", PanelURL: "?filter", ClearURL: "?", Chips: []Chip{{"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "?"}, {"March 2026", "?"}, {"שיעורי פסנתר", "?"}}},
		ToDo:    []ToDoLink{{"3 need a category", "?"}, {"12 to approve", "?"}},
		Columns: []Heading{{Class: "date", Label: "Date", URL: "?", Order: "descending"}, {Class: "flagged", Label: "Flag", URL: "?", Mark: true}, {Class: "payee", Label: "Payee", URL: "?"}, {Class: "cat", Label: "Category", URL: "?"}, {Class: "notes", Label: "Notes", URL: "?"}, {Class: "amount", Label: "Amount", URL: "?", Number: true}},
	}
	if all {
		p.Columns = slices.Insert(p.Columns, 2, Heading{Class: "account", Label: "Account"})
	} else {
		p.Columns = append(p.Columns, Heading{Class: "running", Label: "Balance", Number: true})
	}
	p.Columns = append(p.Columns, Heading{Class: "mark", Label: "Cleared", URL: "?", Mark: true})
	if all {
		p.Heading, p.Detail = "All accounts", "11 accounts"
	}
	payees := []string{"Landlord", "REWE", "Transfer : Joint savings at the Volksbank Mittelhessen eG", "Employer GmbH & Co. KG", "חנות ספרים", strings.Repeat("A payee of very many words ", 11), "Café <b>Noir</b> ☕️", ""}
	cats := []CategoryText{{Group: "Bills", Name: "Rent"}, {Group: "Everyday", Name: "Groceries"}, {Name: "Transfer", Kind: NoneNeeded}, {Name: "Inflow: Ready to Assign", Kind: IncomeNamed}, {Group: "Children", Name: "שיעורי פסנתר"}, {Name: "Needs a category", Kind: NoneGiven}, {Group: "Everyday", Name: "Eating out"}, {Group: "Everyday", Name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"}}
	marks := []ClearedMark{NotCleared, IsCleared, IsReconciled}
	flags := []string{"", "red", "", "blue", "", "", "purple", "yellow"}
	balance := money.Milli(3_204_120)
	for i := range 40 {
		k := i % len(payees)
		amount := money.Milli(-(i*i*377%29000 + 310)) * 10
		if k == 3 {
			amount = 4_250_000
		}
		row := RegisterRow{
			ID: fmt.Sprintf("t%d", i), Date: fmt.Sprintf("%02d.08.2026", 30-i%29), ISODate: fmt.Sprintf("2026-08-%02d", 30-i%29), Label: fmt.Sprint("Row ", i), EditURL: "?edit", WithAccount: all, Milli: int64(amount),
			Payee: payees[k], Category: cats[k], Amount: f.Plain(amount), Cleared: marks[min(i/6, 2)], Flag: flags[k], Future: i < 2, Unapproved: i == 3,
		}
		if all {
			row.Account, row.URL = []string{"Checking", "Joint savings at the Volksbank Mittelhessen eG"}[i%2], "/budgets/7f3c/accounts/1"
		} else {
			running := f.Plain(balance)
			row.Balance = &running
		}
		if i%3 == 0 {
			row.Notes = notesText(ui.LinksOf("7f3c").NotesOf([]string{"weekly shop #food", "for the school, to be paid back by the parents' association before the summer holidays", "<script>alert(1)</script>"}[i/3%3], nil))
		}
		if i == 4 || i == 14 {
			row.Collapsed = true
			for j := range 3 + i {
				row.Parts = append(row.Parts, PartRow{Category: cats[j%8], Notes: notesText(ui.LinksOf("7f3c").NotesOf([]string{"", "with receipt"}[j%2], nil)), Payee: payees[j%8], Amount: f.Plain(-12_340), WithAccount: all, WithBalance: !all})
			}
		}
		balance -= amount
		p.Rows = append(p.Rows, row)
	}
	return p
}

func previewReconcile(result *ReconcileResult) ui.Page {
	p, ok := previewRegister(ui.Figures{Format: preview.Dinar}, false).(*RegisterPage)
	if !ok {
		panic("the register's preview is another page")
	}
	p.Heading = "Joint savings at the Volksbank Mittelhessen eG 💶"
	p.Tools = &AccountTools{ID: "1", Name: p.Heading, Note: preview.UglyNote, Reconciled: "01.03.2026", BankFileURL: "/bank-file", MenuURL: "/menu"}
	p.Reconcile = &ReconcileBar{URL: "#", LeaveURL: "#", Bank: "1,234,567.891", On: ui.DayIn("DD.MM.YYYY", civil.MakeDate(2026, 11, 21)), Words: reconcileWordsOf(&pageframe.Account{}), Result: result}
	if result == nil {
		p.Reconcile.Bank = "much"
		p.Reconcile.Faults = ui.FieldFaults{"bank": {Message: "\"much\" is not an amount", Hint: "Write it like 1,234.500, or as a sum such as 120/4"}}
	}
	return p
}

func previewMissing() *ReconcileResult {
	f := ui.Figures{Format: preview.Dinar}
	rows := []rows.Row{
		{ID: "1", Amount: -3_201, Date: civil.MakeDate(2026, 11, 12), PayeeName: "Transfer : Joint savings at the Volksbank Mittelhessen eG"},
		{ID: "2", Amount: -1_234_560_000, Date: civil.MakeDate(2026, 11, 13), PayeeName: "חנות ספרים <b>"},
	}
	return &ReconcileResult{
		Cleared: f.Symbol(1_235_802_452), Bank: f.Symbol(1_234_567_891), Missing: f.Symbol(-1_234_561), Uncleared: "1,203 transactions are uncleared", UnclearedURL: "#", Later: "1,204 cleared transactions after that day stay as they are",
		Hint: suspicion(f, "DD.MM.YYYY", rows, reconcileWordsOf(&pageframe.Account{})), Action: "#", Adjustment: f.Symbol(-1_234_561).Text,
		Categories: []ui.OptionGroup{{Options: []ui.Option{{Label: ui.ToBudgetWords}}}, {Label: "Everyday", Options: []ui.Option{{Value: "1", Label: strings.Repeat("Groceries and ", 9)}}}},
	}
}

func previewAgrees() *ReconcileResult {
	f := ui.Figures{Format: preview.Dinar}
	m := f.Symbol(money.Milli(1_234_567_891))
	return &ReconcileResult{Cleared: m, Bank: m, Missing: f.Symbol(0), Agrees: true, Uncleared: "1 row is uncleared", UnclearedURL: "#", Action: "#"}
}
