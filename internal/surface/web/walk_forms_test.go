package web_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// formWalk is a walk with one form in a browser in which Anna is signed in.
type formWalk struct {
	walk.RowWalker
	lost atomic.Bool // POST requests are handled, but their responses are lost
	// With refuses, the connection of each POST request except signing in is closed unanswered; the values of its form are
	// sent to posts. With refusesNext, refuses becomes true once the user signs in.
	refuses, refusesNext atomic.Bool
	posts                chan []string
	n                    int // of the values typed last
}

// typedForm is a form under test. The methods use the values of the number n.
type typedForm struct {
	open   func(n int) // shows the form and types into it
	send   func()
	kept   func(n int) // fails unless the typed values are shown
	again  func()      // sends the form again, after a failure
	saved  func(n int) // waits until the values are stored once
	others func(n int) // changes the same thing in another way
	says   string      // the message about it
	differ func()      // makes the values acceptable, if sending them again is not enough
	waits  bool        // without a response it is stored on the device and sent later
}

func newFormWalk(t *testing.T) *formWalk {
	t.Helper()
	walk.RequireAssets(t)
	web.SetBeat(t, time.Hour)
	f := &formWalk{}
	pages := func(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
		next := webtest.Pages(a, log, as)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if f.lost.Load() && r.Method == http.MethodPost {
				next.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler) // closes the connection
			}
			if r.URL.Path == "/sign-in" && f.refusesNext.Swap(false) {
				f.refuses.Store(true)
			} else if f.refuses.Load() && r.Method == http.MethodPost && r.URL.Path != "/sign-in" {
				f.posts <- valuesOf(r)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	}
	world := walk.NewEnvWithSignIn(t, pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	f.RowWalker = walk.RowWalker{Walker: walk.New(t, world, walk.WideLight)}
	f.ID = world.ImportSample(t)
	f.Open("/sign-in?back=/budgets")
	f.Fill("Name", "Anna")
	f.Fill("Password", walk.AnnasPassword)
	f.Keys(kb.Enter)
	f.Until("the budgets", `location.pathname === '/budgets'`)
	f.Settle()
	return f
}

const noAnswer = "Holdover does not respond"

// survives walks through everything that can happen to a form between typing and saving.
func (f *formWalk) survives(form typedForm) {
	anna := app.Actor{User: 1, Name: "Anna", Scope: "full"}
	step := func(name string, happens func(n int)) {
		f.n++
		f.Log(name)
		form.open(f.n)
		happens(f.n)
		form.saved(f.n)
		f.Settle()
	}
	step("the network is cut", func(n int) {
		browsertest.SetOffline(f.T, f.Tab, true)
		f.unanswered(form, n, func() { browsertest.SetOffline(f.T, f.Tab, false) })
	})
	step("the server restarts", func(n int) {
		f.Env.Stop()
		f.unanswered(form, n, func() { f.Env.Restart(f) })
	})
	step("the response is lost", func(n int) {
		f.lost.Store(true)
		f.unanswered(form, n, func() { f.lost.Store(false) })
	})
	step("the session ends", func(n int) {
		testkit.NoError(f, endAll(f.T, f.Env.App, anna))
		form.send()
		f.See("You are signed out")
		f.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
		f.WaitGone("You are signed out")
	})
	step("the tab is closed", func(n int) {
		f.Do(chromedp.Navigate("about:blank"))
		form.open(0)
		f.See("Restored what you typed on ")
		form.kept(n)
		if secret := f.Eval(`JSON.stringify(localStorage)`); strings.Contains(secret, walk.BensPassword) {
			f.Error("the browser keeps a password: ", secret)
		}
		f.Eval(`String([...document.querySelectorAll('*')].filter(e => e.scrollTop > 0).forEach(e => e.scrollTo(0, 0)))`) // a sticky heading may cover a button in part
		browsertest.Shot(f, f.Tab, f.Name()+"-restored")
		walk.Check(f.T, f.Tab, "restored")
		form.send()
	})
	step("another person saves first", func(n int) {
		form.others(n)
		form.send()
		f.See(form.says)
		form.kept(n)
		if form.differ != nil {
			form.differ()
		}
		form.send()
	})
	if left := f.Eval(`Object.keys(localStorage).filter(k => k.startsWith('holdover-draft')).join()`); left != "" {
		f.Error("drafts of saved forms are left: ", left)
	}
}

// unanswered sends a form that gets no response. Then it works again: the form is sent once more, by the user or, if it waits
// on this device, by the page.
func (f *formWalk) unanswered(form typedForm, n int, works func()) {
	f.Helper()
	form.send()
	if form.waits {
		f.isSentLater(works)
		return
	}
	f.See(noAnswer)
	works()
	form.kept(n)
	browsertest.Shot(f, f.Tab, f.Name()+"-not-sent")
	walk.Check(f.T, f.Tab, "not sent")
	form.again()
}

func (f *formWalk) isSentLater(works func()) {
	f.Helper()
	f.See("Saved on this device. It is sent when you are connected.")
	f.See("1 waiting")
	works()
	f.Eval(`window.dispatchEvent(new Event('online'))`) // the browser knows only that it has a network
	f.WaitGone("1 waiting")
}

// TestFormsOfTransactionsKeepTheirText: a transaction's form lost its text when the connection was lost and when its tab
// was closed, and entered the transaction twice when the response was lost.
func TestFormsOfTransactionsKeepTheirText(t *testing.T) {
	f := newFormWalk(t)
	payee := func(n int) string { return fmt.Sprintf("Typed %d", n) }
	f.survives(typedForm{
		open: func(n int) {
			f.OpenAccount("Checking")
			f.Click("Add transaction")
			f.Until("the form", `!!document.querySelector('.row-fields-form')`)
			if n == 0 {
				return
			}
			f.Type("payee", payee(n))
			f.Type("notes", "with words")
			f.Type("amount", "12.50")
		},
		send: func() { f.press(`.row-fields-form #row-save`) },
		kept: func(n int) {
			if got := f.Value("payee") + "; " + f.Value("notes") + "; " + f.Value("amount"); got != payee(n)+"; with words; 12.50" {
				f.Errorf("what was typed became %q", got)
			}
		},
		waits: true,
		saved: func(n int) {
			f.WaitClosed()
			if got := f.Rows(payee(n)); len(got) != 1 || got[0].Memo != "with words" || got[0].Amount != -12_500 {
				f.Errorf("%d rows: %+v", len(got), got)
			}
		},
		others: func(n int) { // nothing collides with a new transaction: it is discarded, and the walk goes on with an old one
			f.Keys(kb.Escape)
			f.Keys(kb.Escape)
			f.WaitClosed()
			f.AddNewest("other")
			f.OpenAccount("Checking")
			f.Edit("Live")
			f.Type("payee", payee(n))
			f.Type("notes", "with words")
			f.Type("amount", "12.50")
			other := f.OnlyRow("Live")
			_, err := f.Env.App.EditRow(f.Context(), app.Machine(), f.ID, other.ID, rows.Entry{Account: other.AccountID, Date: other.Date, Amount: -7_000, PayeeName: "Live", Cleared: "uncleared"}, "", false)
			testkit.NoError(f, err)
		},
		says: "It now has the amount −€7.00",
	})
}

// TestBudgetedFiguresKeepTheirText: a figure typed on the budget page was lost with the connection or the tab, and a sum
// such as +15 was added twice when the response was lost.
func TestBudgetedFiguresKeepTheirText(t *testing.T) {
	f := newFormWalk(t)
	month := civil.MakeMonth(2026, 11)
	category := f.category("Groceries")
	amount := func(n int) string { return fmt.Sprintf("=%d+%d", 100*n, n) }
	begin := func() {
		f.ClickFigure("Groceries", "budgeted")
		f.Until("the field", `document.activeElement.matches('.sheet .edit')`)
	}
	f.survives(typedForm{
		open: func(n int) {
			f.Open("/budgets/" + f.ID + "?month=2026-11")
			begin()
			if n > 0 {
				f.Do(chromedp.KeyEvent(amount(n)))
			}
		},
		send: func() { f.Keys(kb.Enter) },
		kept: func(n int) {
			begin()
			if got := f.Eval(`document.activeElement.value`); got != amount(n) {
				f.Errorf("what was typed became %q", got)
			}
		},
		waits: true,
		saved: func(n int) { f.CheckFigure("Groceries", "budgeted", fmt.Sprintf("%d.00", 101*n)) },
		others: func(int) {
			testkit.Must(f.Env.App.SetBudgeted(f.Context(), app.Machine(), f.ID, category, month, 7_000))(f)
		},
		says: "Budgeted €7.00 for Groceries in November 2026",
	})
	// A sum is added once.
	f.Open("/budgets/" + f.ID + "?month=2026-11")
	begin()
	f.Do(chromedp.KeyEvent("=50" + kb.Enter))
	f.CheckFigure("Groceries", "budgeted", "50.00")
	begin()
	f.Do(chromedp.KeyEvent("+15"))
	f.lost.Store(true)
	f.Keys(kb.Enter)
	f.isSentLater(func() { f.lost.Store(false) })
	f.CheckFigure("Groceries", "budgeted", "65.00")
}

// TestFormsOfUsersKeepTheirText: the form of a new user, which the browser sent itself, was replaced by the browser's error
// page without a connection, and was lost when the session had ended.
func TestFormsOfUsersKeepTheirText(t *testing.T) {
	f := newFormWalk(t)
	name := func(n int) string { return fmt.Sprintf("Carla %d", n) }
	put := func(id, text string) {
		f.Eval(`document.querySelector('form[action="/settings/users"] #` + id + `').select()`)
		f.Do(chromedp.KeyEvent(text))
	}
	f.survives(typedForm{
		open: func(n int) {
			f.Open("/settings/users")
			if n > 0 {
				put("name", name(n))
			}
			put("password", walk.BensPassword)
		},
		send: func() { f.press(`form[action="/settings/users"] .actions button`) },
		kept: func(n int) {
			if got := f.Eval(`document.querySelector('#name').value`); got != name(n) {
				f.Errorf("what was typed became %q", got)
			}
		},
		again: func() { f.press(`form[action="/settings/users"] .fault button`) },
		saved: func(n int) {
			f.Until("the user", `[...document.querySelectorAll('.person-name bdi')].some(e => e.innerText === `+walk.Quoted(name(n))+`)`)
			f.Settle()
		},
		others: func(n int) {
			testkit.Must(f.Env.App.AddUser(f.Context(), app.Machine(), name(n), walk.BensPassword))(f)
		},
		says: "already",
		differ: func() {
			f.n++
			put("name", name(f.n))
			put("password", walk.BensPassword)
		},
	})
}

// TestRestoredFormsHaveAllParts: the parts of a split and the conditions of a rule are not in a new form, so that their
// text has no place in it until the server adds them. Discard leaves the new form.
func TestRestoredFormsHaveAllParts(t *testing.T) {
	f := newFormWalk(t)
	closeTab := func() { f.Do(chromedp.Navigate("about:blank")) }
	add := func() {
		f.OpenAccount("Checking")
		f.Click("Add transaction")
		f.Until("the form", `!!document.querySelector('.row-fields-form')`)
	}
	add()
	f.Type("payee", "In parts")
	f.Type("amount", "30")
	f.Click("Split")
	f.Until("the parts", `!!document.querySelector('#row-part-2-amount')`)
	f.Type("part-1-amount", "10")
	f.Type("part-2-notes", "the second")
	closeTab()
	add()
	f.See("Restored what you typed on ")
	f.Until("the parts", `document.querySelector('#row-part-1-amount')?.value === '10' && document.querySelector('#row-part-2-notes').value === 'the second'`)
	if got := f.Value("payee") + " " + f.Value("amount"); got != "In parts 30" {
		t.Errorf("what was typed became %q", got)
	}
	f.press(".restored button")
	f.Until("the new form", `!document.querySelector('#row-part-1-amount') && document.querySelector('#row-payee').value === '' && !document.querySelector('.restored')`)
	f.Open("/budgets/" + f.ID + "/rules/new")
	condition := func(n int, text string) {
		f.Eval(fmt.Sprintf(`document.querySelectorAll('.condition .of-text')[%d].select()`, n))
		f.Do(chromedp.KeyEvent(text))
	}
	condition(0, "Alpha")
	f.Click("Add condition")
	f.Until("the condition", `document.querySelectorAll('.condition').length === 2`)
	condition(1, "Beta")
	closeTab()
	f.Open("/budgets/" + f.ID + "/rules/new")
	f.See("Restored what you typed on ")
	f.Until("the conditions", `[...document.querySelectorAll('.condition .of-text')].map(e => e.value).join() === 'Alpha,Beta'`)
	f.Click("Discard")
	f.Until("the new form", `[...document.querySelectorAll('.condition .of-text')].map(e => e.value).join() === ''`)
	if left := f.Eval(`Object.keys(localStorage).filter(k => k.startsWith('holdover-draft')).join()`); left != "" {
		t.Error("discarded drafts are left: ", left)
	}
}

// press clicks an element.
func (f *formWalk) press(selector string) {
	f.Helper()
	f.ClickAt(`(e => e && (e.scrollIntoView({block: 'center'}), (r => [r.left + r.width / 2, r.top + r.height / 2])(e.getBoundingClientRect())))(document.querySelector(`+walk.Quoted(selector)+`))`, selector)
}

// category returns the id of the category with a name.
func (f *formWalk) category(name string) string {
	f.Helper()
	screen := testkit.Must(f.Env.App.Screen(f.Context(), app.Machine(), f.ID))(f)
	for i := range screen.Categories {
		if screen.Categories[i].Name == name {
			return screen.Categories[i].ID
		}
	}
	f.Fatal("no category ", name)
	return ""
}
