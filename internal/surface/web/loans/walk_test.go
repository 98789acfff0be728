package loans_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// addMortgage adds a mortgage of 100,000 to a budget and returns the address of its page.
func addMortgage(t *testing.T, env *walk.Env, id string) (register string) {
	t.Helper()
	_, account, err := env.App.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Flat", Type: "mortgage", Balance: -100_000_000, Date: civil.MakeDate(2026, 1, 1)})
	testkit.NoError(t, err)
	return "/budgets/" + id + "/accounts/" + account
}

// TestWalkALoan enters the terms of a loan on its page, simulates other payments, pairs a category, and lets the interest
// be entered, each with undo.
func TestWalkALoan(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env := walk.NewEnv(t, webtest.Pages)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, env, l)
			w.ID = env.ImportSample(t)
			register := addMortgage(t, env, w.ID)
			w.Open(register)
			w.Click("Loan")
			w.See("Payoff unknown")
			w.ShootColours("loan-empty-" + l.Name)
			enterAllTerms(w, l)
			w.Click("Change the terms")
			w.Click("Interest rate")
			w.Fill("Percent a year", "6")
			w.SubmitOpenForm()
			w.See("Changed the interest rate of Flat")
			w.CheckUndo("Changed the interest rate of Flat")
			w.ShootColours("loan-" + l.Name)
			w.Fill("More each month", "100")
			w.See("of interest saved")
			w.Until("the picture of the simulation", `document.querySelector('#loan-picture .legend').innerText.includes('With the changes')`)
			w.Until("one tab stop in the picture", `document.querySelectorAll('#loan-picture .spot[tabindex="0"]').length === 1`)
			w.Fill("More each month", "0")
			w.WaitGone("of interest saved")
			w.Fill("More each month", "100")
			w.Fill("Rate in percent", "x")
			w.Click("Show")
			w.See("is not a yearly interest rate")
			w.WaitGone("of interest saved")
			w.Fill("Rate in percent", "5")
			w.Click("Show")
			w.See("of interest saved")
			w.See("With the changes")
			w.ShootColours("loan-simulated-" + l.Name)
			w.Click("Clear")
			w.WaitGone("of interest saved")
			w.Click("Change the terms")
			w.Click("Category that pays it")
			w.Choose("Category", "Rent")
			w.SubmitOpenForm()
			w.See("The loan Flat is paid from Rent")
			w.Click("Change the terms")
			w.Click("Enter the interest each month")
			w.SubmitOpenForm()
			w.See("Interest is entered")
			w.UndoRedo("The interest of Flat is entered each month")
			w.ShootColours("loan-complete-" + l.Name)
			w.Open("/budgets/" + w.ID)
			w.CheckConserved()
		})
	}
}

// enterAllTerms enters the terms of a loan in one form, after an error in it.
func enterAllTerms(w *walk.Walker, l walk.Look) {
	w.Helper()
	w.Click("Enter the terms")
	w.SubmitOpenForm()
	w.See("No term is entered")
	w.Fill("Percent a year", "5.5")
	w.Fill("Amount of a payment", "-1"+kb.Enter)
	w.See("The amount is below zero")
	w.Fill("Amount of a payment", "599.55")
	w.ShootColours("loan-terms-" + l.Name)
	w.Fill("Original balance", "120000"+kb.Enter)
	w.See("Changed the terms of Flat")
	w.See("By the plan it is paid off on")
	w.CheckUndo("Changed the terms of Flat")
}

// TestWalkALoanByKeyboard changes the rate and simulates with the keyboard only.
func TestWalkALoanByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, env, walk.WideLight)
	w.ID = env.ImportSample(t)
	w.Open(addMortgage(t, env, w.ID) + "/loan")
	w.TabToWords("Change the terms")
	w.Keys(kb.Enter)
	w.Until("the rate to type", `document.activeElement?.name === 'rate'`)
	w.Keys("6.5%" + kb.Enter)
	w.See("6.50 %")
}

// TestViewersSeeALoan: a viewer sees the page without controls, and a change is refused. Another account has no such page.
func TestViewersSeeALoan(t *testing.T) {
	t.Parallel()
	w, anna, ben, id := walk.Household(t, webtest.Pages)
	anna.Post("/settings/sharing/"+id, "user", "Ben", "role", "viewer")
	register := addMortgage(t, w, id)
	account := register[strings.LastIndex(register, "/")+1:]
	_, _, hers := anna.Get(register + "/loan")
	status, _, his := ben.Get(register + "/loan")
	if status != 200 || !strings.Contains(his, "Payoff unknown") || !strings.Contains(hers, "Change the terms") {
		t.Fatalf("status %d: %s", status, his)
	}
	for _, control := range []string{"Change the terms", "/do/", `name="loan"`} {
		if strings.Contains(his, control) {
			t.Errorf("the page of a viewer has %q", control)
		}
	}
	home := "/budgets/" + id
	if _, _, found := ben.Get(home + "/go?q=payoff"); !strings.Contains(found, "Loan Flat") || !strings.Contains(found, register+"/loan") {
		t.Error("Go to does not offer the page of the loan")
	}
	for what, fields := range map[string][]string{
		"loan-rate": {"value", "5", "date", "2026-01-01"}, "loan-payment": {"value", "5", "date", "2026-01-01"}, "loan-escrow": {"value", "5", "date", "2026-01-01"},
		"remove-loan-term": {"kind", "rate", "date", "2026-01-01"}, "loan-category": {"category", ""}, "loan-frequency": {"frequency", "weekly"}, "loan-interest": {"date", ""},
	} {
		if status, _, _ := ben.Post(home+"/do/"+what, append(fields, "account", account)...); status != 403 {
			t.Errorf("%s by a viewer: status %d", what, status)
		}
	}
	if status, _, _ := ben.Get(home + "/menu?" + url.Values{"loan": {account}}.Encode()); status != 403 {
		t.Errorf("the menu of a viewer: status %d", status)
	}
	all, err := w.App.Accounts(t.Context(), app.Machine(), id)
	testkit.NoError(t, err)
	if status, _, body := anna.Get(home + "/accounts/" + all[0].ID + "/loan"); status != 400 || !strings.Contains(body, "is not a loan") {
		t.Errorf("the page of another account: status %d", status)
	}
}

// TestHostileSimulationsAreRefused: whatever is in the address, the page is shown or the field is named.
func TestHostileSimulationsAreRefused(t *testing.T) {
	t.Parallel()
	w, anna, _, id := walk.Household(t, webtest.Pages)
	register := addMortgage(t, w, id)
	account := register[strings.LastIndex(register, "/")+1:]
	anna.Post("/budgets/"+id+"/do/loan-rate", "account", account, "value", "6", "date", "2026-01-01")
	anna.Post("/budgets/"+id+"/do/loan-payment", "account", account, "value", "599.55", "date", "2026-01-01")
	for query, want := range map[string]int{
		"extra=100&once=5000&on=2027-01-01&rate=5": 200, "extra=-1": 400, "extra=<b>": 400, "once=99999999999999999999": 400, "on=9999-12-31&once=5": 200, "on=x": 400, "rate=1001": 400, "rate=1000": 200, "rate=-1": 400, "years=20": 200, "years=0": 400, "years=9999": 400, "years=x": 400, "all=1": 200,
		"extra=" + strings.Repeat("9", 5000): 400,
	} {
		if status, _, body := anna.Get(register + "/loan?" + strings.ReplaceAll(query, "<", "%3C")); status != want || strings.Contains(body, "<b>\"") {
			t.Errorf("%.60s: status %d, want %d", query, status, want)
		}
	}
}
