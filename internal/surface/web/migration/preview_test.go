package migration

import (
	"net/http"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/base/civil"
	"holdover/internal/model/conversion"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func previews() preview.Pages {
	return preview.Pages{
		"report": func(*http.Request) ui.Page {
			return preview.Inside(previewReport(AllMatch), ui.Figures{Format: preview.Euro}, ui.OnImportReport)
		},
		"report-asks": func(*http.Request) ui.Page {
			f := ui.Figures{Format: preview.Euro}
			p := previewReport(AllMatch)
			p.Ask = askCards(&migration.CardQuestion{Envelopes: migration.CardAnswer{Matched: 126, ToBudget: 120_000}, Accounts: migration.CardAnswer{Matched: 3, ToBudget: -2_390_000}, Months: 126, Month: civil.MakeMonth(2026, 8), Source: 120_000}, f, "/budgets/7f3c/report")
			return preview.Inside(p, f, ui.OnImportReport)
		},
		"report-bad": func(*http.Request) ui.Page {
			return preview.Inside(previewReport(Unexplained), ui.Figures{Format: preview.Euro}, ui.OnImportReport)
		},
		"guide": func(*http.Request) ui.Page { return guidePage() },
		"cards": func(*http.Request) ui.Page {
			f := ui.Figures{Format: preview.Euro}
			month := CardsPageMonth{Name: "August 2026", URL: "/budgets/7f3c", Before: f.Plain(120_000), Then: f.Plain(80_000), Difference: f.Plain(-40_000), Cards: []CardsPageCard{{"Visa", f.Plain(40_000)}}}
			return preview.Inside(&CardsPage{Frame: ui.Frame{Title: "Credit cards"}, MayChange: true, Action: "/budgets/7f3c/cards", Names: []string{"Visa"}, Months: []CardsPageMonth{month}}, f, ui.OnCards)
		},
		"import": func(*http.Request) ui.Page {
			return &ImportPage{Frame: ui.Frame{Title: "Import file"}, Action: "/import"}
		},
		"unclear":      func(*http.Request) ui.Page { return previewUnclear() },
		"known":        func(*http.Request) ui.Page { return previewKnown() },
		"import-fault": func(*http.Request) ui.Page { return previewImportFault() },
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), previews(), &ImportReportPage{}, &ImportPage{}, &FromSourcePage{}, &SourcePlansPage{}, &GuidePage{}, &ExistingPlanPage{}, &NewerPage{},
		&VerifyPage{}, &CleanUpPage{}, &CardsPage{}, &UnclearFilePage{})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, Feature(), previews()) }

func TestOpenedInBrowser(t *testing.T) {
	t.Parallel()
	preview.Open(t, Feature(), previews(), preview.Click{Name: "report-table", Page: "report", On: ".section:nth-of-type(2) summary", Phone: ".section:nth-of-type(2) summary"})
}

