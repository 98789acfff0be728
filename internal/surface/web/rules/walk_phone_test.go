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

// rulesOfBoth creates two rules in a budget with two transactions of Corner kiosk, previews them on all transactions,
// switches one off, applies them and undoes that in one step.
type rulesOfBoth struct {
	walk.RowWalker
	press func(words string)    // activates the button with a label, by touch or keyboard
	focus func(selector string) // focuses a field, by touch or keyboard
}

func newRulesOfBoth(t *testing.T, l walk.Look) rulesOfBoth {
	t.Helper()
	w := rulesOfBoth{RowWalker: walk.NewRowWalker(t, webtest.Pages, l)}
	cornerKiosk(t, w.Env, w.ID)
	w.CheckConserved() // this builds the program, which takes longer than a toast is shown
	return w
}

// cornerKiosk imports two transactions from a bank's file.
func cornerKiosk(t *testing.T, world *walk.Env, id string) {
	t.Helper()
	importRows(t, world, id, "2026-11-18;Corner kiosk;visit 0;-4.20\n2026-11-19;Corner kiosk;visit 1;-4.20\n", 2)
}

// importRows imports the given number of lines from a bank's file.
func importRows(t *testing.T, world *walk.Env, id, lines string, many int) {
	t.Helper()
	file := "Date;Payee;Memo;Amount\n" + lines
	_, got, err := world.App.ImportBankFile(t.Context(), app.Machine(), id, world.AccountIDs(t, id)[0], []byte(file), bankimport.Options{GuessesConfirmed: true})
	if err != nil || got.Added != many {
		t.Fatalf("import the bank file: %+v, error %v, want %d rows", got, err, many)
	}
}

// shot takes a screenshot and checks accessibility.
func (w rulesOfBoth) shot(l walk.Look, name string) {
	w.Helper()
	browsertest.Shot(w, w.Tab, "rules-both-"+name+"-"+l.Name)
	walk.Check(w.T, w.Tab, name)
}

// createRule creates a rule for imported transactions, after a preview.
func (w rulesOfBoth) createRule(l walk.Look, notes string) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/rules/new")
	w.focus("[name=text]")
	w.Do(chromedp.KeyEvent("Corner kiosk"))
	w.focus("#rule-notes")
	w.Do(chromedp.KeyEvent(notes))
	w.press("Preview changes")
	w.See("Would change 2 transactions")
	w.Until("both are listed", `document.querySelectorAll('.trial-rows tbody tr').length === 2 && document.querySelector('.trial-rows').innerText.includes(`+walk.Quoted(notes)+`)`)
	w.shot(l, "trial of "+notes)
	w.press("Save for new transactions")
	w.See("Added the rule")
}

func (w rulesOfBoth) walk(l walk.Look) {
	w.Helper()
	w.createRule(l, "first says")
	if rows := w.RowsWithNotes("first says"); len(rows) != 0 {
		w.Errorf("a rule saved for what comes in changed %d transactions", len(rows))
	}
	w.createRule(l, "second says")
	w.Open("/budgets/" + w.ID + "/rules")
	w.press("Try all")
	w.See("Would change 2 transactions")
	w.Until("the upper one wins", `document.querySelector('.trial-rows').innerText.includes('first says') && !document.querySelector('.trial-rows').innerText.includes('second says')`)
	w.shot(l, "trial of all")
	if l.Phone {
		w.CheckTouchTargets(".trial-rows")
		w.Until("names have the width that is there", `document.querySelector('.trial-rows tbody .who').offsetWidth > 200`)
	}

	// In another order, and with one of them off, the result differs.
	w.press("Payee contains “Corner kiosk” is on")
	w.Until("it is off", `document.querySelectorAll('li.rule.off').length === 1`)
	w.Open("/budgets/" + w.ID + "/rules?try=1")
	w.Until("the other one decides", `document.querySelector('.trial-rows')?.innerText.includes('second says')`)
	w.press("Payee contains “Corner kiosk” is on")
	w.Until("it is on", `!document.querySelector('li.rule.off')`)
	w.press("Move down: Payee contains “Corner kiosk”")
	w.Until("the second stands first", `document.querySelector('li.rule .rule-then')?.innerText.includes('second says')`)

	// Applying the rules is one step, and each changed transaction shows that a rule changed it.
	w.Open("/budgets/" + w.ID + "/rules?try=1")
	w.press("Change selected")
	w.See("Changed 2 transactions by")
	if rows := w.RowsWithNotes("second says"); len(rows) != 2 {
		w.Fatalf("%d transactions were changed", len(rows))
	}
	w.CheckConserved()
	row := w.RowsWithNotes("second says")[0].ID
	w.press("Undo")
	w.See("Undone: Changed 2 transactions by")
	if a, b := w.RowsWithNotes("visit 0"), w.RowsWithNotes("visit 1"); len(a) != 1 || len(b) != 1 {
		w.Errorf("the run is not taken back in one step: %d, %d", len(a), len(b))
	}
	w.press("Redo")
	w.See("Redone: Changed 2 transactions by")
	w.Open("/budgets/" + w.ID + "/rows/" + url.PathEscape(row))
	w.See("Notes by rule")
	w.shot(l, "said of a transaction")
}

