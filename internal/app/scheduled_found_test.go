package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// addPayments enters a payment by each of the months before march.
func (h *testBudget) addPayments(t *testing.T, payee string, amount money.Milli, months ...int) {
	t.Helper()
	for _, monthsAgo := range months {
		done, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: march.AddMonths(-monthsAgo), Amount: amount, PayeeName: payee})
		h.must(t, done, err)
	}
}

// suggestions returns the names of suggestions and of dismissed ones.
func (h *testBudget) suggestions(t *testing.T, today civil.Date) (found []schedules.Found, dismissed []schedules.Dismissed) {
	t.Helper()
	l, err := h.a.Scheduled(t.Context(), Machine(), h.id, today)
	if err != nil {
		t.Fatal(err)
	}
	return l.Found, l.Dismissed
}

// A dismissed suggestion stays away, also after another occurrence, for all users and in a copy; it is offered again
// when restored, after an undo, and with another amount or interval.
func TestDismissedSuggestionStaysHidden(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.addPayments(t, "Stream", -9990, 4, 3, 2, 1)
	h.addPayments(t, "Gym", -30_000, 3, 2, 1)
	found, _ := h.suggestions(t, march)
	if len(found) != 2 {
		t.Fatalf("suggestions: %+v, want 2", found)
	}
	stream := found[0]
	if stream.Name != "Stream" {
		stream = found[1]
	}
	only := func(what, name string, many int) {
		t.Helper()
		found, dismissed := h.suggestions(t, march.AddDays(10))
		if len(found) != 1 || found[0].Name != name || len(dismissed) != many {
			t.Errorf("%s: suggested %+v, dismissed %+v; want %s suggested, %d dismissed", what, found, dismissed, name, many)
		}
	}
	done, err := h.a.DismissRecurring(ctx, me, h.id, stream.Row, stream.Every)
	h.must(t, done, err)
	if done.Label != "Dismissed the suggestion Stream" {
		t.Error(done.Label)
	}
	if again, err := h.a.DismissRecurring(ctx, me, h.id, stream.Row, stream.Every); apperr.KindOf(err) != apperr.Conflict || again.Change != 0 {
		t.Errorf("dismissed twice: %+v, error %v, want a conflict", again, err)
	}
	h.addPayments(t, "Stream", -10_990, 0)
	only("with a tenth more", "Gym", 1)

	undo := func() {
		t.Helper()
		done, err := h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
	}
	undo()
	undo()
	if found, dismissed := h.suggestions(t, march); len(found) != 2 || dismissed != nil {
		t.Errorf("after the undo: suggested %+v, dismissed %+v", found, dismissed)
	}
	done, err = h.a.Redo(ctx, me, h.id, 0)
	h.must(t, done, err)
	only("redone", "Gym", 1)

	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := h.a.Scheduled(ctx, me, copied.ID, march); err != nil || len(l.Found) != 1 || len(l.Dismissed) != 1 {
		t.Errorf("duplicate: suggested %+v, want one (error %v)", l.Found, err)
	}

	// Half as much again, three times: another pattern.
	h.addPayments(t, "Stream", -15_000, 0, -1, -2)
	if found, _ := h.suggestions(t, march.AddMonths(2)); len(found) != 1 || found[0].Name != "Stream" || found[0].Amount != -15_000 {
		t.Errorf("after a higher amount: suggested %+v", found)
	}
	// Every week in place of every month.
	for week := range 5 {
		done, _, err := h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Date: march.AddMonths(3).AddDays(7 * week), Amount: -9990, PayeeName: "Stream"})
		h.must(t, done, err)
	}
	if found, _ := h.suggestions(t, march.AddMonths(3).AddDays(30)); len(found) != 1 || found[0].Every != "weekly" {
		t.Errorf("after a shorter interval: suggested %+v", found)
	}

	_, dismissed := h.suggestions(t, march)
	done, err = h.a.OfferRecurring(ctx, me, h.id, dismissed[0].ID)
	h.must(t, done, err)
	if found, dismissed := h.suggestions(t, march); len(found) != 2 || dismissed != nil {
		t.Errorf("after it was restored: suggested %+v, dismissed %+v", found, dismissed)
	}
	if _, err := h.a.OfferRecurring(ctx, me, h.id, dismissed[0].ID); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
	if _, err := h.a.DismissRecurring(ctx, me, h.id, "moon", "monthly"); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
	for _, every := range []schedules.Frequency{"", "everyFullMoon"} {
		if _, err := h.a.DismissRecurring(ctx, me, h.id, stream.Row, every); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("dismiss with the interval %q: error %v, want it invalid", every, err)
		}
	}
}
