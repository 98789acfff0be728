package register_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// shownColumns returns the classes of the optional columns that the table shows.
const shownColumns = `['flagged', 'account', 'cat', 'notes', 'running', 'mark'].filter(name => document.querySelector('#rows thead .' + name)?.checkVisibility()).join(' ')`

// TestColumnsOfRegisters leaves columns out by keyboard. Each kind of register has its own columns, phones show all,
// and the form of a transaction has all its fields.
func TestColumnsOfRegisters(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	all := "/budgets/" + w.ID + "/accounts/all"
	w.Open(all)
	w.TabToWords("Columns")
	w.Press(kb.Enter)
	w.See("Columns of all accounts")
	w.Shoot("columns")
	w.TabTo(`e.value === 'account'`)
	w.Press(" ")
	w.TabTo(`e.value === 'notes'`)
	w.Press(" ")
	w.TabToWords("Show these")
	w.Press(kb.Enter)
	w.Until("the table without account and notes", shownColumns+` === 'flagged cat mark'`)
	w.ShootColours("columns-left-out")
	w.CheckNarrowWidths("a register with fewer columns")
	w.Open(all)
	w.Until("the columns are remembered", shownColumns+` === 'flagged cat mark'`)
	w.Eval(`document.querySelector('.edit-row').click()`)
	w.Until("the form has notes", `!!document.querySelector('.row-form [name=notes]')?.checkVisibility()`)
	w.Until("the columns fill the table beside the form", `document.querySelector('#rows thead th:last-child').getBoundingClientRect().right > document.querySelector('#rows').getBoundingClientRect().right - 2`)
	w.Shoot("columns-form")
	w.Open("/budgets/" + w.ID + "/accounts/" + w.FirstAccount())
	w.Until("another register has all columns", shownColumns+` === 'flagged cat notes running mark'`)

	phone := walk.New(t, w.Env, walk.PhoneDark)
	phone.ID = w.ID
	phone.Open(all)
	phone.Eval(`document.cookie = 'holdover_columns=all=account.notes; Path=/'`)
	phone.Open(all)
	phone.Until("a phone shows the account", `document.querySelector('#rows.without-account td.account').checkVisibility()`)
	phone.Shoot("columns-phone")
}

// TestRestOfASplitIsDistributed distributes the rest of a split by keyboard and by touch.
func TestRestOfASplitIsDistributed(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			w := walk.New(t, walk.NewEnv(t, webtest.Pages), look)
			w.ID = w.Env.ImportSample(t)
			w.Open("/budgets/" + w.ID + "/rows/new?account=" + w.FirstAccount())
			w.Fill("Amount", "100")
			w.Click("Split")
			w.See("€100.00 left to assign")
			w.Click("Add part")
			w.Until("three parts", `document.querySelectorAll('.row-line.part').length === 3`)
			w.Click("Rest evenly")
			amounts := `[...document.querySelectorAll('.part .amount-in')].map(e => e.value).join(' ')`
			w.Until("equal amounts", amounts+` === '33.34 33.33 33.33'`)
			w.See("Nothing left to assign")
			w.ShootColours("rest-evenly")
			w.Eval(`(e => { e.focus(); e.select() })(document.getElementById('row-amount'))`)
			w.Keys("200")
			w.See("€100.00 left to assign")
			w.Click("Rest by share")
			w.Until("amounts by share", amounts+` === '66.68 66.66 66.66'`)
			w.See("Nothing left to assign")
		})
	}
}
