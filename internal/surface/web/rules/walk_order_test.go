package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rules"
	"holdover/internal/model/budget"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// threeRules creates rules for One, Two and Three, in this order, and returns their ids.
func threeRules(t *testing.T, world *walk.Env, id string) (ids []string) {
	t.Helper()
	for _, text := range []string{"One", "Two", "Three"} {
		entry := rules.Entry{Conditions: []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: text}}, Outcome: rules.Outcome{Notes: "told"}}
		_, rule, err := world.App.SaveRule(t.Context(), app.Machine(), id, entry, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, rule)
	}
	return ids
}

// checkOrder waits until the rules have the given order.
func checkOrder(w *walk.Walker, words ...string) {
	w.Helper()
	for i, word := range words {
		words[i] = "Payee contains “" + word + "”"
	}
	w.Until("the order "+strings.Join(words, ", "), `[...document.querySelectorAll('li[data-rule] .rule-words > a bdi')].map(e => e.innerText).join() === `+walk.Quoted(strings.Join(words, ",")))
}

// TestWalkRulesOrder reorders rules by dragging and with the keyboard only, in both colours, and undoes each.
func TestWalkRulesOrder(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes[:1] {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			walkOrder(t, look)
		})
	}
}

func walkOrder(t *testing.T, look walk.Look) {
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, look)
	w.ID = world.ImportSample(t)
	ids := threeRules(t, world, w.ID)
	w.Open("/budgets/" + w.ID + "/rules")
	checkOrder(w, "One", "Two", "Three")
	walk.Check(t, w.Tab, "three rules")

	place := func(rule string, down float64) []float64 {
		return w.Find(fmt.Sprintf(`(b => [b.left + 30, b.top + b.height * %g])(document.querySelector('li[data-rule=%s]').getBoundingClientRect())`, down, walk.Quoted(rule)), "a rule")
	}
	mouse := func(kind input.DispatchMouseEventType, at []float64) {
		w.Do(chromedp.MouseEvent(kind, at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	}
	from, to := place(ids[2], 0.5), place(ids[0], 0.2)
	mouse("mousePressed", from)
	mouse("mouseMoved", []float64{from[0], from[1] - 12})
	mouse("mouseMoved", to)
	browsertest.Shot(t, w.Tab, "walk-rules-dragging")
	mouse("mouseReleased", to)
	w.Settle()
	checkOrder(w, "Three", "One", "Two")
	w.Keys("z", chromedp.ModifierCtrl)
	checkOrder(w, "One", "Two", "Three")

	// By keyboard; the pressed button keeps the focus.
	w.Open("/budgets/" + w.ID + "/rules")
	w.TabTo(`e.ariaLabel === 'Move up: Payee contains “Three”'`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	checkOrder(w, "One", "Three", "Two")
	if at := w.Eval(`document.activeElement.ariaLabel ?? document.activeElement.tagName`); !strings.HasPrefix(at, "Move up: ") {
		t.Errorf("afterwards the focus is on %s", at)
	}
	w.Open("/budgets/" + w.ID + "/rules")
	w.TabTo(`e.ariaLabel === 'Payee contains “One” is on'`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.Until("it is off", `document.querySelector('li.rule.off')?.innerText.includes('One')`)
	w.Keys("z", chromedp.ModifierCtrl)
	w.Until("it is on", `!document.querySelector('li.rule.off')`)
	deleteRule(w, []string{"One", "Three", "Two"}, []string{"One", "Three"})

	// By keyboard: the question has the focus, and an undo restores the deleted rule.
	w.Open("/budgets/" + w.ID + "/rules")
	w.TabToWords("Menu of the rule Payee contains “Two”")
	w.Keys(kb.Enter)
	w.TabToWords("Delete")
	w.Keys(kb.Enter)
	w.See("Values it has already set stay.")
	w.TabTo(`e.matches('#spot details[open] button.dangerous')`)
	w.Keys(kb.Enter)
	w.See("Deleted the rule “payee contains ‘Two’”")
	checkOrder(w, "One", "Three")
	w.Keys("z", chromedp.ModifierCtrl)
	checkOrder(w, "One", "Three", "Two")
	w.CheckConserved()
}

// TestWalkRulesOrderOnAPhone moves a rule by touch, in both colours.
func TestWalkRulesOrderOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		world := walk.NewEnv(t, webtest.Pages)
		w := walk.New(t, world, look)
		w.ID = world.ImportSample(t)
		threeRules(t, world, w.ID)
		w.Open("/budgets/" + w.ID + "/rules")
		walk.Check(t, w.Tab, "three rules")
		browsertest.Shot(t, w.Tab, "walk-rules-"+look.Name)
		w.Click("Move down: Payee contains “One”")
		checkOrder(w, "Two", "One", "Three")
		w.Click("Undo")
		checkOrder(w, "One", "Two", "Three")
		w.Click("Payee contains “Three”")
		w.See("Then set")
		walk.Check(t, w.Tab, "the form of a rule")
		w.Open("/budgets/" + w.ID + "/rules")
		w.CheckTouchTargets(".rules")
		w.Click("Payee contains “Two” is on")
		w.Until("it is off", `document.querySelector('li.rule.off')?.innerText.includes('Two')`)
		deleteRule(w, []string{"One", "Two", "Three"}, []string{"One", "Three"})
	})
}

