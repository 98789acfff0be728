package accounts

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func previews() preview.Pages {
	accounts := func(p ui.Page) ui.Page { return preview.Inside(p, ui.Figures{Format: preview.Euro}, ui.OnAccounts) }
	r := &ui.Request{Today: civil.MakeDate(2026, 11, 21)}
	return preview.Pages{
		"accounts":      func(*http.Request) ui.Page { return accounts(previewAccounts()) },
		"accounts-full": func(*http.Request) ui.Page { return accounts(previewAccountsFull()) },
		"accounts-none": func(*http.Request) ui.Page {
			p := accounts(&AccountsPage{Frame: ui.Frame{Title: "Accounts"}, AddURL: "/new"})
			p.Framed().Sidebar.Kinds = nil
			return p
		},
		"account-kinds": func(*http.Request) ui.Page {
			return accounts(&NewAccountPage{Frame: ui.Frame{Title: "Add account"}, BackURL: "/", First: true, Kinds: kindLinks(ui.LinksOf("7f3c"))})
		},
		"account-form": func(*http.Request) ui.Page { return accounts(previewAccountForm(r)) },
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), previews(), &AccountsPage{}, &NewAccountPage{})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, Feature(), previews()) }

func previewAccounts() ui.Page {
	s := preview.Sidebar(ui.Figures{Format: preview.Euro}, ui.OnAccounts)
	return &AccountsPage{Frame: ui.Frame{Title: "Accounts"}, Kinds: s.Kinds, Total: ui.Figures{Format: preview.Euro}.Symbol(-134_536_030)}
}

func previewAccountsFull() ui.Page {
	s := preview.Sidebar(ui.Figures{Format: preview.Euro}, ui.OnAccounts)
	for i := range s.Kinds {
		for j := range s.Kinds[i].Accounts {
			acc := &s.Kinds[i].Accounts[j]
			acc.ID, acc.Rows, acc.Reconciled = acc.Name[:4], "50,433", []string{"", "21.11.2026", "01.03.2016"}[j%3]
		}
	}
	s.Kinds = append([]ui.AccountKind{
		{Key: "group-1", Title: "Everyday, of the whole household and its Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", Group: "1", URL: "/everyday", Sum: s.Kinds[0].Sum, Accounts: s.Kinds[0].Accounts},
		{Key: "group-2", Title: "חסכונות", Group: "2", URL: "/savings", Current: true, Sum: s.Kinds[2].Sum},
	}, s.Kinds[1:]...)
	s.Kinds[0].Accounts[3].OffBudget = true
	first := &s.Kinds[0].Accounts[1]
	first.Note, first.Type = preview.UglyNote, "Line of credit"
	huge := ui.Figures{Format: preview.Euro}
	first.Balance, first.Cleared, first.Uncleared = huge.Plain(-999_999_999_999_990), huge.Plain(-999_999_999_000_990), huge.Plain(-999_000)
	return &AccountsPage{
		Frame: ui.Frame{Title: "Accounts"}, Kinds: s.Kinds, HasGroups: true, Total: huge.Symbol(-134_536_030),
		AddURL: "/new", MenuURL: "/menu", DoURL: "/do/",
	}
}

func previewAccountForm(s *ui.Request) ui.Page {
	got := preview.Book(budget.Info{ID: "7f3c", Name: "Household", Currency: preview.Euro}, 3, civil.MakeMonth(2026, 9), 1000, 1)
	got.Role = auth.Owner
	got.AccountGroups = []budget.AccountGroup{{ID: "1", Name: "Everyday, of the whole household and its Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"}}
	f := accountForm(s, got, ui.KindsByType["creditCard"], url.Values{"name": {"בנק " + strings.Repeat("Überweisung ", 14)}, "amount": {"1234567,89"}, "group": {"1"}})
	f.Faults = ui.FieldFaults{"name": {Message: "There is already an account \"בנק " + strings.Repeat("Überweisung ", 14) + "\"", Hint: "Choose another name"}}
	return &NewAccountPage{Frame: ui.Frame{Title: "Add account"}, BackURL: "/", Form: f}
}

// The previews of accounts are complete enough to test the page.
func TestAccountPreviewsAreComplete(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"owe", "falls by"} {
		p, ok := previewAccountForm(&ui.Request{Today: civil.MakeDate(2026, 11, 21)}).(*NewAccountPage)
		if !ok || !strings.Contains(p.Form.Begins, words) {
			t.Errorf("the form does not contain %q", words)
		}
	}
}
