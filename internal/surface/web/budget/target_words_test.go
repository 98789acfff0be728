package budget

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

// TestAnOverspentCategorySaysSoBeforeItsTarget describes a target that is funded, and one that needs more.
func TestAnOverspentCategorySaysSoBeforeItsTarget(t *testing.T) {
	t.Parallel()
	november := civil.MakeMonth(2026, 11)
	for _, c := range []struct {
		underFunded    money.Milli
		overspent      bool
		text, barTitle string
		state          TargetState
	}{
		{0, false, "funded", "November 2026: funded", Funded},
		{0, true, "overspent", "November 2026: overspent", Overspent},
		{12_500, false, "12.50 more", "November 2026: 12.50 more", Short},
		{12_500, true, "overspent, 12.50 more", "November 2026: overspent, 12.50 more", Overspent},
	} {
		words := targetWords{Figures: ui.Figures{Format: preview.Dollar}, dates: "DD.MM.YYYY", today: november.First()}
		status := app.Status{Target: &budget.Target{Kind: budget.MonthlyTarget, Amount: 50_000}}
		status.UnderFunded = c.underFunded
		if got := words.of(november, &status, c.overspent); got.Text != c.text || got.State != c.state {
			t.Errorf("%d more, overspent %t: got %+v, want %q and %s", c.underFunded, c.overspent, got, c.text, c.state)
		}
		if got := words.bar(november, &status, c.overspent); got.Title != c.barTitle || got.State != c.state {
			t.Errorf("%d more, overspent %t: got the bar %+v, want %q and %s", c.underFunded, c.overspent, got, c.barTitle, c.state)
		}
	}
}

// TestTargetsWithoutAmountInWords describes each kind. A part of what remains has no bar, because it needs nothing.
func TestTargetsWithoutAmountInWords(t *testing.T) {
	t.Parallel()
	words := targetWords{Figures: ui.Figures{Format: preview.Dollar}, dates: "DD.MM.YYYY"}
	for want, of := range map[string]budget.Target{
		"I want to set aside 12.5 % of the income of the month":                     {Kind: budget.IncomeShare, Share: 1250},
		"I want to set aside 10 % of the income of the month before":                {Kind: budget.IncomeShare, Share: 1000, LastMonth: true},
		"I want a part of what remains when a month is assigned, with the weight 2": {Kind: budget.Remainder, Weight: 2},
		"I need what scheduled transactions take":                                   {Kind: budget.BySchedule},
		"I need what a scheduled transaction takes":                                 {Kind: budget.BySchedule, Schedule: "s"},
	} {
		if got := words.says(&of, civil.MakeMonth(2026, 11)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	rest := app.Status{Target: &budget.Target{Kind: budget.Remainder, Weight: 1}}
	if got := words.text(civil.MakeMonth(2026, 11), &rest); got != "gets a part of what remains" || words.bar(civil.MakeMonth(2026, 11), &rest, false) != nil {
		t.Errorf("a part of what remains: %q", got)
	}
}
