package app

import "testing"

// A daily schedule that nobody entered for more than two years counts once for each missed day, today, and once for each day
// to come.
func TestComingOfALongMissedSchedule(t *testing.T) {
	h := newHome(t)
	daily := comes("daily", march.AddDays(-2*MaxDaysAhead), "daily")
	daily.ByItself = false
	h.schedule(t, daily)
	got, err := h.a.ComingReport(t.Context(), Machine(), h.id, march, 30, false)
	if err != nil {
		t.Fatal(err)
	}
	missed := 2*MaxDaysAhead + 1 // today's own with them
	if len(got.Events) != missed+30 || got.Events[len(got.Events)-1].Date != march.AddDays(30) {
		t.Errorf("%d events, the last on %s", len(got.Events), got.Events[len(got.Events)-1].Date)
	}
	for _, acc := range got.Accounts {
		if acc.ID == "bank" && (acc.Days[0].Balance-acc.Now != daily.Amount*1463 || acc.End-acc.Days[0].Balance != daily.Amount*30) {
			t.Errorf("%+v", acc)
		}
	}
}
