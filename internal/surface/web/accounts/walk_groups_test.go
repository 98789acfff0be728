package accounts_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// listed waits until the accounts page or the sidebar lists the accounts under their headings: "Everyday: Cash / On budget: …".
func listed(w *walk.Walker, lists, names, want string) {
	w.Helper()
	w.Until(want, `[...document.querySelectorAll('`+lists+`')].map(l => [...l.querySelectorAll('`+names+`')].map(e => e.innerText).join()).join(' / ').startsWith(`+walk.Quoted(want)+`)`)
}

// TestWalkAccountGroups creates, fills, orders, shows and deletes groups of accounts with mouse and keyboard.
func TestWalkAccountGroups(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/accounts")
	w.CheckConserved()
	onPage := func(want string) { w.Helper(); listed(w, ".accounts-table tbody", "th bdi", want) }
	inSidebar := func(want string) { w.Helper(); listed(w, ".sidebar .kind", "bdi", want) }
	onPage("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Mastercard / Brokerage")

	addGroup := func(name string) {
		w.Helper()
		w.Click("New group")
		w.Until("the name to type", `document.activeElement?.name === 'name'`)
		w.Keys(name + kb.Enter)
	}
	addGroup("Everyday")
	w.See("Added the account group Everyday")
	w.UndoRedo("Added the account group Everyday")
	addGroup("EVERYDAY ")
	w.See("there is already an account group")
	w.Fill("Name", "For later, the holidays and a roof over the head of everyone")
	w.Keys(kb.Enter)
	w.See("Added the account group For later")
	onPage("Everyday / For later, the holidays and a roof over the head of everyone / Checking,")
	inSidebar("Checking,")

	w.Click("Menu of Checking")
	w.Click("Move to another group")
	w.Choose("Group", "Everyday")
	w.SubmitOpenForm()
	w.See("Moved the account Checking to the group Everyday")
	onPage("Everyday,Checking / For later")
	inSidebar("Everyday,Checking / Savings,")
	w.See("Other accounts on budget")
	w.UndoRedo("Moved the account Checking to the group Everyday")

	// Into the next group by the keyboard, and by dragging.
	w.Eval(`document.querySelector('[aria-label="Menu of Savings"]').focus()`)
	w.Keys(kb.ArrowUp, chromedp.ModifierAlt)
	w.See("Moved the account Savings to the group For later")
	w.Until("the focus stays", `document.activeElement.ariaLabel === 'Menu of Savings'`)
	dragAccount(w, "Visa Card", "Checking")
	onPage("Everyday,Visa Card,Checking / For later, the holidays and a roof over the head of everyone,Savings / Cash")
	dragAccount(w, "Brokerage", "Savings")
	w.See("Moved the account Brokerage to the group For later")
	inSidebar("Everyday,Visa Card,Checking / For later, the holidays and a roof over the head of everyone,Brokerage,Savings / Cash")
	w.See("off budget")
	w.CheckConserved()

	// Order of the groups.
	w.Eval(`document.querySelector('[aria-label="Menu of the group Everyday"]').focus()`)
	w.Keys(kb.ArrowDown, chromedp.ModifierAlt)
	w.See("Moved the account group Everyday")
	onPage("For later, the holidays and a roof over the head of everyone,Brokerage,Savings / Everyday,Visa Card,Checking / Cash")
	w.Until("the focus stays", `document.activeElement.ariaLabel === 'Menu of the group Everyday'`)
	w.UndoRedo("Moved the account group Everyday")
	w.Click("Menu of the group Everyday")
	w.Click("Move up")
	onPage("Everyday,Visa Card,Checking / For later")
	w.ShootColours("walk-account-groups")
	w.CheckNarrowWidths("the accounts in groups")

	// The register of a group, and its fold in the sidebar, which stays.
	w.ClickAt(walk.CentreOf(`document.querySelectorAll('.sidebar .of-group summary')[1]`), "the fold of the second group")
	w.Until("a folded group", `!document.querySelectorAll('.sidebar .of-group ul')[1].checkVisibility()`)
	w.Until("a stored fold", `fetch(location.href).then(r => r.text()).then(t => window.stored = new DOMParser().parseFromString(t, 'text/html').querySelectorAll('.sidebar .of-group details')[1].open === false) && window.stored === true`)
	w.ClickAt(walk.CentreOf(`document.querySelector('.sidebar .group-line a')`), "Everyday")
	w.Settle()
	w.Until("the group's register", `document.querySelector('h1').innerText === 'Everyday' && location.search === '?account=group%3A' + document.querySelector('.sidebar [data-fold]').dataset.fold`)
	w.See("1,046") // the transactions of Visa Card and Checking
	w.Until("the current group", `document.querySelector('.sidebar [aria-current]').innerText === 'Everyday'`)
	w.Until("the fold stays", `!document.querySelectorAll('.sidebar .of-group ul')[1].checkVisibility()`)
	w.See("2 accounts")
	browsertest.Shot(t, w.Tab, "walk-account-group-register")
	walk.Check(t, w.Tab, "the register of a group")

	// The net worth of each group, and a report of one.
	w.Open("/budgets/" + w.ID + "/reports/net-worth")
	w.Click("Each group")
	w.See("No group")
	w.ShootColours("walk-account-groups-worth")
	w.Click("Filter")
	w.Choose("Account", "All of Everyday")
	w.Until("a filtered report", `location.search.includes('account=group%3A') || document.querySelector('.report-filter button') !== null`)

	// Deleting a group keeps its accounts.
	w.Open("/budgets/" + w.ID + "/accounts")
	w.Click("Menu of the group Everyday")
	w.Click("Rename")
	w.Fill("Name", "Daily")
	w.Keys(kb.Enter)
	w.See("Renamed the account group Everyday to Daily")
	w.UndoRedo("Renamed the account group Everyday to Daily")
	w.Click("Menu of the group Daily")
	w.Click("Delete")
	w.See("Its accounts stay, without a group")
	w.SubmitOpenForm()
	w.See("Deleted the account group Daily")
	onPage("For later, the holidays and a roof over the head of everyone,Brokerage,Savings / ")
	w.UndoRedo("Deleted the account group Daily")

	// A new account begins in a group.
	w.Click("Add account")
	w.Click("Asset")
	w.ShootColours("walk-account-new-group")
	w.CheckNarrowWidths("the form of a new account with groups")
	w.Choose("Group", "For later, the holidays and a roof over the head of everyone")
	w.Fill("Name", "Shed")
	w.Keys(kb.Enter)
	w.See("Added the account Shed")
	w.UndoRedo("Added the account Shed")
	w.Open("/budgets/" + w.ID + "/accounts")
	onPage("For later, the holidays and a roof over the head of everyone,Brokerage,Savings,Shed / ")
	w.CheckConserved()
}