func previewReport(mark Mark) *ImportReportPage {
	f := ui.Figures{Format: preview.Euro}
	p := &ImportReportPage{
		Frame: ui.Frame{Title: "Import report"}, Mark: mark, BudgetURL: "/budgets/7f3c",
		Sentence: "All 11 accounts and 2,760 category figures match the file.",
		Checked:  "when it was imported, 3 November 2026", ToBudget: "To Budget differs in 14 months, for one reason.", Reasons: []string{"amounts assigned to card payments"},
		VerifyURL: "/budgets/7f3c/verification", CleanURL: "/budgets/7f3c/clean-up",
		Explained: "Two duplicate names were renamed. Nothing else needs a look.",
		Numbers:   []Number{{"11", "accounts", "3 off budget, 1 closed"}, {"62", "categories", "in 14 groups"}, {"5,433", "transactions", "164 of them split"}, {"309", "transfers", "all linked"}, {"126", "months", "March 2016 to August 2026"}, {"412", "payees", ""}, {"21", "scheduled", "none enters by itself until you say so"}},
		Sections: []ReportSection{
			{Title: "Renamed", Count: "2", Warns: true, Intro: "Duplicate names were renamed. The first in the file kept its name.", Table: Table{Columns: []Column{{"Was", false}, {"Is now", false}, {"Where", false}}, Rows: [][]TableCell{{{Text: "Gas"}, {Text: "Gas-1"}, {Text: "group Car"}}, {{Text: "Travel"}, {Text: "Travel-1"}, {Text: "group Savings"}}}}},
			{Title: "All records", Count: "8,402", Intro: "The records of the file and how they were imported.", Table: Table{Columns: []Column{{"Records", false}, {"In the file", true}, {"Imported", true}, {"Merged", true}, {"Skipped", true}}, Rows: [][]TableCell{
				{{Text: "Accounts"}, {Text: "11", Numbers: true, Sign: ui.Plus}, {Text: "11", Numbers: true, Sign: ui.Plus}, {Text: "0", Numbers: true, Sign: ui.Zero}, {Text: "0", Numbers: true, Sign: ui.Zero}},
				{{Text: "Transactions"}, {Text: "5,451", Numbers: true, Sign: ui.Plus}, {Text: "5,433", Numbers: true, Sign: ui.Plus}, {Text: "0", Numbers: true, Sign: ui.Zero}, {Text: "18", Numbers: true, Sign: ui.Plus}},
			}}},
			{Title: "Skipped", Count: "18", Table: Table{Columns: []Column{{"What", false}, {"Why", false}, {"How many", true}}, Rows: [][]TableCell{{{Text: "Transactions"}, {Text: "deleted in YNAB"}, {Text: "18", Numbers: true, Sign: ui.Plus}}}}},
		},
	}
	if mark == Unexplained {
		p.Sentence = "2 of 11 accounts do not match the file. All 2,760 category figures do."
		p.Explained = "The file is inconsistent there: an account's balance in it is not what its own transactions come to."
		p.Sections = append([]ReportSection{{Title: "Accounts that differ", Count: "2", Warns: true, Open: true, Table: Table{Columns: []Column{{"Account", false}, {"Here", true}, {"In the file", true}, {"Difference", true}}, Rows: [][]TableCell{
			{{Text: "Checking"}, figureCell(f.Plain(3_204_120)), figureCell(f.Plain(3_194_120)), figureCell(f.Plain(10_000))},
			{{Text: "Joint savings at the Volksbank Mittelhessen eG"}, figureCell(f.Plain(-94_120)), figureCell(f.Plain(0)), figureCell(f.Plain(-94_120))},
		}}}}, p.Sections...)
	}
	return p
}

func previewImportFault() ui.Page {
	return &ImportPage{Frame: ui.Frame{Title: "Import file"}, Action: "/import", Name: "Household", Fault: &ui.FaultText{
		ID: "not-sourceapp5", Message: "page.html is a web page, not a plan document; it says “Forbidden”", Hint: "The download was refused.",
	}}
}

func previewKnown() ui.Page {
	return &ExistingPlanPage{
		Frame: ui.Frame{Title: "Plan already exists"}, File: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz-20261121-093000.json", Action: "/known-plan/KEY",
		Budgets: []ExistingBudget{
			{Name: "Household of Anna-Liisa and Bartholomäus", When: "imported 3 November 2026, last updated yesterday", URL: "/budgets/1"},
			{Name: "תקציב משפחתי 🏡 <b>Haushaltsgemeinschaftsüberwachung</b>", When: "imported today", URL: "/budgets/2"},
		},
	}
}

func previewUnclear() ui.Page {
	return &UnclearFilePage{
		Frame: ui.Frame{Title: "One question first"}, File: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz as of 2026-11-28 10-15.zip", Action: "/unclear-file/KEY",
		Question: conversion.Question{Field: "dates", Text: "Which day is 03/04/2026?", Answers: []conversion.Answer{{Value: "dmy", Label: "3 April 2026"}, {Value: "mdy", Label: "4 March 2026"}}},
	}
}