// TestWalkRulesInAllLooks does this with a mouse, and by touch on a phone, in both colours. It also follows the rules
// that are offered after a category was corrected and a payee was renamed.
func TestWalkRulesInAllLooks(t *testing.T) {
	t.Parallel()
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w := newRulesOfBoth(t, l)
			w.press = func(words string) { w.Helper(); press(w.Walker, words) }
			w.focus = func(selector string) {
				w.Helper()
				w.ClickAt(`(e => { if (!e) return null; e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })(document.querySelector(`+walk.Quoted(selector)+`))`, selector)
				w.Until(selector+" has the focus", `document.activeElement.matches(`+walk.Quoted(selector)+`)`)
			}
			w.walk(l)
			w.correctCategory()
			w.renamePayee(l)
		})
	}
}

// press clicks or touches the visible link or button with a label.
func press(w *walk.Walker, words string) {
	w.Helper()
	w.ClickAt(`(() => { const says = e => (e.ariaLabel || e.innerText).replace(/\s+/g, ' ').trim().startsWith(`+walk.Quoted(words)+`);
		const e = [...document.querySelectorAll('a, button:not(.sr-only)')].find(e => e.checkVisibility() && says(e)); if (!e) return null;
		e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()`, words)
	w.Settle()
}

// correctCategory follows the offer after a category was corrected.
func (w rulesOfBoth) correctCategory() {
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
	w.Until("it is filled in", `[...document.querySelectorAll('input')].some(e => e.value === 'Corner kiosk') && document.querySelector('#rule-category').selectedOptions[0].text.includes('Groceries')`)
}

// TestWalkRulesByKeyboard does all of that with the keyboard only.
func TestWalkRulesByKeyboard(t *testing.T) {
	t.Parallel()
	w := newRulesOfBoth(t, walk.WideLight)
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

// renamePayee renames a payee in the list of payees and follows the offered rule. Payees imported afterwards are
// renamed, and the result reports it.
func (w rulesOfBoth) renamePayee(l walk.Look) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/payees?q=kiosk")
	w.press("Corner kiosk")
	w.Until("the field of its name", `document.activeElement.value === 'Corner kiosk'`)
	w.Keys("The corner" + kb.Enter)
	w.See("Renamed the payee Corner kiosk to The corner")
	w.shot(l, "a rule is offered")
	w.press("Always rename it when importing?")
	w.See("Then set")
	w.Until("it is filled in", `['Corner kiosk', 'The corner'].every(name => [...document.querySelectorAll('input')].some(e => e.value === name))`)
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
	w.Until("its payee", `document.querySelector('#row-payee').value === 'The corner'`)
}

// TestRulesAreAppliedWithoutScripts previews all rules, applies them and undoes that, without scripts.
func TestRulesAreAppliedWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	cornerKiosk(t, world, id)
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
	run := b.At
	b.Open("/budgets/" + id + "/rows/" + url.PathEscape(world.RowsOf(t, id, "Corner kiosk")[0]))
	b.Sees("Notes by rule")
	b.Open(run)
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Changed 2 transactions by")
	b.Open(at + "?try=1")
	b.Sees("Would change 2 transactions")
	if strings.Contains(b.Page, "<del><bdi>by the rule</bdi></del>") {
		t.Error("the notes set by a rule remain")
	}
}

// TestRowsAreExcludedWithoutScripts clears the checkbox of one of two transactions in the preview of all rules, and of
// one rule.
func TestRowsAreExcludedWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	cornerKiosk(t, world, id)
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
	picked := b.FormValues(at+"/form", "Save")["pick"]
	apply := regexp.MustCompile(`value="(apply=[^"]*)"`).FindStringSubmatch(b.Page)
	if len(picked) != 2 || apply == nil {
		t.Fatalf("selected %q, button %q", picked, apply)
	}
	b.Send(at+"/form", "Save", url.Values{"act": {apply[1]}, "pick": picked[:1]})
	b.Sees("1 transaction")
	if n := changed(); n != 1 {
		t.Errorf("%d transactions were changed, want 1", n)
	}
	b.Send("/undo", "Undo", nil)
	b.Open(at + "/new")
	rule.Set("act", "save")
	b.Send(at+"/form", "Save", rule)
	b.Open(at + "?try=1")
	b.Send("/do/apply-rules", "Change selected", url.Values{"pick": picked[1:]})
	b.Sees("Changed 1 transaction by")
	if n := changed(); n != 1 {
		t.Errorf("%d transactions were changed by all rules, want 1", n)
	}
}
