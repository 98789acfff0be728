package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

const uglyNote = "IBAN DE02 1203 0000 0000 2020 51\n<script>alert(1)</script> every 28th, Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft\nללא עמלה until March"

// accountPreviews are the pages about accounts with hard data.
func accountPreviews(inside func(page, figures, Section) page) map[string]func(*http.Request) page {
	accounts := func(p page) page { return inside(p, figures{euro}, OnAccounts) }
	s := &site{now: func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }}
	return map[string]func(*http.Request) page{
		"accounts-full": func(*http.Request) page { return accounts(previewAccountsFull()) },
		"accounts-none": func(*http.Request) page {
			p := accounts(&AccountsPage{Frame: Frame{Title: "Accounts"}, AddURL: "/new"})
			p.frame().Sidebar.Kinds = nil
			return p
		},
		"account-kinds": func(*http.Request) page {
			return accounts(&NewAccountPage{Frame: Frame{Title: "Add account"}, BackURL: "/", First: true, Kinds: kindLinks(linksOf("7f3c"))})
		},
		"account-form": func(*http.Request) page { return accounts(previewAccountForm(s)) },
		"budget-new": func(*http.Request) page {
			p := s.newBudgetPage(url.Values{"name": {strings.Repeat("Haushalt ", 20)}, "currency": {"KWD"}, "starter": {"1"}, "month": {"2026-11"}})
			p.Faults = FieldFaults{"name": {Message: "There is a budget called " + strings.Repeat("Haushalt ", 20) + "already", Hint: "Choose another name"}}
			return p
		},
		"reconcile-ask":    func(*http.Request) page { return inside(previewReconcile(nil), figures{dinar}, "") },
		"reconcile":        func(*http.Request) page { return inside(previewReconcile(previewMissing()), figures{dinar}, "") },
		"reconcile-agrees": func(*http.Request) page { return inside(previewReconcile(previewAgrees()), figures{dinar}, "") },
	}
}

func previewAccountsFull() page {
	s := previewSidebar(figures{euro}, OnAccounts)
	for i := range s.Kinds {
		for j := range s.Kinds[i].Accounts {
			acc := &s.Kinds[i].Accounts[j]
			acc.ID, acc.Rows, acc.Reconciled = viewKey(acc.Name), "50,433", []string{"", "21.11.2026", "01.03.2016"}[j%3]
		}
	}
	first := &s.Kinds[0].Accounts[1]
	first.Note, first.Type = uglyNote, "Line of credit"
	huge := figures{euro}
	first.Balance, first.Cleared, first.Uncleared = huge.plain(-999_999_999_999_990), huge.plain(-999_999_999_000_990), huge.plain(-999_000)
	return &AccountsPage{
		Frame: Frame{Title: "Accounts"}, Kinds: s.Kinds, Total: huge.symbol(-134_536_030),
		AddURL: "/new", MenuURL: "/menu", DoURL: "/do/",
	}
}

func previewAccountForm(s *site) page {
	book := book(budget.Info{ID: "7f3c", Name: "Household", Currency: euro}, 3, cal.MakeMonth(2026, 9), 1000, 1)
	got := &app.Screen{Frame: *book.frame, Groups: book.groups, Categories: book.categories, Sheet: book.sheet}
	got.Role = auth.Owner
	f := s.accountForm(got, kindsByType["creditCard"], url.Values{"name": {"בנק " + strings.Repeat("Überweisung ", 14)}, "amount": {"1234567,89"}})
	f.Faults = FieldFaults{"name": {Message: "There is already an account \"בנק " + strings.Repeat("Überweisung ", 14) + "\"", Hint: "Choose another name"}}
	return &NewAccountPage{Frame: Frame{Title: "Add account"}, BackURL: "/", Form: f}
}

func previewReconcile(result *ReconcileResult) page {
	p, ok := previewRegister(figures{dinar}, false).(*RegisterPage)
	if !ok {
		panic("the register's preview is another page")
	}
	p.Heading = "Joint savings at the Volksbank Mittelhessen eG 💶"
	p.Tools = &AccountTools{ID: "1", Name: p.Heading, Note: uglyNote, Reconciled: "01.03.2026", BankFileURL: "/bank-file", MenuURL: "/menu"}
	p.Reconcile = &ReconcileBar{URL: "#", LeaveURL: "#", Bank: "1,234,567.891", On: "2026-11-21", Result: result}
	if result == nil {
		p.Reconcile.Bank = "much"
		p.Reconcile.Faults = FieldFaults{"bank": {Message: "\"much\" is not an amount", Hint: "Write it like 1,234.500, or as a sum such as 120/4"}}
	}
	return p
}

func previewMissing() *ReconcileResult {
	f := figures{dinar}
	rows := []app.Row{
		{ID: "1", Amount: -3_201, Date: cal.MakeDate(2026, 11, 12), PayeeName: "Transfer: Joint savings at the Volksbank Mittelhessen eG"},
		{ID: "2", Amount: -1_234_560_000, Date: cal.MakeDate(2026, 11, 13), PayeeName: "חנות ספרים <b>"},
	}
	return &ReconcileResult{
		Cleared: f.symbol(1_235_802_452), Bank: f.symbol(1_234_567_891), Missing: f.symbol(-1_234_561), Uncleared: "1,203 rows are not cleared", UnclearedURL: "#",
		Hint: suspicion(f, "DD.MM.YYYY", rows), Action: "#", Adjustment: f.symbol(-1_234_561).Text,
		Categories: []OptionGroup{{Options: []Option{{Label: toBudgetWords}}}, {Label: "Everyday", Options: []Option{{Value: "1", Label: strings.Repeat("Groceries and ", 9)}}}},
	}
}

func previewAgrees() *ReconcileResult {
	f := figures{dinar}
	m := f.symbol(money.Milli(1_234_567_891))
	return &ReconcileResult{Cleared: m, Bank: m, Missing: f.symbol(0), Agrees: true, Uncleared: "1 row is not cleared", UnclearedURL: "#", Action: "#"}
}

// The previews of accounts are complete enough to say something about the page.
func TestAccountPreviews(t *testing.T) {
	for _, said := range []string{"owe", "falls by"} {
		p, ok := previewAccountForm(&site{now: time.Now}).(*NewAccountPage)
		if !ok || !strings.Contains(p.Form.Begins, said) {
			t.Errorf("the form does not say %q", said)
		}
	}
}
