package rules_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRulesAboutNewRows saves a rule that leaves transactions out and one that enters a scheduled transaction, with
// negated conditions, and opens them again.
func TestWalkRulesAboutNewRows(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		w := walk.New(t, world, look)
		w.ID = world.ImportSample(t)
		w.CheckConserved()
		choose := func(field, option string) { // a tap would open the system's list, which is not part of the page
			t.Helper()
			w.Eval(`(e => { e.value = [...e.options].find(o => o.text.trim().startsWith(` + walk.Quoted(option) + `)).value; e.dispatchEvent(new Event('change', {bubbles: true})) })(` + named(field) + `)`)
		}
		w.Open("/budgets/" + w.ID + "/rules/new")
		choose("Condition 1: what", "Payee is none of (a; b)")
		w.Fill("Condition 1: text", "REWE; Lidl")
		w.ClickIn("", "Leave it out of bank imports")
		browsertest.Shot(t, w.Tab, "walk-rule-leaves-out-"+look.Name)
		walk.Check(t, w.Tab, "the form of a rule that leaves out")
		w.Click("Save for new transactions")
		w.See("Payee is none of “REWE”, “Lidl”")
		w.See("leave it out of bank imports")
		w.CheckUndo("Added the rule")
		w.Open("/budgets/" + w.ID + "/rules/new")
		choose("Condition 1: what", "Account is not")
		choose("Condition 1: account", "Savings")
		choose("Enters the scheduled transaction", "StreamFlix")
		w.ClickIn("", "Enter it with any amount")
		browsertest.Shot(t, w.Tab, "walk-rule-enters-schedule-"+look.Name)
		w.Click("Save for new transactions")
		w.See("enters the scheduled StreamFlix with any amount")
		walk.Check(t, w.Tab, "rules about new transactions")
		w.Click("Account is not Savings")
		w.Until("the values of the rule", `document.querySelector('[name=what]').value === 'account not-is' && document.querySelector('[name=schedule]').selectedOptions[0].text.startsWith('StreamFlix') && document.querySelector('[name=any-amount]').checked`)
	}
}

// TestWalkSelectionOfAPreview clears and selects all listed transactions by keyboard, and applies a rule to one.
func TestWalkSelectionOfAPreview(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		w := walk.New(t, world, look)
		w.ID = world.ImportSample(t)
		world.AddPayees(t, w.ID)
		w.CheckConserved()
		w.Open("/budgets/" + w.ID + "/rules/new?text=lidl")
		w.Fill("Notes", "weekly"+kb.Enter)
		w.See("All listed transactions")
		picked := func(want string) {
			t.Helper()
			w.Until(want+" selected", `String([...document.querySelectorAll('[name=pick]')].filter(e => e.checked).length) === '`+want+`'`)
		}
		picked("3")
		w.TabTo(`e.matches('[data-pick-all]')`)
		w.Keys(" ")
		picked("0")
		w.TabTo(`e.name === 'pick'`)
		w.Keys(" ")
		picked("1")
		w.Until("a mark for some", `document.querySelector('[data-pick-all]').indeterminate`)
		browsertest.Shot(t, w.Tab, "walk-rule-selection-"+look.Name)
		walk.Check(t, w.Tab, "a preview with a selection")
		w.TabTo(`e.matches('[data-pick-all]')`, chromedp.ModifierShift)
		w.Keys(" ")
		picked("3")
		w.Keys(" ")
		picked("0")
		w.TabTo(`e.name === 'pick'`)
		w.Keys(" ")
		w.Click("Save and change selected")
		w.See("changed 1 transaction")
		w.CheckUndo("Added the rule")
		w.CheckConserved()
	}
}
