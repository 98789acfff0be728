package rules_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// ruleWalker walks through the pages of rules in a budget with two transactions of Corner kiosk: it creates two rules,
// previews them on all transactions, switches one off, applies them and undoes that in one step. The tests choose the
// input device by press and focus.
type ruleWalker struct {
	walk.RowWalker
	press func(words string)    // activates the button or link whose label begins with words
	focus func(selector string) // focuses the field with a selector
}

func newRuleWalker(t *testing.T, l walk.Look) ruleWalker {
	t.Helper()
	w := ruleWalker{RowWalker: walk.NewRowWalker(t, webtest.Pages, l)}
	importKiosk(t, w.Env, w.ID)
	// The first check opens a second App on the database, which takes longer than a toast is shown. Later checks reuse it.
	w.CheckConserved()
	return w
}

// importKiosk imports two transactions of Corner kiosk from a bank's file.
func importKiosk(t *testing.T, world *walk.Env, id string) {
	t.Helper()
	importRows(t, world, id, "2026-11-18;Corner kiosk;visit 0;-4.20\n2026-11-19;Corner kiosk;visit 1;-4.20\n", 2)
}

// importRows imports lines from a bank's file, and expects that it adds a number of transactions.
func importRows(t *testing.T, world *walk.Env, id, lines string, want int) {
	t.Helper()
	file := "Date;Payee;Memo;Amount\n" + lines
	_, got, err := world.App.ImportBankFile(t.Context(), app.Machine(), id, world.AccountIDs(t, id)[0], []byte(file), bankimport.Options{GuessesConfirmed: true})
	if err != nil || got.Added != want {
		t.Fatalf("import the bank file: got %+v, error %v, want %d added transactions", got, err, want)
	}
}

// shot takes a screenshot and checks the page's accessibility.
func (w ruleWalker) shot(l walk.Look, name string) {
	w.Helper()
	browsertest.Shot(w, w.Tab, "rules-both-"+name+"-"+l.Name)
	walk.Check(w.T, w.Tab, name)
}

// createRule creates a rule for imported transactions, after a preview.
func (w ruleWalker) createRule(l walk.Look, notes string) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/rules/new")
	w.focus("[name=text]")
	w.Do(chromedp.KeyEvent("Corner kiosk"))
	w.focus("#rule-notes")
	w.Do(chromedp.KeyEvent(notes))
	w.press("Preview changes")
	w.See("Would change 2 transactions")
	w.Until("the preview lists both transactions", `document.querySelectorAll('.trial-rows tbody tr').length === 2 && document.querySelector('.trial-rows').innerText.includes(`+walk.Quoted(notes)+`)`)
	w.shot(l, "preview of "+notes)
	w.press("Save for new transactions")
	w.See("Added the rule")
}

// walk creates, previews, reorders and applies the rules.
func (w ruleWalker) walk(l walk.Look) {
	w.Helper()
	w.createRule(l, "first says")
	if changed := w.RowsWithNotes("first says"); len(changed) != 0 {
		w.Errorf("a rule saved for new transactions changed %d transactions, want none", len(changed))
	}
	w.createRule(l, "second says")
	w.Open("/budgets/" + w.ID + "/rules")
	w.press("Try all")
	w.See("Would change 2 transactions")
	w.Until("the upper rule decides", `document.querySelector('.trial-rows').innerText.includes('first says') && !document.querySelector('.trial-rows').innerText.includes('second says')`)
	w.shot(l, "preview of all")
	if l.Phone {
		w.CheckTouchTargets(".trial-rows")
		w.Until("names use the available width", `document.querySelector('.trial-rows tbody .who').offsetWidth > 200`)
	}

	// With the upper rule off, and in the reverse order, the lower rule decides.
	w.press("Payee contains “Corner kiosk” is on")
	w.Until("the rule is off", `document.querySelectorAll('li.rule.off').length === 1`)
	w.Open("/budgets/" + w.ID + "/rules?try=1")
	w.Until("the lower rule decides", `document.querySelector('.trial-rows')?.innerText.includes('second says')`)
	w.press("Payee contains “Corner kiosk” is on")
	w.Until("the rule is on", `!document.querySelector('li.rule.off')`)
	w.press("Move down: Payee contains “Corner kiosk”")
	w.Until("the lower rule is first", `document.querySelector('li.rule .rule-then')?.innerText.includes('second says')`)

	// Applying the rules is one step, and each changed transaction shows that a rule changed it.
	w.Open("/budgets/" + w.ID + "/rules?try=1")
	w.press("Change selected")
	w.See("Changed 2 transactions by")
	if changed := w.RowsWithNotes("second says"); len(changed) != 2 {
		w.Fatalf("the rules changed %d transactions, want 2", len(changed))
	}
	w.CheckConserved()
	row := w.RowsWithNotes("second says")[0].ID
	w.press("Undo")
	w.See("Undone: Changed 2 transactions by")
	if first, second := w.RowsWithNotes("visit 0"), w.RowsWithNotes("visit 1"); len(first) != 1 || len(second) != 1 {
		w.Errorf("after one undo %d and %d transactions have their former notes, want 1 and 1", len(first), len(second))
	}
	w.press("Redo")
	w.See("Redone: Changed 2 transactions by")
	w.Open("/budgets/" + w.ID + "/rows/" + url.PathEscape(row))
	w.See("Notes by rule")
	w.shot(l, "a transaction changed by a rule")
}

