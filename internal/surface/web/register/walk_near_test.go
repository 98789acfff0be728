package register_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// requestLog records the requests to a server: addresses and bodies.
type requestLog struct {
	sync.Mutex
	all []string
}

// listening returns the pages behind a server that records requests.
func (s *requestLog) listening(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
	pages := webtest.Pages(a, log, as)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.Lock()
		s.all = append(s.all, fmt.Sprint(r.Method, " ", r.URL, " ", r.Header, " ", string(body)))
		s.Unlock()
		pages.ServeHTTP(w, r)
	})
}

// with returns the requests that contain a text.
func (s *requestLog) with(text string) (found []string) {
	s.Lock()
	defer s.Unlock()
	for _, one := range s.all {
		if strings.Contains(one, text) {
			found = append(found, one)
		}
	}
	return found
}

// nearWalk opens the pages at the position of a market, on a device that offers nearby payees: Fish is 30 metres
// away, Baker 150, Far 900.
func nearWalk(t *testing.T, l walk.Look) (*touchWalker, *requestLog) {
	t.Helper()
	server := &requestLog{}
	w := &touchWalker{RowWalker: walk.NewRowWalker(t, server.listening, l)}
	for payee, metres := range map[string]float64{"Fish": 30, "Baker": 150, "Far": 900} {
		addRowNorthOfMarket(t, w.Env, w.ID, payee, metres)
	}
	w.Open("/budgets/" + w.ID)
	w.Eval(`fetch('/settings/near', {method: 'POST', body: new URLSearchParams({near: '1'}), redirect: 'manual'})`)
	w.Settle()
	browsertest.SetPosition(t, w.Tab, market.Latitude, market.Longitude, 20)
	return w, server
}

const (
	roomSays = `(document.querySelector('.near-here:not([hidden])')?.innerText ?? 'no room').replace(/\s+/g, ' ')`
	nearSays = `[...document.querySelectorAll('#row-options [aria-label="Near here"] [role=option]')].map(o => o.innerText.replace(/\s+/g, ' ')).join(', ')`
	marked   = `(document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText ?? 'none').replace(/\s+/g, ' ')`
)

// is waits until an expression equals a text.
func (w *touchWalker) is(what, expression, want string) {
	w.Helper()
	w.Until(what+" is "+want, expression+" === "+walk.Quoted(want))
}

// TestPayeesNearbyByTouch chooses a payee nearby with one tap, and stores the place of a new payee together with its
// transaction; no other request contains the position.
func TestPayeesNearbyByTouch(t *testing.T) {
	t.Parallel()
	for _, l := range phones {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w, server := nearWalk(t, l)
			w.taps = 0
			w.tap(".bar-add")
			w.Until("the keypad", `!!document.querySelector('#keypad')`)
			w.is("the room", roomSays, "Near here Fish 30 m Baker 150 m")
			w.saveInSight("with payees near here")
			w.digits("1, 2")
			w.ShootRows("near-" + l.Name)
			w.tap(".near-here button")
			w.is("the payee", `document.getElementById('row-payee').value`, "Fish")
			w.saveInSight("with the payee")
			w.tap("[data-save]")
			w.See("Added")
			if w.taps > 3 {
				t.Errorf("the transaction took %d taps", w.taps)
			}
			if rows, places := w.Rows("Fish"), placesOf(t, w.Env, w.ID, "Fish"); len(rows) != 2 || len(places) != 1 {
				t.Errorf("Fish has %d transactions and the places %v", len(rows), places)
			}
			if requests := server.with("52.52"); len(requests) > 0 {
				t.Errorf("the position was sent to the server: %q", requests)
			}

			w.tap(".bar-add")
			w.tap("#keypad .done")
			w.tap(".lately button") // the latest payees are visible as well
			w.is("the room", roomSays, "no room")
			w.Type("amount", "9")
			w.tap("#keypad .done")
			w.tap("#row-payee")
			w.is("the group", nearSays, "Fish 30 m, Baker 150 m")
			w.ShootRows("near-list-" + l.Name)
			w.Type("payee", "Kiosk\t")
			w.Eval(`document.activeElement.blur()`)
			w.tap("[data-save]")
			w.See("and the place of Kiosk")
			if got := strings.Join(placesOf(t, w.Env, w.ID, "Kiosk"), " "); got != "52.5200,13.4050" {
				t.Errorf("the place stored for Kiosk is %q", got)
			}
			if requests := server.with("52.52"); len(requests) != 1 || !strings.HasPrefix(requests[0], "POST /budgets/"+w.ID+"/rows/with-receipt map[") {
				t.Errorf("the position was sent to the server by %q", requests)
			}
			w.Keys("z", chromedp.ModifierCtrl)
			w.See("Undone: Added the transaction")
			if len(w.Rows("Kiosk")) > 0 || w.Env.PayeeIDs(t, w.ID)["Kiosk"] != "" {
				t.Error("the undo left the place or the transaction")
			}
			w.CheckConserved()
		})
	}
}

