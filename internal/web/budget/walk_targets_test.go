package budget_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// alone is november with that month alone on the screen, so that words are about it whatever day it is.
func alone(t *testing.T, l walk.Look) *walk.Walker {
	t.Helper()
	w := november(t, l)
	w.Open(nov(w.ID))
	return w
}

func nov(id string) string { return "/budgets/" + id + "?month=2026-11&show=1" }

// stands waits until the words below a category's name are these.
func stands(w *walk.Walker, category, words string) {
	w.Helper()
	w.Until(category+" says "+words, fmt.Sprintf(`(() => { const r = [...document.querySelectorAll('tr.category')].find(r => r.querySelector('bdi').innerText === %s);
		return r && (r.querySelector('.target-words')?.innerText ?? '').replace('Target:', '').trim() === %s })()`, walk.Quoted(category), walk.Quoted(words)))
}

// editor opens a category's target.
func editor(w *walk.Walker, category string) {
	w.Helper()
	w.Click("Menu of " + category)
	w.Click("Target")
	w.See("Target from November 2026 on")
}

// day puts a day into the field with a label, as typed or as the device's own picker does.
func day(w *walk.Walker, label, iso string) {
	w.Helper()
	w.Eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll('label')].find(l => l.checkVisibility() && l.innerText.trim() === %s);
		const e = document.getElementById(l.htmlFor); e.value = %s; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})) })()`, walk.Quoted(label), walk.Quoted(iso)))
}

// TestWalkTargetsInWords sets a target of every kind in words, sees at the category how it stands, lets it rest and takes it
// away; all of it can be undone.
func TestWalkTargetsInWords(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.Looks[0], walk.Looks[3]} {
		t.Run(l.Name, func(t *testing.T) {
			w := alone(t, l)
			w.See("Targets cost")
			for _, c := range []struct {
				kind   string
				fill   func()
				stands string
				says   string
			}{
				{"I need it every month", func() {
					w.Fill("Amount", "200")
					w.Choose("By", "the 20th")
					w.Choose("Each time", "Set aside another")
				}, "78.68 more by the 20th", "I need 200.00 every month by the 20th, set aside anew."},
				{"I need it every year, or every few months", func() {
					w.Fill("Amount", "600")
					w.Choose("Every", "3 months")
					day(w, "Next by", "2027-01-31")
					w.Choose("Each time", "Refill up to")
				}, "78.68 more", "I need 600.00 every 3 months, next by 2027-01-31, refilled up to it."},
				{"I need it once, by a date", func() { w.Fill("Amount", "121.33"); day(w, "By", "2026-11-30") }, "0.01 more by the 30th", "I need 121.33 by 2026-11-30."},
				{"I want to have a balance", func() { w.Fill("Amount", "500"); day(w, "By, or no date", "") }, "378.68 to go", "I want to have 500.00."},
			} {
				editor(w, "Groceries")
				if !strings.Contains(w.Eval(`document.querySelector('#spot details[open] summary')?.innerText ?? ''`), c.kind) {
					w.Click(c.kind)
				}
				c.fill()
				walk.Check(t, w.Tab, "the editor of a target: "+c.kind)
				w.ClickPrimary()
				w.See("Set the target of Groceries from November 2026 on")
				stands(w, "Groceries", c.stands)
				w.Law()
				editor(w, "Groceries")
				w.See(c.says)
				w.Keys(kb.Escape)
			}
			editor(w, "Groceries")
			w.Click("I need it every week")
			w.Fill("Amount", "9000")
			w.Choose("Every", "Friday")
			browsertest.Shot(t, w.Tab, "target-"+l.Name)
			w.ClickPrimary()
			w.Undone("Set the target of Groceries from November 2026 on")
			w.Until("a bar", `!!document.querySelector('.target-bar.short')`)
			editor(w, "Groceries")
			w.See("I need 9,000.00 every Friday, set aside anew.")
			w.Click("Snooze for November 2026")
			w.See("Snoozed the target of Groceries in November 2026")
			stands(w, "Groceries", "snoozed")
			editor(w, "Groceries")
			w.Click("Wake in November 2026")
			w.See("Woke the target of Groceries in November 2026")
			editor(w, "Groceries")
			w.Click("Remove the target")
			w.ClickDelete()
			w.See("Removed the target of Groceries from November 2026 on")
			stands(w, "Groceries", "")
			w.Undone("Removed the target of Groceries from November 2026 on")
			walk.Check(t, w.Tab, "the screen with targets")
		})
	}
}

// TestWalkTargetsByKeyboard sets a target and assigns for it without a mouse.
func TestWalkTargetsByKeyboard(t *testing.T) {
	t.Parallel()
	w := alone(t, walk.Looks[1])
	w.TabToWords("Menu of Groceries")
	w.Keys(kb.Enter)
	w.See("Rename")
	w.TabToWords("Target")
	w.Keys(kb.Enter)
	w.See("Target from November 2026 on")
	w.TabToWords("I need it every month")
	w.Keys(kb.Enter)
	w.Until("the amount", `document.activeElement.name === 'amount'`)
	w.Keys("125")
	w.TabToWords("Save target")
	w.Keys(kb.Enter)
	w.See("Set the target of Groceries from November 2026 on")
	stands(w, "Groceries", "3.68 more")
	w.Open(nov(w.ID))
	w.TabTo(`e.name === 'to-budget'`)
	w.Keys(kb.Enter)
	w.See("Hold for next month")
	w.TabToWords("Assign at once")
	w.Keys(kb.Enter)
	w.See("Covers what is overspent")
	w.TabToWords("Assign")
	w.Keys(kb.Enter)
	w.See("Underfunded in November 2026")
	w.Law()
}

// TestPlainTargets sets, shows and takes away targets without scripts; what is wrong is said where it is, and who may only look
// is offered nothing.
func TestPlainTargets(t *testing.T) {
	t.Parallel()
	world := walk.NewWorld(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	category := categoryID(t, world, id, "Groceries")
	menu := "/budgets/" + id + "/menu?" + url.Values{"target": {category + ".2026-11"}, "back": {nov(id)}}.Encode()
	for shape, c := range map[string]struct {
		fields url.Values
		stands string
	}{
		"target-week":    {url.Values{"amount": {"9000"}, "day": {"5"}, "filling": {"refill"}}, " more"},
		"target-month":   {url.Values{"amount": {"200"}, "day": {"20"}, "filling": {"set_aside"}}, "78.68 more by the 20th"},
		"target-often":   {url.Values{"amount": {"600"}, "months": {"3"}, "date": {"2027-01-31"}, "filling": {"set_aside"}}, "78.68 more"},
		"target-date":    {url.Values{"amount": {"121.33"}, "date": {"2026-11-30"}}, "0.01 more by the 30th"},
		"target-balance": {url.Values{"amount": {"500"}, "date": {""}}, "378.68 to go"},
	} {
		b.Open(menu)
		b.Send(shape, "Save target", c.fields)
		b.Sees("Set the target of Groceries from November 2026 on")
		b.Sees(c.stands)
	}
	for wrong, c := range map[string]struct{ shape, field, value string }{
		"above zero": {"target-month", "amount", "-5"}, "years ahead": {"target-date", "date", "9999-12-31"}, "is no day": {"target-date", "date", strings.Repeat("9", 300)}, "It needs a date": {"target-often", "date", ""},
	} {
		b.Open(menu)
		fields := url.Values{"amount": {"5"}, "day": {"0"}, "months": {"3"}, "date": {"2027-01-31"}}
		fields.Set(c.field, c.value)
		b.Send(c.shape, "Save target", fields)
		b.Sees(wrong)
	}
	b.Open(menu)
	b.Send("snooze-target", "Snooze", nil)
	b.Sees("Snoozed the target of Groceries in November 2026")
	b.Open(menu)
	b.Send("remove-target", "Remove", nil)
	b.Sees("Removed the target of Groceries from November 2026 on")
	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	viewer.Open(nov(id))
	for _, offered := range []string{"New view", "Menu of Groceries"} {
		if strings.Contains(viewer.Page, offered) {
			t.Errorf("who may only look is offered %q", offered)
		}
	}
}