// TestWalkRulesInAllLooks walks with a mouse, and by touch on a phone, in both colours. It also follows the rules that are
// offered after a category is corrected and a payee is renamed.
func TestWalkRulesInAllLooks(t *testing.T) {
	t.Parallel()
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w := newRuleWalker(t, l)
			w.press = func(words string) { w.Helper(); press(w.Walker, words) }
			w.focus = func(selector string) {
				w.Helper()
				w.ClickAt(walk.CentreOf(`document.querySelector(`+walk.Quoted(selector)+`)`), selector)
				w.Until(selector+" has the focus", `document.activeElement.matches(`+walk.Quoted(selector)+`)`)
			}
			w.walk(l)
			w.correctCategory()
			w.renamePayee(l)
		})
	}
}

// press clicks or touches the visible link or button whose label begins with words.
func press(w *walk.Walker, words string) {
	w.Helper()
	w.ClickAt(walk.CentreOf(`[...document.querySelectorAll('a, button:not(.sr-only)')].find(e => e.checkVisibility() &&
		(e.ariaLabel || e.innerText).replace(/\s+/g, ' ').trim().startsWith(`+walk.Quoted(words)+`))`), words)
	w.Settle()
}

// correctCategory corrects the category of a transaction and follows the rule that is offered then.
func (w ruleWalker) correctCategory() {
	w.Helper()
	row := w.RowsWithNotes("second says")[0].ID
	w.Open("/budgets/" + w.ID + "/rows/" + url.PathEscape(row))
	w.Until("the form", `!!document.getElementById('row-category')`)
	w.focus("#row-category")
	w.Eval(`document.activeElement.select()`)
	w.Do(chromedp.KeyEvent("Groceries"))
	w.press("Save")
	w.See("Always categorise Corner kiosk like this?")
	w.press("Always categorise Corner kiosk like this?")
	w.See("Then set")
	w.Until("the form is filled in", `[...document.querySelectorAll('input')].some(e => e.value === 'Corner kiosk') && document.querySelector('#rule-category').selectedOptions[0].text.includes('Groceries')`)
}

// TestWalkRulesByKeyboard walks as TestWalkRulesInAllLooks does, with the keyboard only.
func TestWalkRulesByKeyboard(t *testing.T) {
	t.Parallel()
	w := newRuleWalker(t, walk.WideLight)
	w.press = func(words string) {
		w.Helper()
		switch words {
		case "Undo":
			w.Keys("z", chromedp.ModifierCtrl)
		case "Redo":
			w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
		default:
			w.TabTo(`(e.ariaLabel || e.innerText || '').replace(/\s+/g, ' ').trim().startsWith(` + walk.Quoted(words) + `)`)
			w.Keys(kb.Enter)
		}
	}
	w.focus = func(selector string) {
		w.Helper()
		w.TabTo(`e.matches(` + walk.Quoted(selector) + `)`)
	}
	w.walk(walk.WideLight)
	w.correctCategory()
	w.renamePayee(walk.WideLight)
}

