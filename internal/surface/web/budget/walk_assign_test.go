package budget_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

var november2026 = civil.MakeMonth(2026, 11)

func categoriesOf(t *testing.T, w *walk.Env, id string) (all []app.MonthCategory, toBudget money.Milli) {
	t.Helper()
	months, err := w.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{From: november2026, To: november2026})
	if err != nil || len(months) != 1 {
		t.Fatalf("read November: %v, error %v", months, err)
	}
	return months[0].Categories, months[0].ToBudget
}

func categoryID(t *testing.T, w *walk.Env, id, name string) string {
	t.Helper()
	all, _ := categoriesOf(t, w, id)
	for i := range all {
		if all[i].Name == name {
			return all[i].ID
		}
	}
	t.Fatalf("category %s does not exist", name)
	return ""
}

// budgeted returns the categories' budgeted amounts as displayed.
func budgeted(t *testing.T, w *walk.Env, id string) map[string]string {
	t.Helper()
	b, err := w.App.Budget(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]string{}
	all, _ := categoriesOf(t, w, id)
	for i := range all {
		by[all[i].Name] = strings.Replace(b.CurrencyFormat.Text(all[i].Budgeted), "-", "−", 1)
	}
	return by
}

// previewed returns the preview: the new amounts by category, and To Budget.
func previewed(w *walk.Walker) (then map[string]string, toBudget string) {
	w.Helper()
	var got struct {
		Then     map[string]string
		ToBudget string
	}
	text := w.Eval(`JSON.stringify({Then: Object.fromEntries([...document.querySelectorAll('.assign-preview tbody tr')].filter(r => r.querySelector('input').checked)
		.map(r => [r.querySelector('bdi').innerText, r.querySelector('td:last-child').innerText])), ToBudget: document.querySelectorAll('.assign-sum strong')[1].innerText})`)
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		w.Fatal(text, err)
	}
	return got.Then, got.ToBudget
}