// deleteRule deletes the rule of Two by its menu, and undoes that.
func deleteRule(w *walk.Walker, before, after []string) {
	w.Helper()
	w.Click("Menu of the rule Payee contains “Two”")
	w.Click("Delete")
	w.See("Values it has already set stay.")
	walk.Check(w.T, w.Tab, "the menu of a rule")
	w.ClickDelete()
	w.See("Deleted the rule “payee contains ‘Two’”")
	checkOrder(w, after...)
	w.Click("Undo")
	checkOrder(w, before...)
}

// TestOrderOfRulesWithoutScripts moves, switches and deletes without scripts.
func TestOrderOfRulesWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	ids := threeRules(t, world, id)
	p, at := world.Person(t), "/budgets/"+id+"/rules"
	order := func(words ...string) {
		t.Helper()
		_, _, page := p.Get(at)
		last := 0
		for _, word := range words {
			position := strings.Index(page, "Payee contains “"+word+"”")
			if position < last {
				t.Fatalf("%s is not at its place in %v", word, words)
			}
			last = position
		}
	}
	checkText := func(words string) func(int, string, string) {
		return func(status int, _, page string) {
			t.Helper()
			if status != 200 || !strings.Contains(page, words) {
				t.Errorf("status %d, without %q", status, words)
			}
		}
	}
	checkText("Moved")(p.Post("/budgets/"+id+"/do/move-rule", "rule", ids[2], "before", ids[0], "back", at))
	order("Three", "One", "Two")
	checkText("Undone")(p.Post("/budgets/"+id+"/undo", "back", at))
	order("One", "Two", "Three")
	checkText("Off")(p.Post("/budgets/"+id+"/do/switch-rule", "rule", ids[0], "on", "0", "back", at))
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/menu?rule=" + ids[1] + "&back=" + at)
	b.Sees("Values it has already set stay.")
	b.Send("/do/delete-rule", "Delete", nil)
	b.Sees("Deleted the rule “payee contains ‘Two’”")
	order("One", "Three")
	if _, _, page := p.Get(at); strings.Contains(page, "Payee contains “Two”") {
		t.Error("the deleted rule is still listed")
	}
	b.Send("/undo", "Undo", nil)
	order("One", "Two", "Three")
	if status, _, _ := p.Post("/budgets/"+id+"/do/apply-rules", "shown", "other", "back", at); status != 409 {
		t.Errorf("apply to other rows than shown: status %d", status)
	}
	if status, _, _ := p.Post("/budgets/"+id+"/do/move-rule", "rule", ids[0], "before", "moon", "back", at); status != 404 {
		t.Errorf("move before a missing rule: status %d", status)
	}
}