// renamePayee renames a payee in the list of payees and follows the rule that is offered then. The rule renames the payee
// of a transaction that is imported afterwards, and the transaction shows it.
func (w ruleWalker) renamePayee(l walk.Look) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/payees?q=kiosk")
	w.press("Corner kiosk")
	w.Until("the field of the payee's name", `document.activeElement.value === 'Corner kiosk'`)
	w.Keys("The corner" + kb.Enter)
	w.See("Renamed the payee Corner kiosk to The corner")
	w.shot(l, "a rule is offered")
	w.press("Always rename it when importing?")
	w.See("Then set")
	w.Until("the form is filled in", `['Corner kiosk', 'The corner'].every(name => [...document.querySelectorAll('input')].some(e => e.value === name))`)
	w.press("Save for new transactions")
	w.See("Added the rule “payee contains ‘Corner kiosk’”")
	w.See("payee The corner")
	importRows(w.T, w.Env, w.ID, "2026-11-20;Café Corner kiosk 1234;visit 2;-7.70\n", 1)
	var row string
	for _, r := range w.Rows("The corner") {
		if r.Amount == -7_700 {
			row = r.ID
		}
	}
	w.Open("/budgets/" + w.ID + "/rows/" + url.PathEscape(row))
	w.See("Payee by rule")
	w.Until("the renamed payee", `document.querySelector('#row-payee').value === 'The corner'`)
}

// TestRulesAreAppliedWithoutScripts previews all rules, applies them and undoes that, without scripts.
func TestRulesAreAppliedWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	importKiosk(t, world, id)
	b := walk.NewPlain(t, world)
	at := "/budgets/" + id + "/rules"
	b.Open(at + "/new")
	b.Send(at+"/form", "Save", url.Values{"act": {"save"}, "what": {"payee contains"}, "text": {"Corner kiosk"}, "notes": {"by the rule"}})
	b.Sees("Added the rule")
	b.Open(at)
	b.Follow("Try all")
	b.Sees("Would change 2 transactions")
	b.Sees("<ins><bdi>by the rule</bdi></ins>")
	b.Send("/do/apply-rules", "Change selected", nil)
	b.Sees("Changed 2 transactions by")
	afterApplying := b.At
	b.Open("/budgets/" + id + "/rows/" + url.PathEscape(world.RowsOf(t, id, "Corner kiosk")[0]))
	b.Sees("Notes by rule")
	b.Open(afterApplying)
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Changed 2 transactions by")
	b.Open(at + "?try=1")
	b.Sees("Would change 2 transactions")
	if strings.Contains(b.Page, "<del><bdi>by the rule</bdi></del>") {
		t.Error("the transactions still have the notes of the rule after undo, want their former notes")
	}
}

// TestTransactionsAreExcludedWithoutScripts clears the checkbox of one of two transactions, first in the preview of one
// rule and then in the preview of all rules.
func TestTransactionsAreExcludedWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	importKiosk(t, world, id)
	b := walk.NewPlain(t, world)
	at := "/budgets/" + id + "/rules"
	rule := url.Values{"what": {"payee contains"}, "text": {"Corner kiosk"}, "notes": {"by the rule"}}
	changed := func() (n int) {
		t.Helper()
		testkit.NoError(t, world.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{Search: "by the rule"}, func(rows.Row) error {
			n++
			return nil
		}))
		return n
	}
	b.Open(at + "/new")
	rule.Set("act", "try")
	b.Send(at+"/form", "Save", rule)
	b.Sees("Would change 2 transactions")
	checkboxes := b.FormValues(at+"/form", "Save")["pick"]
	apply := regexp.MustCompile(`value="(apply=[^"]*)"`).FindStringSubmatch(b.Page)
	if len(checkboxes) != 2 || apply == nil {
		t.Fatalf("got checkboxes %q and button %q, want two checkboxes and one button", checkboxes, apply)
	}
	b.Send(at+"/form", "Save", url.Values{"act": {apply[1]}, "pick": checkboxes[:1]})
	b.Sees("1 transaction")
	if n := changed(); n != 1 {
		t.Errorf("one rule changed %d transactions, want 1", n)
	}
	b.Send("/undo", "Undo", nil)
	b.Open(at + "/new")
	rule.Set("act", "save")
	b.Send(at+"/form", "Save", rule)
	b.Open(at + "?try=1")
	b.Send("/do/apply-rules", "Change selected", url.Values{"pick": checkboxes[1:]})
	b.Sees("Changed 1 transaction by")
	if n := changed(); n != 1 {
		t.Errorf("all rules changed %d transactions, want 1", n)
	}
}
