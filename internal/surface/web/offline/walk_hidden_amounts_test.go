package offline_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestAmountsAreHiddenWithoutAConnection hides amounts on a page of the server and shows them again on the page without
// a connection, which has the theme of the browser too.
func TestAmountsAreHiddenWithoutAConnection(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	w.openBudgetPage("")
	w.Eval(`document.querySelector('.theme [name=theme][value=dark]').form.requestSubmit(document.querySelector('.theme [name=theme][value=dark]'))`)
	w.Until("the dark theme", `document.documentElement.dataset.theme === 'dark'`)
	w.Settle()
	w.Press("H", chromedp.ModifierAlt, chromedp.ModifierShift)
	w.See("Amounts are hidden")
	w.Env.Stop()
	w.open("/budgets/" + w.ID)
	const hidden = `[...document.querySelectorAll('.fig')].every(e => getComputedStyle(e).webkitTextFillColor === 'rgba(0, 0, 0, 0)')`
	w.Until("hidden amounts in the dark theme", `document.documentElement.dataset.theme === 'dark' && document.querySelectorAll('.fig').length > 5 && `+hidden)
	browsertest.Shot(t, w.Tab, "offline-hidden-amounts")
	w.Press("H", chromedp.ModifierAlt, chromedp.ModifierShift)
	w.Until("amounts that are shown", `!(`+hidden+`)`)
}
