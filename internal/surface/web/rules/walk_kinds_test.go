package rules_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// kinds walks through a rule with conditions and outcomes of all kinds. set fills in a field, or chooses the option
// of a list, by its name; press presses a button.
type kinds struct {
	*walk.Walker
	set   func(name, text string)
	press func(words string)
}

// named returns a JavaScript expression for the visible field with a name.
func named(name string) string {
	return `[...document.querySelectorAll('.rule-form :is(input, select)')].find(e => e.checkVisibility() && (e.ariaLabel ?? e.labels?.[0]?.innerText.trim()) === ` + walk.Quoted(name) + `)`
}

func newKinds(t *testing.T, look walk.Look) kinds {
	t.Helper()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := kinds{Walker: walk.New(t, world, look)}
	w.ID = world.ImportSample(t)
	importKiosk(t, world, w.ID)
	w.CheckConserved() // this builds the program, which takes longer than a toast is shown
	w.Open("/budgets/" + w.ID + "/rules/new")
	w.press = func(words string) { w.Helper(); press(w.Walker, words) }
	w.set = func(name, text string) {
		w.Helper()
		if w.Eval(named(name)+`?.tagName`) == "SELECT" { // a tap would open the system's list, which is not part of the page
			w.Eval(`(e => { e.value = [...e.options].find(o => o.text.trim() === ` + walk.Quoted(text) + `).value; e.dispatchEvent(new Event('change', {bubbles: true})) })(` + named(name) + `)`)
			return
		}
		w.ClickAt(`(e => { if (!e) return null; e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.left + 20, b.top + b.height / 2] })(`+named(name)+`)`, name)
		w.Eval(`document.activeElement.type === 'date' || document.activeElement.select()`)
		w.Do(chromedp.KeyEvent(text))
	}
	return w
}

// walk creates the rule, gets an error for invalid shares, previews it, applies it and undoes that.
func (w kinds) walk(look walk.Look) {
	w.Helper()
	day := func(text string) string {
		if look.Phone { // it has a date picker
			return text[5:7] + text[8:] + text[:4]
		}
		return text
	}
	w.set("Condition 1: what", "Payee begins with")
	w.set("Condition 1: text", "Corner")
	for i, one := range [][]string{
		{"Condition 2: what", "Spent is between", "Condition 2: amount", "4", "Condition 2: largest amount", "5"},
		{"Condition 3: what", "Account is", "Condition 3: account", "Checking"},
		{"Condition 4: what", "Date is between", "Condition 4: date", day("2026-11-01"), "Condition 4: last date", day("2026-11-30")},
		{"Condition 5: what", "Notes match the pattern", "Condition 5: text", "visit [01]"},
		{"Condition 6: what", "Received is", "Condition 6: amount", "7"},
	} {
		w.press("Add condition")
		w.Until("another condition", `document.querySelectorAll('.condition').length === `+string(rune('2'+i)))
		for k := 0; k < len(one); k += 2 {
			w.set(one[k], one[k+1])
		}
	}
	w.press("Remove condition 6")
	w.Until("one condition less", `document.querySelectorAll('.condition').length === 5`)
	w.set("Flag", "Red")
	w.press("Split by shares")
	w.See("Add part")
	w.set("Category of part 1", "Groceries")
	w.set("Share of part 1 in percent", "70")
	w.set("Category of part 2", "Rent")
	if look.Phone {
		w.CheckTouchTargets(".rule-form")
	}
	w.press("Preview changes")
	w.See("The shares add up to 120 percent instead of 100")
	walk.Check(w.T, w.Tab, "a rule whose shares are no whole")
	browsertest.Shot(w, w.Tab, "rules-kinds-fault-"+look.Name)
	w.set("Share of part 1 in percent", "50")
	w.press("Preview changes")
	w.See("Would change 2 transactions")
	w.Until("the split", `document.querySelector('.trial-rows').innerText.replaceAll('\u2212', '-').replaceAll(/[€$\u00a0]/g, '').includes('-2.10 Groceries + -2.10 Rent')`)
	walk.Check(w.T, w.Tab, "a rule of all kinds and what it would change")
	browsertest.Shot(w, w.Tab, "rules-kinds-"+look.Name)
	w.press("Save and change selected")
	w.See("Added the rule")
	w.See("Payee begins with “Corner” and spent between ")
	w.See("split 50 % Groceries + 50 % Rent, red flag")
	rows := walk.RowWalker{Walker: w.Walker}
	for _, r := range rows.Rows("Corner kiosk") {
		if r.FlagColour != "red" || len(r.Parts) != 2 || r.Parts[0].Amount != -2_100 {
			w.Errorf("%+v", r)
		}
	}
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Added the rule")
	for _, r := range rows.Rows("Corner kiosk") {
		if r.FlagColour != "" || len(r.Parts) != 0 {
			w.Errorf("undone: %+v", r)
		}
	}
}

// TestWalkRuleOfAllKinds creates a rule with many conditions that sets a flag and a split, with a mouse and by touch,
// in both colours.
func TestWalkRuleOfAllKinds(t *testing.T) {
	t.Parallel()
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			newKinds(t, look).walk(look)
		})
	}
}

// TestWalkRuleOfAllKindsByKeyboard does the same with the keyboard only.
func TestWalkRuleOfAllKindsByKeyboard(t *testing.T) {
	t.Parallel()
	w := newKinds(t, walk.WideDark)
	w.set = func(name, text string) {
		w.Helper()
		w.TabTo(`e === ` + named(name))
		w.Eval(`document.activeElement.matches('select') || document.activeElement.select()`)
		w.Keys(text)
	}
	w.press = func(words string) {
		w.Helper()
		w.TabTo(`e.matches('button') && (e.ariaLabel || e.innerText).trim().startsWith(` + walk.Quoted(words) + `)`)
		w.Keys(kb.Enter)
	}
	w.walk(walk.WideDark)
}

// TestOfferedRulesWithoutScripts follows the links offered after a payee was renamed and after a category was
// corrected, without scripts.
func TestOfferedRulesWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	importKiosk(t, world, id)
	b, home := walk.NewPlain(t, world), "/budgets/"+id
	row := ""
	for _, one := range world.RowsOf(t, id, "Corner kiosk") {
		row = one
	}
	b.Open(home + "/rows/" + row)
	b.Send("/do/edit-row", "Corner kiosk", map[string][]string{"category": {"Groceries"}})
	b.Follow("Always categorise Corner kiosk like this?")
	b.Sees(`value="Corner kiosk"`)
	b.Send("/rules/form", "Save for new transactions", nil)
	b.Sees("Added the rule “payee is ‘Corner kiosk’”")
	b.Sees("category Groceries")

	if _, err := world.App.RenamePayee(t.Context(), app.Machine(), id, world.PayeeIDs(t, id)["Corner kiosk"], "The corner"); err != nil {
		t.Fatal(err)
	}
	entries, err := world.App.History(t.Context(), app.Machine(), id, 0, 1)
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	b.Open(home + "/payees?done=" + walk.Quoted(entries[0].Change))
	b.Follow("Always rename it when importing?")
	b.Sees(`value="The corner"`)
	b.Send("/rules/form", "Save for new transactions", nil)
	b.Sees("Added the rule “payee contains ‘Corner kiosk’”")
}
