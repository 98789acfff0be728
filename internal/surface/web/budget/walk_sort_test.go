package budget_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/testing/browsertest/walk"
)

// TestWalkSortedCategories sorts the categories of a group by its menu, by keyboard, and undoes it.
func TestWalkSortedCategories(t *testing.T) {
	t.Parallel()
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(look.Name, func(t *testing.T) {
			w := openNovember(t, look)
			const names = `[...document.querySelectorAll('.sheet tr[data-category] .dots')]
				.filter((dots) => [...dots.closest('tbody').querySelectorAll('.dots')].some((one) => one.ariaLabel === 'Menu of Everyday'))
				.map((dots) => dots.ariaLabel.replace('Menu of ', '')).join(', ')`
			before := w.Eval(names)
			w.TabToWords("Menu of Everyday")
			w.Keys(kb.Enter)
			w.TabToWords("Sort categories A–Z")
			w.Keys(kb.Enter)
			w.See("Sorted the categories of Everyday")
			w.Until("the categories are sorted", `(`+names+`) === 'Clothing, Groceries, Haircuts, Household, Pharmacy'`)
			w.Keys("z", chromedp.ModifierCtrl)
			w.Until("the order of before is back", `(`+names+`) === `+walk.Quoted(before))
		})
	}
}
