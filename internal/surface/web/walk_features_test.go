package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// featureWalk is the way to a feature by keyboard: Tab leads to a control of its page, and keys that are pressed there have an
// effect.
type featureWalk struct {
	feature, path string
	control       string // a condition of element e
	keys          string // none for a field
	shows         string // a condition of the page
	wideOnly      bool   // a phone has none, or another walk covers it there
}

const openMenu = `!!document.querySelector('#spot:popover-open')`

// featureWalks lists the features with their pages, relative to the budget. The page Appearance has its own walk. LOAN, TRANSFER, ACCOUNT and GROUP stand for ids.
var featureWalks = []featureWalk{
	{"loans", "/accounts/LOAN/loan", `e.innerText === 'Change the terms'`, kb.Enter, openMenu, false},
	{"loans: simulation", "/accounts/LOAN/loan", `e.type === 'text' && !!e.closest('.loan-form')`, "1", `document.activeElement.value.includes('1')`, false},
	{"account groups", "/accounts", `e.ariaLabel === 'Menu of the group Mine'`, kb.Enter, openMenu, false},
	{"account groups: register", "/accounts/all?account=group:GROUP", `e.ariaLabel?.startsWith('Remove filter') && e.ariaLabel.includes('Mine')`, "", "true", false},
	{"account groups: net worth", "/reports/net-worth?by=account-group", `e.innerText === 'Each account'`, kb.Enter, `location.search.includes('by=account')`, false},
	{"tags", "/tags", `e.ariaLabel === 'Menu of #holiday'`, kb.Enter, openMenu, false},
	{"filters", "/accounts/all/filter", `e.innerText === 'More conditions'`, kb.Enter, `document.querySelector('.more-conditions').open`, false},
	{"filters: any condition", "/accounts/all?payee-regexp=lidl&notes-regexp=sale&match=any", `e.ariaLabel?.startsWith('Remove filter')`, kb.Enter, `!location.search.includes('match=any')`, false},
	{"spending by two dimensions", "/reports/spending?across=account", `e.innerText === 'Payee' && !!e.closest('nav[aria-label=Columns]')`, kb.Enter, `location.search.includes('across=payee')`, false},
	{"fresh start", "/fresh-start", `e.name === 'payees'`, " ", "true", false},
	{"archive", "/archive", `e.innerText === 'Preview'`, kb.Enter, `location.search.includes('year=')`, false},
	{"sort categories A–Z", "?month=2026-11", `e.ariaLabel === 'Menu of Everyday'`, kb.Enter, `document.querySelector('#spot:popover-open')?.innerText.includes('Sort categories A–Z')`, false},
	{"register columns", "/accounts/all", `e.innerText === 'Columns'`, kb.Enter, `!!document.querySelector('#columns:popover-open')`, true},
	{"payee marks", "/payees", `e.ariaLabel?.startsWith('Menu of ') && !!e.closest('tr, li')`, kb.Enter, `/favourite/i.test(document.querySelector('#spot:popover-open')?.innerText)`, false},
	{"split rest", "/rows/new?account=ACCOUNT", `e.innerText === 'Split'`, kb.Enter, `[...document.querySelectorAll('button')].some(e => e.innerText === 'Rest by share')`, true},
	{"transfer with two dates", "/rows/TRANSFER", `e.name === 'other-date'`, "", "true", false},
	{"schedule by weekday and approximate", "/scheduled/new", `e.matches('.more-often summary')`, kb.Enter, `document.querySelector('[name=spread]').checkVisibility()`, false},
	{"rules: leave out, enter a schedule", "/rules/new", `e.name === 'leave-out'`, " ", `document.activeElement.checked`, false},
	{"cost to be me", "?month=2026-11", `e.ariaLabel === 'Categories menu'`, kb.Enter, `document.activeElement.closest('.menu')?.innerText.includes('Expected income')`, false},
	{"palette", "/go", `e.id === 'palette-text'`, "groc", `document.querySelector('.palette-item')?.innerText.includes('Groceries')`, false},
	{"upcoming", "/reports/coming", `e.innerText === 'With targets'`, kb.Enter, `location.search.includes('targets=1')`, false},
}

// TestWalkEachFeatureByKeyboard opens the pages of the features in a wide window and on a phone. Tab leads to a control of
// each, keys operate it, and the page is accessible in light and dark and no wider than its window.
func TestWalkEachFeatureByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			env := walk.NewEnv(t, webtest.Pages)
			id := env.ImportSample(t)
			names := featureRecords(t, env, id)
			for _, f := range featureWalks {
				if f.wideOnly && look.Phone {
					continue
				}
				t.Run(f.feature, func(t *testing.T) {
					w := walk.New(t, env, look)
					w.ID = id
					w.Open(names.Replace("/budgets/" + id + f.path))
					w.TabTo(f.control)
					if f.keys != "" {
						w.Keys(f.keys)
					}
					w.Until("the effect of the keys", f.shows)
					walk.Check(t, w.Tab, f.feature)
				})
			}
		})
	}
}

// featureRecords adds records that the pages of the features show, and returns their ids by the words of featureWalks.
func featureRecords(t *testing.T, env *walk.Env, id string) *strings.Replacer {
	t.Helper()
	addLoan(t, env, id)
	ctx, me, a := t.Context(), app.Machine(), env.App
	today := a.Today(ctx)
	all := env.Accounts(t, id)
	account, other, loan := all[0].ID, all[1].ID, ""
	for _, acc := range all {
		if acc.Name == "Flat" {
			loan = acc.ID
		}
	}
	_, group, err := a.CreateAccountGroup(ctx, me, id, "Mine")
	testkit.NoError(t, err)
	_, err = a.GroupAccount(ctx, me, id, account, group, "")
	testkit.NoError(t, err)
	screen := testkit.Must(a.Screen(ctx, me, id))(t)
	_, _, err = a.AddRow(ctx, me, id, rows.Entry{Account: account, Date: today.AddDays(-9), Amount: -12_000, PayeeName: "Ferry", Category: screen.Categories[len(screen.Categories)-1].ID, Memo: "#holiday"})
	testkit.NoError(t, err)
	_, transfer, err := a.AddRow(ctx, me, id, rows.Entry{Account: account, Date: today.AddDays(-9), Amount: -12_000, TransferTo: other, OtherDate: today.AddDays(-7)})
	testkit.NoError(t, err)
	return strings.NewReplacer("LOAN", loan, "TRANSFER", transfer, "ACCOUNT", account, "GROUP", group)
}
