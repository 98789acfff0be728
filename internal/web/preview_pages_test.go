package web

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// previews are the pages with hard data: long names, negative amounts,
// currencies with no and three decimals, right-to-left and emoji names, twenty
// years, many categories, and nothing at all.
func previews() map[string]func(*http.Request) page {
	march := cal.MakeMonth(2026, 8)
	inside := func(p page, f figures, on Section) page {
		p.frame().Sidebar = previewSidebar(f, on)
		return p
	}
	screenOf := func(format money.Format, months int, scale money.Milli, repeat int, change func(*screen)) func(*http.Request) page {
		return func(r *http.Request) page {
			s := book(budget.Info{ID: "7f3c", Name: "Household", Currency: format}, months, march, scale, repeat)
			s.view.months = monthCount(r)
			if change != nil {
				change(s)
			}
			return inside(budgetPage(s), figures{format}, OnBudgetScreen)
		}
	}
	all := map[string]func(*http.Request) page{
		"budgets":       func(*http.Request) page { return previewBudgets() },
		"budgets-empty": func(*http.Request) page { return &BudgetsPage{Frame: Frame{Title: "Budgets"}, ImportURL: "/import"} },
		"budget":        screenOf(euro, 30, 1000, 1, nil),
		"budget-hidden": screenOf(dollar, 30, 1000, 1, func(s *screen) { s.view.hidden = true; s.view.folded["0001-gro"] = true }),
		"budget-yen":    screenOf(yen, 30, 150_000, 1, nil),
		"budget-dinar":  screenOf(dinar, 30, 1017, 1, nil),
		"budget-20y":    screenOf(dollar, 240, 1000, 2, nil),
		"budget-huge":   screenOf(euro, 12, 123_456_789, 1, func(s *screen) { s.view.first = s.view.first.Add(1) }),
		"budget-empty": func(*http.Request) page {
			return inside(budgetPage(book(budget.Info{Name: "New", Currency: euro}, 1, march, 0, 0)), figures{euro}, OnBudgetScreen)
		},
		"accounts": func(*http.Request) page { return inside(previewAccounts(), figures{euro}, OnAccounts) },
		"register": func(*http.Request) page { return inside(previewRegister(figures{euro}, false), figures{euro}, "") },
		"register-all": func(*http.Request) page {
			return inside(previewRegister(figures{dinar}, true), figures{dinar}, OnRegister)
		},
		"register-empty": func(*http.Request) page {
			return inside(&RegisterPage{Frame: Frame{Title: "Cash"}, Heading: "Cash 💶", Detail: "Cash, on budget", Sums: []Sum{{"Balance", figures{euro}.symbol(0)}}}, figures{euro}, "")
		},
		"report":       func(*http.Request) page { return inside(previewReport(AllMatch), figures{euro}, OnReport) },
		"report-bad":   func(*http.Request) page { return inside(previewReport(Unexplained), figures{euro}, OnReport) },
		"guide":        func(*http.Request) page { return guidePage() },
		"import":       func(*http.Request) page { return &ImportPage{Frame: Frame{Title: "Import file"}, Action: "/import"} },
		"known":        func(*http.Request) page { return previewKnown() },
		"import-fault": func(*http.Request) page { return previewImportFault() },
		"fault":        func(*http.Request) page { return previewFault() },
	}
	maps.Copy(all, accountPreviews(inside))
	return all
}

func previewKnown() page {
	return &KnownPlanPage{
		Frame: Frame{Title: "Here already"}, File: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz-20261121-093000.json", Action: "/known-plan/KEY",
		Budgets: []KnownBudget{
			{Name: "Household of Anna-Liisa and Bartholomäus", When: "imported 3 November 2026, a newer file taken over yesterday", URL: "/budgets/1"},
			{Name: "תקציב משפחתי 🏡 <b>Haushaltsgemeinschaftsüberwachung</b>", When: "imported today", URL: "/budgets/2"},
		},
	}
}

func previewBudgets() page {
	return &BudgetsPage{Frame: Frame{Title: "Budgets"}, ImportURL: "/import", Budgets: []BudgetCard{
		{Name: "Household of Anna-Liisa and Bartholomäus", URL: "/budgets/1", Currency: "EUR", Span: "March 2016 to August 2026", Accounts: 11, Imported: "changed today"},
		{Name: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz 2026 with a long tail that goes on", URL: "/budgets/2", Currency: "KWD", Span: "August 2026", Accounts: 1, Imported: "changed 21 November 2026"},
		{Name: "תקציב משפחתי 🏡", URL: "/budgets/3", Currency: "ILS", Span: "January 2024 to August 2026", Accounts: 4},
	}}
}

func previewAccounts() page {
	s := previewSidebar(figures{euro}, OnAccounts)
	return &AccountsPage{Frame: Frame{Title: "Accounts"}, Kinds: s.Kinds, Total: figures{euro}.symbol(-134_536_030)}
}

func previewRegister(f figures, all bool) page {
	p := &RegisterPage{
		Frame: Frame{Title: "Checking"}, Heading: "Checking", Detail: "Checking, on budget", AllAccounts: all,
		Sums:    []Sum{{"Cleared", f.symbol(3_191_620)}, {"Not cleared", f.symbol(12_500)}, {"Balance", f.symbol(3_204_120)}},
		Pager:   Pager{From: "101", To: "200", Total: "5,433", First: PageLink{"Newest", "?page=1"}, Previous: PageLink{"Newer", "?page=1"}, Next: PageLink{"Older", "?page=3"}, Last: PageLink{"Oldest", "?page=55"}},
		Running: !all, NewRowURL: "?new", MenuURL: "?menu", DoURL: "?do/", Tally: Tally{Rows: "5,433 transactions", Sum: f.plain(-3_412_200), Total: "5,433", Digits: 2, Point: ",", Group: "."},
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
	payees := []string{"Landlord", "REWE", "Transfer: Joint savings at the Volksbank Mittelhessen eG", "Employer GmbH & Co. KG", "חנות ספרים", strings.Repeat("A payee of very many words ", 11), "Café <b>Noir</b> ☕️", ""}
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
			Payee: payees[k], Category: cats[k], Amount: f.plain(amount), Cleared: marks[min(i/6, 2)], Flag: flags[k], Future: i < 2, Unapproved: i == 3,
		}
		if all {
			row.Account, row.URL = []string{"Checking", "Joint savings at the Volksbank Mittelhessen eG"}[i%2], "/budgets/7f3c/accounts/1"
		} else {
			running := f.plain(balance)
			row.Balance = &running
		}
		if i%3 == 0 {
			row.Notes = notesText([]string{"weekly shop", "for the school, to be paid back by the parents' association before the summer holidays", "<script>alert(1)</script>"}[i/3%3])
		}
		if i == 4 || i == 14 {
			row.Folded = true
			for j := range 3 + i {
				row.Parts = append(row.Parts, PartRow{Category: cats[j%8], Notes: notesText([]string{"", "with receipt"}[j%2]), Payee: payees[j%8], Amount: f.plain(-12_340), WithAccount: all, WithBalance: !all})
			}
		}
		balance -= amount
		p.Rows = append(p.Rows, row)
	}
	return p
}

