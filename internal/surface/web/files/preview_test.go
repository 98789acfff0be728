package files

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func previews() preview.Pages {
	return preview.Pages{
		"budgets": func(*http.Request) ui.Page { return previewBudgets() },
		"budgets-empty": func(*http.Request) ui.Page {
			return &BudgetsPage{Frame: ui.Frame{Title: "Budgets"}, ImportURL: "/import"}
		},
		"downloads": func(*http.Request) ui.Page { return previewDownloads() },
		"omitted": func(*http.Request) ui.Page {
			return &OmittedPage{Frame: ui.Frame{Title: "Not included"}, Format: "hledger and Ledger", Ending: ".journal", URL: "/x", BackURL: "/y", Rows: []OmittedRow{
				{"targets", 1_234_567, strings.Repeat("Haushalt ", 20)}, {"settings to roll overspending over (the figures contain their effect)", 1, "תקציב"},
			}}
		},
		"fresh-start": func(*http.Request) ui.Page {
			figure := ui.Figures{Format: money.DefaultFormat()}
			return &FreshStartPage{
				Frame: ui.Frame{Title: "Fresh start"}, Action: "/f", BudgetName: strings.Repeat("Haushalt ", 20), Name: "Home November 2026", Payees: true, PayeesHint: "1,234 payees",
				Date: "21.11.2026", ToBudget: figure.Symbol(-1_234_567_890),
				Accounts: []FreshStartRow{{"Bank", "", figure.Plain(12_340)}, {strings.Repeat("Rindfleischetikettierung", 4), "tracking", figure.Plain(-1_234_567_890)}, {"תקציב", "closed", figure.Plain(0)}},
				Takes:    []string{"62 categories in 14 groups, with targets and notes"}, Leaves: []string{"5,433 transactions, with receipts"},
				Faults: ui.FieldFaults{"name": {Message: "A budget named Home already exists", Hint: "Choose another name"}},
			}
		},
		"archive": func(*http.Request) ui.Page {
			figure, long := ui.Figures{Format: money.DefaultFormat()}, strings.Repeat("Haushalt ", 20)
			return &ArchivePage{
				Frame: ui.Frame{Title: "Archive years"}, BudgetName: long, Action: "/a", BackAction: "/b", FileAction: "/c", MayChange: true,
				Archives: []ArchivedYears{{"Before 2024", "1,234,567 transactions, archived on 21.11.2026", "/1", true}, {"Before 2020", "1 transaction, archived on 21.11.2025", "/2", false}},
				Years:    []ui.Option{{Value: "2026", Label: "before 2026"}, {Value: "2025", Label: "before 2025", Chosen: true}},
				Chosen: &ArchiveChosen{
					Year: "2025", First: "December 2023", Day: "31 December 2024", Rows: "2 transactions", Left: "5,433 transactions", Stays: []string{"3 transactions not approved"},
					Accounts: []ArchiveRow{{"Bank", "1,234", figure.Plain(12_340), figure.Plain(0)}, {long, "1", figure.Plain(-1_234_567_890), figure.Plain(1_234_567_890)}},
				},
				Fault: &ui.FaultText{Message: "The starting balance of 31.12.2023 in Bank was deleted", Hint: "Undo its deletion first, in History"},
			}
		},
		"archive-none": func(*http.Request) ui.Page {
			return &ArchivePage{Frame: ui.Frame{Title: "Archive years"}, BudgetName: "Home", Action: "/a", MayChange: true, Chosen: &ArchiveChosen{Year: "2025", None: true}}
		},
		"omitted-nothing": func(*http.Request) ui.Page {
			return &OmittedPage{Frame: ui.Frame{Title: "Not included"}, Format: "Plan document", Ending: ".json", URL: "/x", BackURL: "/y"}
		},
		"budget-new": func(*http.Request) ui.Page {
			p := newBudgetPage(&ui.Request{Today: civil.MakeDate(2026, 11, 21)}, url.Values{"name": {strings.Repeat("Haushalt ", 20)}, "currency": {"KWD"}, "starter": {"1"}, "month": {"2026-11"}})
			p.Faults = ui.FieldFaults{"name": {Message: "A budget named " + strings.Repeat("Haushalt ", 20) + "already exists", Hint: "Choose another name"}}
			return p
		},
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), previews(), &BudgetsPage{}, &NewBudgetPage{}, &HistoryPage{}, &DownloadsPage{}, &OmittedPage{}, &FreshStartPage{}, &ArchivePage{})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, Feature(), previews()) }

func previewBudgets() ui.Page {
	return &BudgetsPage{Frame: ui.Frame{Title: "Budgets"}, ImportURL: "/import", Budgets: []BudgetCard{
		{Name: "Household of Anna-Liisa and Bartholomäus", URL: "/budgets/1", Currency: "EUR", Span: "March 2016 to August 2026", Accounts: 11, Changed: "changed today"},
		{Name: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz 2026 with a long tail that goes on", URL: "/budgets/2", Currency: "KWD", Span: "August 2026", Accounts: 1, Changed: "changed 21 November 2026"},
		{Name: "תקציב משפחתי 🏡", URL: "/budgets/3", Currency: "ILS", Span: "January 2024 to August 2026", Accounts: 4},
	}}
}

func previewDownloads() ui.Page {
	p := &DownloadsPage{Frame: ui.Frame{Title: "Download"}, TransactionsURL: "/t", OriginalURL: "/o"}
	for _, f := range app.ExportFormats() {
		p.Formats = append(p.Formats, Format{f.Title, f.Ending(), f.For, f.Lacks, "/x", "/y"})
	}
	return p
}