// TestPayeesNearbyByKeyboard lists payees nearby first and chooses one with arrow keys; typing filters the list as
// usual.
func TestPayeesNearbyByKeyboard(t *testing.T) {
	t.Parallel()
	w, server := nearWalk(t, walk.Sizes[0])
	w.OpenAccount("Checking")
	w.TabToWords("Add transaction")
	w.Keys(kb.Enter)
	w.Until("the form", `document.activeElement.id === 'row-date'`)
	w.Keys("\t")
	w.Until("the payee", `document.activeElement.id === 'row-payee'`)
	w.Keys(kb.ArrowDown)
	w.is("the group", nearSays, "Fish 30 m, Baker 150 m")
	w.is("the first group", `document.querySelector('#row-options [role=group]').getAttribute('aria-label')`, "Near here")
	w.is("what is marked", marked, "Fish 30 m")
	w.ShootRows("near-wide")
	w.Keys("Ba")
	w.is("the group while something is typed", nearSays, "")
	w.Keys(kb.Backspace + kb.Backspace)
	w.is("the group again", nearSays, "Fish 30 m, Baker 150 m")
	w.Keys(kb.ArrowDown)
	w.is("what is marked", marked, "Fish 30 m")
	w.Keys(kb.ArrowDown)
	w.is("what is marked", marked, "Baker 150 m")
	w.Keys(kb.Enter)
	w.is("the payee", `document.getElementById('row-payee').value`, "Baker")
	w.Type("amount", "3")
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Added")
	w.WaitClosed()
	// Baker is 150 metres away: this is a second place of it.
	if got := strings.Join(placesOf(t, w.Env, w.ID, "Baker"), " "); got != "52.5200,13.4050 52.5214,13.4050" {
		t.Errorf("the place stored for Baker is %q", got)
	}
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Added the transaction")

	// The next transaction's form contains the place stored with the previous one.
	w.Click("Add transaction")
	w.Until("the form", `document.activeElement.id === 'row-date'`)
	w.Type("payee", "Stall\t")
	w.Type("amount", "5")
	w.Keys(kb.Enter)
	w.See("and the place of Stall")
	w.Until("the next form", `document.activeElement.id === 'row-date' && document.getElementById('row-payee').value === ''`)
	w.Type("payee", "")
	w.Keys(kb.ArrowDown)
	w.is("the group", nearSays, "Stall 10 m, Fish 30 m, Baker 150 m")
	w.Keys(kb.Escape + kb.Escape)
	w.WaitClosed()

	// A transaction of another day, or to another account, does not store a place.
	for _, c := range []struct{ date, payee string }{{"2026-11-20", "Yesterday's"}, {"", "Transfer : Savings"}} {
		before := len(server.with("52.52"))
		w.Click("Add transaction")
		w.Until("the form", `document.activeElement.id === 'row-date'`)
		if c.date != "" {
			w.Type("date", c.date)
		}
		w.Type("payee", c.payee+"\t")
		w.Type("amount", "4")
		w.Keys(kb.Enter, chromedp.ModifierCtrl)
		w.See("Added")
		w.WaitClosed()
		if len(server.with("52.52")) != before {
			t.Errorf("the position of %s was sent to the server", c.payee)
		}
	}
	w.CheckConserved()
}

// late delays the device's position.
const late = `Geolocation.prototype.getCurrentPosition = function (found, failed) { window.found = found; window.failed = failed }`

// corners returns the positions of touchable elements.
const corners = `[...document.querySelectorAll('.lately button, #row-options [data-text], [data-save], .row-fields-form input, .row-fields-form select')].filter(e => e.checkVisibility() && !e.closest('[aria-label="Near here"]'))
	.map(e => (b => e.innerText + [b.left, b.top, b.width, b.height].map(Math.round))(e.getBoundingClientRect())).join(' ')`

