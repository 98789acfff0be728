package offline_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// TestTwoHundredChangesWaitAndAreSentInOrder enters 200 changes without a connection. They survive a closed tab and a new service
// worker, as after an upgrade of the server, and are saved once and in their order.
func TestTwoHundredChangesWaitAndAreSentInOrder(t *testing.T) {
	t.Parallel()
	p := newPhones(t, 1)[0]
	p.usePicture()
	p.Env.Stop()
	const count = 200
	for i := range count {
		what := []string{"add", "move", "add", "approve"}[i%4]
		p.call(nil, fmt.Sprintf(`phone.%s(id, %d, %d)`, what, i, i))
	}
	entered := p.state().Waiting
	if len(entered) < count*3/4 { // an approval of the same transaction is a second entry
		t.Fatalf("%d entries wait", len(entered))
	}
	p.page = "/waiting"
	p.Do(chromedp.Navigate("about:blank"))
	p.start() // the server is not running
	if got := p.state().Waiting; !slices.EqualFunc(got, entered, func(a, b waitingEntry) bool { return a.Key == b.Key && a.Seq == b.Seq }) {
		t.Fatalf("after the tab was closed %d of %d entries wait", len(got), len(entered))
	}
	p.line.upgrades.Add(1)
	p.Eval(`(window.before = true, navigator.serviceWorker.addEventListener('controllerchange', () => { window.upgraded = true }))`)
	p.Env.Restart(t)
	p.Eval(`window.dispatchEvent(new Event('online'))`)                    // the page asks for a newer version
	p.Until("the new service worker", `window.upgraded || !window.before`) // the page may load itself again
	p.start()
	for len(p.state().Waiting) > 0 {
		p.send()
		for _, e := range p.state().Waiting {
			if e.Fault != nil {
				t.Fatalf("refused: %v", e)
			}
		}
	}
	journal, last := p.journal(), int64(0)
	for _, e := range entered {
		changes := journal[e.Key]
		if e.What == "approve-row" && len(changes) == 0 {
			continue // it was approved already
		}
		if len(changes) != 1 || changes[0] <= last {
			t.Fatalf("%v: changes %v after %d", e, changes, last)
		}
		last = changes[0]
	}
	p.CheckConserved()
}

// TestTwoPhonesOffline enters changes on two phones without a connection: all additions of both are saved, and of two edits of one
// transaction the second is a conflict, in which the user keeps the other's version or replaces it.
func TestTwoPhonesOffline(t *testing.T) {
	t.Parallel()
	phones := newPhones(t, 2)
	first, second := phones[0], phones[1]
	_, row, err := first.Env.App.AddRow(t.Context(), app.Machine(), first.ID, rows.Entry{Account: first.FirstAccount(), Date: today(), Amount: -1_000, PayeeName: "Both", Cleared: "uncleared"})
	testkit.NoError(t, err)
	for _, p := range phones {
		p.call(nil, `outbox.sync(id)`)
	}
	first.Env.Stop()
	edit := func(p *phone, amount string) {
		p.call(nil, fmt.Sprintf(`phone.change(id, %q, %q)`, row, amount))
	}
	for i := range 20 {
		for at, p := range phones {
			p.call(nil, fmt.Sprintf(`phone.add(id, %d, 0)`, 100*i+at))
		}
	}
	edit(first, "11")
	edit(second, "22")
	first.Env.Restart(t)
	var entered []waitingEntry
	for _, p := range phones {
		entered = append(entered, p.state().Waiting...)
	}
	first.call(nil, `outbox.send()`)
	second.call(nil, `outbox.send()`)
	if left := first.state().Waiting; len(left) > 0 {
		t.Errorf("the first phone still has %v", left)
	}
	left := second.state().Waiting
	if len(left) != 1 || left[0].Fault == nil || left[0].Fault.Code != string(app.ChangedMeanwhile) {
		t.Fatalf("the second phone has %v, want the conflict", left)
	}
	second.call(nil, fmt.Sprintf(`outbox.overwrite(%d)`, left[0].Seq))
	second.send()
	if left := second.state().Waiting; len(left) > 0 {
		t.Errorf("after the answer %v waits", left)
	}
	journal := first.journal()
	for _, e := range entered {
		if len(journal[e.Key]) != 1 {
			t.Errorf("%v is in the journal %d times", e, len(journal[e.Key]))
		}
	}
	var amounts []money.Milli
	testkit.NoError(t, first.Env.App.Transactions(t.Context(), app.Machine(), first.ID, rows.Filter{}, func(r rows.Row) error {
		if r.ID == row {
			amounts = append(amounts, r.Amount)
		}
		return nil
	}))
	if want := []money.Milli{-22_000}; !slices.Equal(amounts, want) {
		t.Errorf("the transaction has the amount %v, want %v", amounts, want)
	}
	first.CheckConserved()
}
