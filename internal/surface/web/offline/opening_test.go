package offline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestOpeningOffline opens the budget with a warm cache, and again without a server: the page that the service worker stores
// shows it in less than a second, or in less than twice the time of the server's page on a machine that is busy.
func TestOpeningOffline(t *testing.T) {
	p := newPhones(t, 1)[0]
	const times = 9
	open := func() time.Duration {
		p.Do(chromedp.Navigate("about:blank"))
		begin := time.Now()
		p.Do(chromedp.Navigate(p.Env.Server.URL + "/budgets/" + p.ID))
		p.Until("the budget", `!!document.body && document.body.innerText.includes('To Budget')`)
		return time.Since(begin)
	}
	median := func() time.Duration {
		open()
		var all []time.Duration
		for range times {
			all = append(all, open())
		}
		slices.Sort(all)
		return all[times/2]
	}
	online := median()
	p.Env.Stop()
	offline := median()
	t.Logf("online %v, offline %v, ratio %.2f", online, offline, offline.Seconds()/online.Seconds())
	if offline > time.Second && offline > 2*online {
		t.Errorf("the budget opens offline in %v, online in %v", offline, online)
	}
}
