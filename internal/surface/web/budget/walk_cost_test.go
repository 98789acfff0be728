package budget_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkCostToBeMe sets the expected income by keyboard, and reads what the targets need of it. Without an expected income the
// screen says nothing about it.
func TestWalkCostToBeMe(t *testing.T) {
	t.Parallel()
	for _, look := range walk.Looks {
		t.Run(look.Name, func(t *testing.T) {
			w := novemberOnly(t, look)
			w.WaitGone("Your targets need")
			editor(w, "Groceries")
			w.Click("I need it every month")
			w.Fill("Amount", "1830")
			w.ClickPrimary()
			w.See("Set the target of Groceries")
			w.WaitGone("Your targets need")
			w.TabToWords("Categories menu")
			w.Keys(kb.Enter)
			w.Until("the menu has the focus", `document.activeElement.innerText.startsWith("Toggle Hidden")`)
			w.Keys(kb.ArrowUp)
			w.Keys(kb.Enter)
			w.See("Cost to be me")
			walk.Check(t, w.Tab, "the form of the expected income")
			w.Fill("Income in a month", "3000")
			w.Keys(kb.Enter)
			w.See("Your targets need 2,640.15 of 3,000.00 a month; 359.85 is left.")
			walk.Check(t, w.Tab, "the cost to be me")
			browsertest.Shot(t, w.Tab, "cost-left-"+look.Name)
			w.Click("Change")
			w.Fill("Income in a month", "2500")
			w.ClickPrimary()
			w.See("Your targets need 2,640.15 of 2,500.00 a month; 140.15 is missing.")
			browsertest.Shot(t, w.Tab, "cost-missing-"+look.Name)
			w.Settle()
			w.Keys("z", chromedp.ModifierCtrl)
			w.See("359.85 is left.")
			w.Keys("z", chromedp.ModifierCtrl)
			w.WaitGone("Your targets need")
		})
	}
}