// TestTheFormIsUsableBeforeThePositionArrives: the form is usable at once, nothing moves when the position arrives, and
// a transaction saved before has no place.
func TestTheFormIsUsableBeforeThePositionArrives(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{phones[0], walk.WideLight} {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w, _ := nearWalk(t, l)
			open := func() {
				w.Helper()
				w.OpenAccount("Checking")
				w.Eval(late)
				if l.Phone {
					w.tap(".bar-add")
					w.is("the room", roomSays, "Looking for payees near here…")
				} else {
					w.Click("Add transaction")
				}
				w.Until("that it is asked", `!!window.found`)
			}
			script := fmt.Sprintf(`found({coords: {latitude: %f, longitude: %f, accuracy: 9}, timestamp: Date.now()})`, market.Latitude, market.Longitude)
			checkUnchanged := func(when, before string) {
				w.Helper()
				w.Settle()
				if after := w.Eval(corners); after != before || len(before) < 100 {
					t.Errorf("%s: %s\nbecame %s", when, before, after)
				}
			}

			open()
			if l.Phone {
				before := w.Eval(corners)
				w.Eval(script)
				w.is("the room", roomSays, "Near here Fish 30 m Baker 150 m")
				checkUnchanged("the form", before)
			}

			open()
			w.Eval(`document.activeElement.blur()`)
			w.Until("no keypad", `!document.querySelector('#keypad')`)
			w.Eval(`document.getElementById('row-payee').focus()`)
			w.Keys(kb.ArrowDown + kb.ArrowDown)
			w.is("the group", nearSays, "Looking for payees near here…")
			w.ShootRows("near-looking-" + l.Name)
			chosen, before := w.Eval(marked), w.Eval(corners)
			w.Eval(script)
			w.is("the group", nearSays, "Fish 30 m")
			checkUnchanged("the list", before)
			w.is("what is marked", marked, chosen)
			w.Keys(kb.Enter)
			w.is("the payee", `document.getElementById('row-payee').value`, chosen)
			w.Keys(kb.ArrowDown + kb.Escape)
			w.Type("payee", "")
			w.Keys(kb.ArrowDown)
			w.is("the group, opened again", nearSays, "Fish 30 m, Baker 150 m")

			open()
			w.Type("payee", "Quick\t")
			w.Type("amount", "2")
			w.Keys(kb.Enter, chromedp.ModifierCtrl)
			w.See("Added")
			if got := placesOf(t, w.Env, w.ID, "Quick"); len(got) > 0 {
				t.Errorf("the place stored for Quick is %v", got)
			}
		})
	}
}

// TestAnUnavailablePositionIsExplained: if the user denies access to the position, the page does not change. If the
// position is unavailable, the reserved space contains a message.
func TestAnUnavailablePositionIsExplained(t *testing.T) {
	t.Parallel()
	w, server := nearWalk(t, phones[0])
	for _, c := range []struct {
		name, room string
		happens    func()
	}{
		{"Refused", "no room", func() { browsertest.DenyPosition(t, w.Tab) }},
		{"Lost", "Your position is not known", func() { browsertest.LosePosition(t, w.Tab) }},
		{"Vague", "No known payees near here", func() { browsertest.SetPosition(t, w.Tab, market.Latitude, market.Longitude, 3000) }},
	} {
		c.happens()
		w.Open("/budgets/" + w.ID)
		w.tap(".bar-add")
		w.Until("the keypad", `!!document.querySelector('#keypad')`)
		w.is("the room", roomSays, c.room)
		w.digits("5")
		w.saveInSight(c.name)
		w.ShootRows("near-" + c.name)
		w.tap("#keypad .done")
		w.tap("#row-payee")
		w.Until("the list", `document.querySelectorAll('#row-options [role=option]').length > 3`)
		w.is("the group", nearSays, "")
		w.Type("payee", c.name+"\t")
		w.Eval(`document.activeElement.blur()`)
		w.tap("[data-save]")
		w.See("Added")
		if got := placesOf(t, w.Env, w.ID, c.name); len(got) > 0 {
			t.Errorf("%s: the stored place is %v", c.name, got)
		}
	}
	if requests := server.with("52.52"); len(requests) > 0 {
		t.Errorf("the position was sent to the server: %q", requests)
	}
}