// TestWalkAccountGroupsPhone uses groups of accounts on a phone.
func TestWalkAccountGroupsPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.PhoneDark)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID)
	w.Click("Accounts")
	w.Click("New group")
	w.Until("the name to type", `document.activeElement?.name === 'name'`)
	w.Keys("Everyday spending of the household" + kb.Enter)
	w.See("Added the account group")
	for _, name := range []string{"Checking", "Brokerage"} {
		w.Click("Menu of " + name)
		w.Click("Move to another group")
		w.SubmitOpenForm()
		w.See("Moved the account " + name + " to the group")
	}
	w.ShootColours("walk-account-groups")
	w.Click("Everyday spending of the household")
	w.See("2 accounts")
	browsertest.Shot(t, w.Tab, "walk-account-group-register-phone")
	walk.Check(t, w.Tab, "the register of a group on a phone")
	w.Open("/budgets/" + w.ID + "/accounts/new?type=cash")
	w.ShootColours("walk-account-new-group")
	w.Choose("Group", "Everyday spending of the household")
	w.Fill("Name", "Purse")
	w.Keys(kb.Enter)
	w.See("Added the account Purse")
	w.CheckConserved()
}

// Without scripts, menus are pages with the same forms.
func TestAccountGroupsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b, home := walk.NewPlain(t, world), "/budgets/"+id
	menu := func(kind, about string) {
		t.Helper()
		b.Open(home + "/menu?" + url.Values{kind: {about}, "back": {home + "/accounts"}}.Encode())
	}
	b.Open(home + "/accounts/new?type=cash")
	if strings.Contains(b.Page, `name="group"`) {
		t.Error("the form of a new account asks for a group in a budget without groups")
	}
	menu("new-account-group", "1")
	b.Send("/do/new-account-group", "Add group", url.Values{"name": {"<i>Everyday</i> & more"}})
	b.Sees("Added the account group <i>Everyday</i> & more")
	f, err := world.App.Frame(t.Context(), app.Machine(), id)
	if err != nil || len(f.AccountGroups) != 1 {
		t.Fatalf("groups %+v, error %v", f.AccountGroups, err)
	}
	b.Open(home + "/accounts/new?type=cash")
	if status := b.Send("/accounts", "Add the account", url.Values{"name": {"Tin"}, "group": {"gone"}}); status != http.StatusNotFound || !strings.Contains(b.Page, `value="Tin"`) {
		t.Errorf("a new account in a missing group: %d, want the form again with 404", status)
	}
	b.Send("/accounts", "Add the account", url.Values{"group": {f.AccountGroups[0].ID}})
	b.Sees("Added the account Tin")
	menu("account", f.Accounts[0].ID)
	b.Send("/do/group-account", "Move", url.Values{"group": {f.AccountGroups[0].ID}})
	b.Sees("Moved the account " + f.Accounts[0].Name + " to the group")
	b.Open(home + "/accounts/all/filter")
	b.Sees("All of <i>Everyday</i> & more")
	menu("account-group", f.AccountGroups[0].ID)
	b.Send("/do/delete-account-group", "Delete", nil)
	b.Sees("Deleted the account group")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Deleted the account group")
}