func previewReport(mark Mark) page {
	f := figures{euro}
	p := &ReportPage{
		Frame: Frame{Title: "Import report"}, Mark: mark, BudgetURL: "/budgets/7f3c",
		Sentence:  "All 11 accounts and 2,760 category figures match the file.",
		Explained: "Two names were taken and got a suffix. Nothing else needs a look.",
		Numbers:   []Number{{"11", "accounts", "3 off budget, 1 closed"}, {"62", "categories", "in 14 groups"}, {"5,433", "transactions", "164 of them split"}, {"309", "transfers", "all linked"}, {"126", "months", "March 2016 to August 2026"}, {"412", "payees", ""}, {"21", "scheduled", "none enters by itself until you say so"}},
		Sections: []ReportSection{
			{Title: "Renamed", Count: "2", Warns: true, Intro: "Names that were taken in their place got a suffix. The first in the file kept its name.", Table: Table{Columns: []Column{{"Was", false}, {"Is now", false}, {"Where", false}}, Rows: [][]TableCell{{{Text: "Gas"}, {Text: "Gas-1"}, {Text: "group Car"}}, {{Text: "Travel"}, {Text: "Travel-1"}, {Text: "group Savings"}}}}},
			{Title: "Every record accounted for", Count: "8,402", Intro: "What was in the file, and what became of it.", Table: Table{Columns: []Column{{"Records", false}, {"In the file", true}, {"Kept", true}, {"Merged", true}, {"Skipped", true}}, Rows: [][]TableCell{
				{{Text: "Accounts"}, {Text: "11", Numbers: true, Sign: Plus}, {Text: "11", Numbers: true, Sign: Plus}, {Text: "0", Numbers: true, Sign: Zero}, {Text: "0", Numbers: true, Sign: Zero}},
				{{Text: "Transactions"}, {Text: "5,451", Numbers: true, Sign: Plus}, {Text: "5,433", Numbers: true, Sign: Plus}, {Text: "0", Numbers: true, Sign: Zero}, {Text: "18", Numbers: true, Sign: Plus}},
			}}},
			{Title: "Skipped", Count: "18", Table: Table{Columns: []Column{{"What", false}, {"Why", false}, {"How many", true}}, Rows: [][]TableCell{{{Text: "Transactions"}, {Text: "deleted at the source"}, {Text: "18", Numbers: true, Sign: Plus}}}}},
		},
	}
	if mark == Unexplained {
		p.Sentence = "2 of 11 accounts do not match the file. All 2,760 category figures do."
		p.Explained = "The file contradicts itself there: an account's balance in it is not what its own transactions come to."
		p.Sections = append([]ReportSection{{Title: "Accounts that differ", Count: "2", Warns: true, Open: true, Table: Table{Columns: []Column{{"Account", false}, {"Here", true}, {"In the file", true}, {"Difference", true}}, Rows: [][]TableCell{
			{{Text: "Checking"}, figureCell(f.plain(3_204_120)), figureCell(f.plain(3_194_120)), figureCell(f.plain(10_000))},
			{{Text: "Joint savings at the Volksbank Mittelhessen eG"}, figureCell(f.plain(-94_120)), figureCell(f.plain(0)), figureCell(f.plain(-94_120))},
		}}}}, p.Sections...)
	}
	return p
}

func previewImportFault() page {
	return &ImportPage{Frame: Frame{Title: "Import file"}, Action: "/import", Name: "Household", Fault: &FaultText{
		ID: "not-sourceapp5", Message: "page.html is a web page, not a plan document; it says “Forbidden”", Hint: "The download was refused. Ways to get the file: holdover help export.",
	}}
}

func previewFault() page {
	return &FaultPage{
		Frame: Frame{Title: "Not found"}, Heading: "There is nothing here", RequestID: "KX7Q2M4PZT5A", BackURL: "/budgets", BackLabel: "To the budgets",
		Fault: FaultText{Message: "there is no budget with the id 7f3c0000-0000-0000-0000-000000000000-and-a-long-tail-without-any-space", Hint: "It may have been deleted, or belong to someone else."},
	}
}