// TestWalkAssign uses each action, excludes a category if there are several, and checks that the result
// equals the preview, as one change that is undone at once.
func TestWalkAssign(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			w := novemberOnly(t, l)
			for _, category := range []string{"Water", "Phone"} { // more than their targets, so that each action changes something
				form := app.TargetForm{Shape: app.EveryMonth, Amount: "10", Day: "0"}
				if _, err := w.Env.App.SetTarget(t.Context(), app.Machine(), w.ID, categoryID(t, w.Env, w.ID, category), november2026, form); err != nil {
					t.Fatal(err)
				}
			}
			before := budgeted(t, w.Env, w.ID)
			for i, action := range app.AssignActions() {
				name := app.AssignName(action)
				w.Open(nov(w.ID))
				w.Click("To Budget")
				w.Click("Assign at once")
				w.See("Covers overspending")
				w.Click(name)
				w.Until(name, `document.querySelector('.assign-preview h2').innerText === `+walk.Quoted(name))
				if i == 0 {
					walk.Check(t, w.Tab, "assign")
					browsertest.Shot(t, w.Tab, "assign-"+l.Name)
					shown, err := w.Env.App.PreviewAssign(t.Context(), app.Machine(), w.ID, november2026, action, nil)
					if err != nil {
						t.Fatal(err)
					}
					if _, err := w.Env.App.SetBudgeted(t.Context(), app.Machine(), w.ID, shown.Lines[0].ID, november2026, shown.Lines[0].Is); err != nil { // another user, in between
						t.Fatal(err)
					}
					before = budgeted(t, w.Env, w.ID)
					w.Click("Assign")
					w.See("The amounts have changed since they were shown")
					walk.Check(t, w.Tab, "assign-refused")
					browsertest.Shot(t, w.Tab, "assign-refused-"+l.Name)
				}
				if then, _ := previewed(w); len(then) > 2 {
					w.ClickAt(`(() => { const e = document.querySelector('.assign-preview tbody tr:nth-child(2) input'); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, "the second box")
					w.Click("Show selected only")
					w.See("Show all")
				}
				then, toBudget := previewed(w)
				if len(then) == 0 {
					w.Fatalf("%s changes nothing", name)
				}
				w.Click("Assign")
				w.See(name + " in November 2026")
				want := map[string]string{}
				for category, amount := range before {
					want[category] = amount
				}
				for category, amount := range then {
					want[category] = amount
				}
				if got := budgeted(t, w.Env, w.ID); !equal(got, want) || w.ToBudget() != toBudget {
					t.Errorf("%s: To Budget %s, previewed %s; budgeted %v, previewed %v", name, w.ToBudget(), toBudget, got, want)
				}
				w.CheckConserved()
				w.Click("Undo")
				w.See("Undone: " + name + " in November 2026")
				if got := budgeted(t, w.Env, w.ID); !equal(got, before) {
					t.Errorf("%s: undo does not restore the amounts", name)
				}
			}
		})
	}
}

// TestWalkAssignKeepsNamesWholeOnAPhone: four columns side by side on a phone broke names within words, and with a
// million the page was wider than the screen.
func TestWalkAssignKeepsNamesWholeOnAPhone(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.Sizes[0].InOneColour(), walk.Sizes[1]} {
		t.Run(l.Name, func(t *testing.T) {
			w := openNovember(t, l)
			for category, amount := range map[string]money.Milli{"Electricity": 1_234_567_890, "Birthdays": -234_567_890_120} {
				if _, err := w.Env.App.SetBudgeted(t.Context(), app.Machine(), w.ID, categoryID(t, w.Env, w.ID, category), november2026, amount); err != nil {
					t.Fatal(err)
				}
			}
			w.Open("/budgets/" + w.ID + "/assign?month=2026-11&action=reset-assigned")
			walk.Check(t, w.Tab, "assign, of a million")
			browsertest.Shot(t, w.Tab, "assign-million-"+l.Name)
			if broken := w.Eval(`[...document.querySelectorAll('.assign-preview th bdi')].filter((e) => !e.innerText.includes(' ') && e.getClientRects().length > 1).map((e) => e.innerText).join()`); broken != "" {
				t.Errorf("names are broken within words: %s", broken)
			}
		})
	}
}

func equal(a, b map[string]string) bool {
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestAssignWithoutScripts assigns a month without scripts.
func TestAssignWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/assign?month=2026-11&action=reset-assigned&look=available")
	b.Sees("Takes back everything budgeted in the month.")
	b.Send("do/assign", "Assign", url.Values{"pick": {"nobody"}})
	b.Sees("This category no longer exists")
	groceries := categoryID(t, world, id, "Groceries")
	b.Open("/budgets/" + id + "/assign?month=2026-11&action=reset-assigned&look=available")
	b.Send("do/assign", "Assign", url.Values{"pick": {groceries}})
	b.Sees("Reset Assigned Amounts in November 2026: 1 amount changed")
	if !strings.Contains(b.At, "look=available") {
		t.Errorf("the filter is lost at %s", b.At)
	}
	if got := budgeted(t, world, id)["Groceries"]; got != "0.00" {
		t.Errorf("Groceries is budgeted %s", got)
	}
	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	viewer.Open("/budgets/" + id + "/assign?month=2026-11")
	viewer.Sees("Covers overspending")
	if strings.Contains(viewer.Page, `action="/budgets/`+id+`/do/assign"`) {
		t.Error("a viewer can assign")
	}
}

// TestAssignExplainsItsEndWithoutScripts: the text about the end at To Budget 0 was also shown for actions that only
// take money back.
func TestAssignExplainsItsEndWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	b := walk.NewPlain(t, world)
	id := world.ImportSample(t)
	for i, action := range app.AssignActions() {
		b.Open("/budgets/" + id + "/assign?month=2026-11&action=" + string(action))
		if gives, explains := i < 6, strings.Contains(b.Page, "It stops when To Budget reaches 0"); gives != explains {
			t.Errorf("%s explains its end at To Budget 0: %t", action, explains)
		}
	}
}

// TestAssignAppliesOnlyTheShownResult: one of two lines is excluded, so that the other would get more; then another
// user budgets. Each time the new result is displayed first.
func TestAssignAppliesOnlyTheShownResult(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	home, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Home", Currency: "USD", Starter: true, FirstMonth: november2026})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := world.App.AddAccount(t.Context(), app.Machine(), home.ID, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true, Balance: 50_000, Date: november2026.First()}); err != nil {
		t.Fatal(err)
	}
	all, _ := categoriesOf(t, world, home.ID)
	first, second, third := all[0], all[1], all[2]
	for _, c := range []app.MonthCategory{first, second} {
		if _, err := world.App.SetTarget(t.Context(), app.Machine(), home.ID, c.ID, november2026, app.TargetForm{Shape: app.EveryMonth, Amount: "40", Day: "0"}); err != nil {
			t.Fatal(err)
		}
	}
	b := walk.NewPlain(t, world)
	assign := func(pick ...string) int { return b.Send("do/assign", "Assign", url.Values{"pick": pick}) }
	b.Open("/budgets/" + home.ID + "/assign?month=2026-11&action=underfunded&look=available")
	b.Sees("+10.00")
	const other, none = "The amounts have changed since they were shown", "No category selected"
	b.CheckStatus(assign(), http.StatusBadRequest, none, "+10.00")
	b.CheckStatus(assign(second.ID), http.StatusConflict, other, second.Name, "+40.00")
	if got, _ := categoriesOf(t, world, home.ID); got[0].Budgeted != 0 || got[1].Budgeted != 0 {
		t.Fatalf("a refused form has assigned: %+v", got[:2])
	}
	if _, err := world.App.SetBudgeted(t.Context(), app.Machine(), home.ID, third.ID, november2026, 45_000); err != nil {
		t.Fatal(err)
	}
	b.CheckStatus(assign(second.ID), http.StatusConflict, other, "+5.00")
	if status := assign(second.ID); status != http.StatusOK || !strings.Contains(b.At, "look=available") {
		t.Errorf("assign: status %d at %s", status, b.At)
	}
	if got, toBudget := categoriesOf(t, world, home.ID); got[0].Budgeted != 0 || got[1].Budgeted != 5_000 || toBudget != 0 {
		t.Errorf("assigned %+v, To Budget %s", got[:2], toBudget)
	}
}
