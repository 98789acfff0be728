package budget_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// novemberOnly returns the screen of november with this month only, so that texts describe it regardless of the current
// date.
func novemberOnly(t *testing.T, l walk.Look) *walk.Walker {
	t.Helper()
	w := openNovember(t, l)
	w.Open(nov(w.ID))
	return w
}

func nov(id string) string { return "/budgets/" + id + "?month=2026-11&show=1" }

// checkTargetText waits until the text below a category's name equals words.
func checkTargetText(w *walk.Walker, category, words string) {
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

// fillDate fills in the date field with a label, by typing or with the device's date picker.
func fillDate(w *walk.Walker, label, iso string) {
	w.Helper()
	w.Eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll('label')].find(l => l.checkVisibility() && l.innerText.trim() === %s);
		const e = document.getElementById(l.htmlFor); e.value = %s; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})) })()`, walk.Quoted(label), walk.Quoted(iso)))
}

// TestWalkTargetsInWords sets a target of every kind, checks its status at the category, snoozes and removes it, and
// undoes all of it.
func TestWalkTargetsInWords(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			w := novemberOnly(t, l)
			w.See("Targets")
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
				}, "overspent, 78.68 more by the 20th", "I need 200.00 every month by the 20th, set aside again each time."},
				{"I need it every year, or every few months", func() {
					w.Fill("Amount", "600")
					w.Choose("Every", "3 months")
					fillDate(w, "Next by", "2027-01-31")
					w.Choose("Each time", "Refill up to")
				}, "overspent, 78.68 more", "I need 600.00 every 3 months, next by 2027-01-31, refilled up to it."},
				{"I need it once, by a date", func() { w.Fill("Amount", "121.33"); fillDate(w, "By", "2026-11-30") }, "overspent, 0.01 more by the 30th", "I need 121.33 by 2026-11-30."},
				{"I want to have a balance", func() { w.Fill("Amount", "500"); fillDate(w, "By (optional)", "") }, "overspent, 378.68 to go", "I want to have 500.00."},
				{"I want to set aside a share of the income", func() { w.Fill("Percent", "12.5"); w.Choose("Of the income of", "the month before") }, "overspent, 136.46 more", "I want to set aside 12.5 % of the income of the month before."},
				{"I want a part of what remains", func() { w.Fill("Weight", "2") }, "overspent", "I want a part of what remains when a month is assigned, with the weight 2."},
				{"I need what is scheduled", func() { w.Choose("Scheduled", "All that take money from Groceries") }, "overspent", "I need what scheduled transactions take."},
			} {
				editor(w, "Groceries")
				if !strings.Contains(w.Eval(`document.querySelector('#spot details[open] summary')?.innerText ?? ''`), c.kind) {
					w.Click(c.kind)
				}
				c.fill()
				walk.Check(t, w.Tab, "the editor of a target: "+c.kind)
				w.ClickPrimary()
				w.See("Set the target of Groceries from November 2026 on")
				checkTargetText(w, "Groceries", c.stands)
				w.CheckConserved()
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
			w.CheckUndo("Set the target of Groceries from November 2026 on")
			w.Until("a bar", `!!document.querySelector('.target-bar.overspent')`)
			editor(w, "Groceries")
			w.See("I need 9,000.00 every Friday, set aside again each time.")
			w.Click("Snooze for November 2026")
			w.See("Snoozed the target of Groceries in November 2026")
			checkTargetText(w, "Groceries", "overspent, snoozed")
			editor(w, "Groceries")
			w.Click("Stop snoozing in November 2026")
			w.See("Stopped snoozing the target of Groceries in November 2026")
			editor(w, "Groceries")
			w.Click("Remove the target")
			w.ClickDelete()
			w.See("Removed the target of Groceries from November 2026 on")
			checkTargetText(w, "Groceries", "")
			w.CheckUndo("Removed the target of Groceries from November 2026 on")
			walk.Check(t, w.Tab, "the screen with targets")
		})
	}
}

// TestWalkTargetsByKeyboard sets a target and assigns for it with the keyboard only.
func TestWalkTargetsByKeyboard(t *testing.T) {
	t.Parallel()
	w := novemberOnly(t, walk.WideDark)
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
	checkTargetText(w, "Groceries", "overspent, 3.68 more")
	w.Open(nov(w.ID))
	w.TabTo(`e.name === 'to-budget'`)
	w.Keys(kb.Enter)
	w.See("Hold for next month")
	w.TabToWords("Assign at once")
	w.Keys(kb.Enter)
	w.See("Covers overspending")
	w.TabToWords("Assign")
	w.Keys(kb.Enter)
	w.See("Underfunded in November 2026")
	w.CheckConserved()
}

// TestWalkAPartOfTheRestByKeyboard sets a target for a part of what remains with the keyboard only.
func TestWalkAPartOfTheRestByKeyboard(t *testing.T) {
	t.Parallel()
	w := novemberOnly(t, walk.WideLight)
	w.TabToWords("Menu of Clothing")
	w.Keys(kb.Enter)
	w.See("Rename")
	w.TabToWords("Target")
	w.Keys(kb.Enter)
	w.See("Target from November 2026 on")
	w.TabToWords("I want a part of what remains")
	w.Keys(kb.Enter)
	w.Until("the weight", `document.activeElement.name === 'weight'`)
	w.TabToWords("Save target")
	w.Keys(kb.Enter)
	w.See("Set the target of Clothing from November 2026 on")
	checkTargetText(w, "Clothing", "gets a part of what remains")
	browsertest.Shot(t, w.Tab, "target-rest")
	w.Open("/budgets/" + w.ID + "/assign?month=2026-11&action=underfunded")
	w.See("divide the rest")
	w.CheckConserved()
}

// TestTargetsWithoutScripts sets, shows and removes targets without scripts; errors are next to their field, and a
// viewer is offered nothing.
func TestTargetsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
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

		"target-income":   {url.Values{"percent": {"100"}, "income": {"this"}}, " more"},
		"target-rest":     {url.Values{"weight": {"3"}}, "overspent"},
		"target-schedule": {url.Values{"schedule": {""}}, "overspent"},
	} {
		b.Open(menu)
		b.Send(shape, "Save target", c.fields)
		b.Sees("Set the target of Groceries from November 2026 on")
		b.Sees(c.stands)
	}
	for message, c := range map[string]struct{ shape, field, value string }{
		"above zero": {"target-month", "amount", "-5"}, "years ahead": {"target-date", "date", "9999-12-31"}, "is not a date": {"target-date", "date", strings.Repeat("9", 300)}, "It needs a date": {"target-often", "date", ""},
		"not a percentage": {"target-income", "percent", "0"}, "whole number from 1 to 1000": {"target-rest", "weight", "many"},
	} {
		b.Open(menu)
		fields := url.Values{"amount": {"5"}, "percent": {"5"}, "weight": {"5"}, "day": {"0"}, "months": {"3"}, "date": {"2027-01-31"}}
		fields.Set(c.field, c.value)
		b.Send(c.shape, "Save target", fields)
		b.Sees(message)
	}
	b.Open(menu)
	b.Send("snooze-target", "Snooze", nil)
	b.Sees("Snoozed the target of Groceries in November 2026")
	b.Open(menu)
	b.Send("remove-target", "Remove", nil)
	b.Sees("Removed the target of Groceries from November 2026 on")
	for month, of := range map[string]bool{"2026-11": true, "2026-12": false} { // without income yet
		b.Open("/budgets/" + id + "?show=1&month=" + month)
		if regexp.MustCompile(`<span class="longer"> cost</span></dt><dd class="fig">[^<]* of `).MatchString(b.Page) != of {
			t.Errorf("%s: the cost of targets is shown beside the income: %v", month, !of)
		}
	}
	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	viewer.Open(nov(id))
	for _, offered := range []string{"New view", "Menu of Groceries"} {
		if strings.Contains(viewer.Page, offered) {
			t.Errorf("a viewer is offered %q", offered)
		}
	}
}

// family returns the sample budget with its card as an envelope, and a third of the debt that is not set aside,
// rounded up to a cent.
func family(t *testing.T) (world *walk.Env, id, third string) {
	t.Helper()
	walk.RequireAssets(t)
	world = walk.NewEnv(t, webtest.Pages)
	id = apptest.Family(t, world.App)
	if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	frame, err := world.App.Frame(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	var lacks money.Milli
	for _, a := range frame.Accounts {
		if a.Name == "Visa" {
			lacks -= a.Balance
		}
	}
	all, _ := categoriesOf(t, world, id)
	for i := range all {
		if all[i].Name == "Visa" {
			lacks -= all[i].Balance
		}
	}
	return world, id, (ui.Figures{Format: frame.Budget.CurrencyFormat}).Plain((lacks + 29) / 30 * 10).Text
}

// TestWalkTargetsOfACard sets how a card is paid: off by a date, as in YNAB, or the same amount every month.
func TestWalkTargetsOfACard(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			world, id, third := family(t)
			w := walk.New(t, world, l)
			w.ID = id
			w.Open(nov(id))
			editor(w, "Visa")
			w.See("Choose how the card is to be paid.")
			w.WaitGone("I need it every month")
			w.Click("I want to pay it off by a date")
			fillDate(w, "Pay it off by", "2027-01-31")
			walk.Check(t, w.Tab, "paying a card off")
			browsertest.Shot(t, w.Tab, "target-card-"+l.Name)
			w.ClickPrimary()
			w.See("Set the target of Visa from November 2026 on")
			checkTargetText(w, "Visa", third+" more")
			editor(w, "Visa")
			w.See("I want to pay this off by ")
			w.Click("I want to pay the same every month")
			w.Fill("Amount", "9000")
			w.ClickPrimary()
			w.See("Set the target of Visa from November 2026 on")
			editor(w, "Visa")
			w.See("I need 9,000.00 every month.")
			w.Keys(kb.Escape)
			w.CheckUndo("Set the target of Visa from November 2026 on")
		})
	}
}

// TestTargetsOfACardWithoutScripts sets them without scripts. Other categories do not offer them.
func TestTargetsOfACardWithoutScripts(t *testing.T) {
	t.Parallel()
	world, id, third := family(t)
	b := walk.NewPlain(t, world)
	menu := func(name string) string {
		return "/budgets/" + id + "/menu?" + url.Values{"target": {categoryID(t, world, id, name) + ".2026-11"}, "back": {nov(id)}}.Encode()
	}
	b.Open(menu("Visa"))
	b.Send("target-pay-off", "Save target", url.Values{"date": {""}})
	b.Sees("It needs a date")
	b.Open(menu("Visa"))
	b.Send("target-pay", "Save target", url.Values{"amount": {"-1"}})
	b.Sees("above zero")
	b.Open(menu("Visa"))
	b.Send("target-pay-off", "Save target", url.Values{"date": {"2027-01-31"}})
	b.Sees(third + " more")
	b.Open(menu("Groceries"))
	if strings.Contains(b.Page, "pay it off") {
		t.Error("a category without a card is offered a target for paying a card")
	}
}
