package budget_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/logic/cleanup"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestNotesOpenByClickTouchAndKey: a note opens by click, touch and key, and is not only a tooltip.
func TestNotesOpenByClickTouchAndKey(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		w := openNovember(t, l)
		if _, err := w.Env.App.SetMonthNote(w.Context(), app.Machine(), w.ID, civil.MakeMonth(2026, 11), "The roof is due.\nAsk Anna."); err != nil {
			t.Fatal(err)
		}
		w.Open("/budgets/" + w.ID + "?month=2026-11")
		w.Click("Note of November 2026")
		w.See("The roof is due. Ask Anna.")
		browsertest.Shot(t, w.Tab, "note-"+l.Name)
		walk.Check(t, w.Tab, "a note")
		w.Keys(kb.Escape)
		w.WaitGone("The roof is due.")
		w.Eval(`document.querySelector('.month-head .note-mark').focus()`)
		w.Keys(kb.Enter)
		w.See("The roof is due.")
	}
}

// TestTheRolloverArrowDoesNotCoverTheBalance: on phones the arrow covered the last digit of a balance that rolls over.
func TestTheRolloverArrowDoesNotCoverTheBalance(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		w := openNovember(t, l)
		if _, _, err := w.Env.App.ApplyCleanUp(w.Context(), app.Machine(), w.ID, cleanup.CardDebt, cleanup.Choices{}); err != nil {
			t.Fatal(err)
		}
		w.Open("/budgets/" + w.ID + "?month=2026-11&show=1")
		w.Until("the arrow stands", `document.querySelector('.rolls') !== null`)
		apart := w.Eval(`[...document.querySelectorAll('.rolls')].every((arrow) => {
			const figure = document.createRange()
			figure.selectNodeContents([...arrow.parentElement.childNodes].find((n) => /[0-9]/.test(n.textContent)))
			const at = arrow.querySelector('svg').getBoundingClientRect(), of = figure.getBoundingClientRect(), cell = arrow.closest('td').getBoundingClientRect()
			return of.width > 0 && (at.left >= of.right || at.right <= of.left || at.top >= of.bottom - 4) && at.right <= cell.right - 4 && at.left >= cell.left
		})`)
		if apart != "true" {
			t.Errorf("%s: the arrow covers its balance or the border", l.Name)
		}
		walk.Check(t, w.Tab, "a balance that is rolled over")
	}
}

// TestTheNumberOfMonthsIsStored: the number of months that the user chose is stored; the default is as many as fit.
func TestTheNumberOfMonthsIsStored(t *testing.T) {
	t.Parallel()
	w := openNovember(t, walk.WideLight)
	months := func(n string) {
		w.Until(n+" months", `document.querySelectorAll('#budget .summary').length === `+n)
	}
	for _, n := range []string{"1", "4"} {
		w.Eval(`document.querySelector('.picker').click()`)
		w.Click(n)
		months(n)
		w.Open("/budgets/" + w.ID + "?month=2026-11")
		months(n)
		walk.Check(t, w.Tab, n+" months")
	}
	w.Eval(`document.querySelector('.picker').click()`)
	w.Click("As many as fit")
	w.Until("as many as fit", `document.querySelectorAll('#budget .summary').length === Number(document.querySelector('#budget').dataset.months) && !document.querySelector('#budget').dataset.chosen`)
}
