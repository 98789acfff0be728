package budget

import (
	"net/http"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

// book returns a budget screen of the given number of months around last.
func book(info budget.Info, months int, last civil.Month, scale money.Milli, repeat int) *screen {
	got := preview.Book(info, months, last, scale, repeat)
	return &screen{
		Links: ui.LinksOf("7f3c"), frame: &got.Frame, groups: got.Groups, categories: got.Categories, sheet: got.Sheet, targetsOf: got.Targets, comingFor: got.ComingFor,
		today: last, view: view{first: last.Add(-1), months: 3, folded: map[string]bool{}},
	}
}

func previews() preview.Pages {
	march := civil.MakeMonth(2026, 8)
	screenOf := func(format money.Format, months int, scale money.Milli, repeat int, change func(*screen)) func(*http.Request) ui.Page {
		return func(r *http.Request) ui.Page {
			s := book(budget.Info{ID: "7f3c", Name: "Household", Currency: format}, months, march, scale, repeat)
			s.view.months = monthCount(r)
			if change != nil {
				change(s)
			}
			return preview.Inside(budgetPage(s), ui.Figures{Format: format}, ui.OnBudgetScreen)
		}
	}
	return preview.Pages{
		"budget":        screenOf(preview.Euro, 30, 1000, 1, nil),
		"budget-hidden": screenOf(preview.Dollar, 30, 1000, 1, func(s *screen) { s.view.showHidden = true; s.view.folded["0001-gro"] = true }),
		"budget-yen":    screenOf(preview.Yen, 30, 150_000, 1, nil),
		"budget-dinar":  screenOf(preview.Dinar, 30, 1017, 1, nil),
		"budget-20y":    screenOf(preview.Dollar, 240, 1000, 2, nil),
		"budget-huge":   screenOf(preview.Euro, 12, 123_456_789, 1, func(s *screen) { s.view.first = s.view.first.Add(1) }),
		"assign": func(*http.Request) ui.Page {
			way := AssignWay{Action: "underfunded", Name: "Underfunded", Why: whys["underfunded"], URL: "/assign", Chosen: true, Sum: ui.Figures{Format: preview.Euro}.Plain(45_000)}
			return preview.Inside(&AssignPage{
				Month: "2026-08", MonthName: "August 2026", BackURL: "/", URL: "/assign", DoURL: "/do/assign", Ways: []AssignWay{way}, Chosen: way, Some: true,
				Lines: []AssignLine{{ID: "1", Group: preview.UglyNote, Name: "Groceries", Was: way.Sum, Is: way.Sum, More: way.Sum}},
			}, ui.Figures{Format: preview.Euro}, ui.OnBudgetScreen)
		},
		"budget-empty": func(*http.Request) ui.Page {
			return preview.Inside(budgetPage(book(budget.Info{Name: "New", Currency: preview.Euro}, 1, march, 0, 0)), ui.Figures{Format: preview.Euro}, ui.OnBudgetScreen)
		},
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), previews(), &BudgetPage{}, &AssignPage{})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, Feature(), previews()) }

func TestOpenedInBrowser(t *testing.T) {
	t.Parallel()
	preview.Open(t, Feature(), previews(),
		preview.Click{Name: "file-menu", Page: "budget", On: ".sidebar .file", Phone: ".bottombar button"},
		preview.Click{Name: "month-picker", Page: "budget-20y", On: ".picker", Phone: ".picker"},
		preview.Click{Name: "categories-menu", Page: "budget", On: ".heads .dots", Phone: ".heads .dots"},
		preview.Click{Name: "folded", Page: "budget", On: "#g-0001-group .fold", Phone: "#g-0001-group .fold"})
}
