package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/testing/testkit"
)

// serveWithIDs serves a plan of today with one open account on budget and one ordinary category, which it names.
func serveWithIDs(t *testing.T) (s *served, account, category string) {
	t.Helper()
	s = serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30", "--plain")...)
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range accounts {
		if a.OnBudget && !a.Closed {
			account = a.ID
		}
	}
	for i := range s.doc.Plan.Categories {
		if c := &s.doc.Plan.Categories[i]; !c.Deleted && !c.Internal && !c.Hidden && c.GroupName != "Credit Card Payments" {
			category = c.ID
		}
	}
	return s, account, category
}

type scheduledAnswer struct {
	Data struct {
		Scheduled struct {
			ID, Frequency  string
			FrequencyExact string `json:"frequency_exact"`
			DateNext       string `json:"date_next"`
		} `json:"scheduled_transaction"`
	}
}

// A schedule with any interval that pages offer is returned with one of the source's frequencies, and
// with the exact interval in another member. Sending the response back changes nothing, and an export contains the
// interval.
func TestScheduleWithAnIntervalUnknownToTheSource(t *testing.T) {
	s, account, category := serveWithIDs(t)
	for exact, nearest := range map[string]string{
		"every5Weeks": "monthly", "every2Days": "daily", "every10Days": "weekly", "every3Weeks": "twiceAMonth", "every5Months": "every4Months",
		"every9Months": "twiceAYear", "every3Years": "everyOtherYear", "every999Days": "everyOtherYear", "monthly": "monthly",
	} {
		_, id, err := s.app.AddScheduled(t.Context(), app.Machine(), s.id, schedules.Entry{
			Frequency: exact, Entry: rows.Entry{Account: account, Date: civil.DateOf(time.Now()).AddDays(3), Amount: -5000, Category: category},
		})
		if err != nil {
			t.Fatalf("add a schedule with the interval %s: %v", exact, err)
		}
		var got scheduledAnswer
		s.answered(t, http.MethodGet, "/scheduled_transactions/"+id, "", 200, &got)
		if f := got.Data.Scheduled; f.Frequency != nearest || f.FrequencyExact != exact && exact != nearest || exact == nearest && f.FrequencyExact != "" {
			t.Errorf("interval %s: frequency %q, exactly %q; want %q", exact, f.Frequency, f.FrequencyExact, nearest)
		}
		s.answered(t, http.MethodPut, "/scheduled_transactions/"+id, fmt.Sprintf(`{"scheduled_transaction":{"frequency":%q,"memo":"sent back"}}`, nearest), 200, &got)
		list, err := s.app.Scheduled(t.Context(), app.Machine(), s.id, civil.DateOf(time.Now()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range list.Rows {
			if r := &list.Rows[i]; r.ID == id && r.Frequency != exact {
				t.Errorf("interval %s became %s when it was sent back", exact, r.Frequency)
			}
		}
		var whole struct{ Data struct{ Plan object } }
		s.answered(t, http.MethodGet, "", "", 200, &whole)
		for _, r := range records(whole.Data.Plan["scheduled_transactions"]) {
			if r["id"] == id && r["frequency"] != nearest {
				t.Errorf("interval %s: frequency in the whole plan is %v, want %s", exact, r["frequency"], nearest)
			}
		}
	}
}

// A schedule that a program creates enters automatically, as one that a page creates, and moves on.
func TestScheduleCreatedByAProgramIsEnteredAutomatically(t *testing.T) {
	s, account, category := serveWithIDs(t)
	today := civil.DateOf(time.Now())
	var got scheduledAnswer
	s.answered(t, http.MethodPost, "/scheduled_transactions", fmt.Sprintf(
		`{"scheduled_transaction":{"account_id":%q,"category_id":%q,"date":%q,"amount":-7777,"frequency":"weekly"}}`, account, category, today.AddDays(-2)), 201, &got)
	if _, err := s.app.NewAutoEnter().Enter(t.Context(), today); err != nil {
		t.Fatal(err)
	}
	s.answered(t, http.MethodGet, "/scheduled_transactions/"+got.Data.Scheduled.ID, "", 200, &got)
	if want := today.AddDays(5).String(); got.Data.Scheduled.DateNext != want {
		t.Errorf("it comes next on %s, want %s", got.Data.Scheduled.DateNext, want)
	}
	var list struct {
		Data struct{ Transactions []object }
	}
	s.answered(t, http.MethodGet, "/transactions?since_date="+today.AddDays(-2).String(), "", 200, &list)
	entered := 0
	for _, r := range list.Data.Transactions {
		if r["amount"] == -7777.0 && r["date"] == today.AddDays(-2).String() {
			entered++
		}
	}
	if entered != 1 {
		t.Errorf("schedule was entered %d times, want once", entered)
	}
}

// A program reads and writes the days, weekends and end of a schedule in members of Holdover. A program for the source
// that changes the frequency drops the pattern of days.
func TestDaysOfSchedulesInOwnMembers(t *testing.T) {
	s, account, category := serveWithIDs(t)
	var got struct {
		Data struct {
			Scheduled struct {
				ID        string
				Frequency string
				Exact     string `json:"frequency_exact"`
				Pattern   string `json:"day_pattern"`
				Weekend   string
				Last      string `json:"date_last"`
				Next      string `json:"date_next"`
			} `json:"scheduled_transaction"`
		}
	}
	year := time.Now().Year() + 1
	s.answered(t, http.MethodPost, "/scheduled_transactions", fmt.Sprintf(
		`{"scheduled_transaction":{"account_id":%q,"category_id":%q,"date":"%d-01-01","amount":-7777,"frequency":"every4Months","frequency_exact":"every5Months","day_pattern":"last-day","weekend":"before","date_last":"%d-12-31"}}`,
		account, category, year, year), 201, &got)
	path := "/scheduled_transactions/" + got.Data.Scheduled.ID
	last := civil.MakeDate(year, 1, 31)
	for last.Time().Weekday() == time.Saturday || last.Time().Weekday() == time.Sunday {
		last = last.AddDays(-1)
	}
	check := func(frequency, exact, pattern, weekend, next string) {
		t.Helper()
		is := got.Data.Scheduled
		if is.Frequency != frequency || is.Exact != exact || is.Pattern != pattern || is.Weekend != weekend || is.Next != next {
			t.Errorf("schedule is %+v, want %s (%s), %s, %s, next on %s", is, frequency, exact, pattern, weekend, next)
		}
		got.Data.Scheduled.Exact, got.Data.Scheduled.Pattern, got.Data.Scheduled.Weekend = "", "", ""
	}
	check("every4Months", "every5Months", "last-day", "before", last.String())
	s.answered(t, http.MethodPut, path, `{"scheduled_transaction":{"frequency":"every4Months","memo":"sent back"}}`, 200, &got)
	check("every4Months", "every5Months", "last-day", "before", last.String())
	s.answered(t, http.MethodPut, path, `{"scheduled_transaction":{"frequency":"weekly","frequency_exact":"every5Months"}}`, 200, &got)
	check("weekly", "", "", "before", last.String())
	s.answered(t, http.MethodPut, path, `{"scheduled_transaction":{"weekend":"","date_last":null}}`, 200, &got)
	check("weekly", "", "", "", last.String())
	s.refused(t, http.MethodPut, path, `{"scheduled_transaction":{"day_pattern":"2-friday"}}`, "day_pattern", "months or years")
	for body, want := range map[string][2]int64{`"amount_spread_percent":10`: {0, 10}, `"amount_spread":777`: {777, 0}, `"memo":"kept"`: {777, 0}, `"amount_spread":0`: {0, 0}} {
		if body == `"memo":"kept"` {
			s.answered(t, http.MethodPut, path, `{"scheduled_transaction":{"amount_spread":777}}`, 200, nil)
		}
		var is struct {
			Data struct {
				Scheduled struct {
					Spread  int64 `json:"amount_spread"`
					Percent int64 `json:"amount_spread_percent"`
				} `json:"scheduled_transaction"`
			}
		}
		s.answered(t, http.MethodPut, path, `{"scheduled_transaction":{`+body+`}}`, 200, &is)
		if got := is.Data.Scheduled; got.Spread != want[0] || got.Percent != want[1] {
			t.Errorf("after %s: %+v, want %v", body, got, want)
		}
	}
	s.refused(t, http.MethodPut, path, `{"scheduled_transaction":{"amount_spread":7777}}`, "amount_spread", "less than itself")
}

// Parts of a scheduled transaction were dropped in silence.
func TestPartsOfAScheduledTransactionAreRefused(t *testing.T) {
	s, account, category := serveWithIDs(t)
	day := civil.DateOf(time.Now()).AddDays(9)
	parts := fmt.Sprintf(`"subtransactions":[{"amount":-3000,"category_id":%q},{"amount":-2000,"category_id":%q}]`, category, category)
	body := `{"scheduled_transaction":{"account_id":"` + account + `","date":"` + day.String() + `","amount":-5000,"frequency":"monthly",%s}}`
	s.refused(t, http.MethodPost, "/scheduled_transactions", fmt.Sprintf(body, parts), "subtransactions", "cannot split")
	var got scheduledAnswer
	s.answered(t, http.MethodPost, "/scheduled_transactions", fmt.Sprintf(body, `"subtransactions":[]`), 201, &got)
	s.refused(t, http.MethodPut, "/scheduled_transactions/"+got.Data.Scheduled.ID, `{"scheduled_transaction":{`+parts+`}}`, "subtransactions", "cannot be changed")
}

// goal_target_month keeps its day, and a yearly target with its date set to null needs a
// twelfth each month.
func TestYearlyTargetWithoutDateIsSpreadOverAYear(t *testing.T) {
	s, _, category := serveWithIDs(t)
	var got struct {
		Data struct {
			Category struct {
				Date  *string `json:"goal_target_date"`
				Month *string `json:"goal_target_month"`
				Under int64   `json:"goal_under_funded"`
				Left  int64   `json:"goal_overall_left"`
			}
		}
	}
	path := "/categories/" + category
	today := civil.DateOf(time.Now())
	s.answered(t, http.MethodPatch, path, `{"category":{"goal_target":1200000,"goal_frequency":"yearly"}}`, 200, nil)
	due := today.Month().Add(5).First().AddDays(9).String()
	s.answered(t, http.MethodPatch, path, fmt.Sprintf(`{"category":{"goal_target_date":%q}}`, due), 200, &got)
	if c := got.Data.Category; c.Date == nil || c.Month == nil || *c.Date != due || *c.Month != due {
		t.Errorf("%+v, want %s", c, due)
	}
	s.answered(t, http.MethodPatch, path, `{"category":{"goal_target_date":null}}`, 200, &got)
	if c := got.Data.Category; c.Under*12 < c.Left || c.Under*12 >= c.Left+12*10 || c.Left == 0 {
		t.Errorf("needed this month %d, in total %d until %v; want a twelfth", c.Under, c.Left, c.Date)
	}
}

// A payee name written by a program is not stored as the bank's original name.
func TestRowsWrittenByProgramsHaveNoOriginalPayee(t *testing.T) {
	s, account, _ := serveWithIDs(t)
	var got struct{ Data struct{ Transaction object } }
	s.answered(t, http.MethodPost, "/transactions", fmt.Sprintf(
		`{"transaction":{"account_id":%q,"date":%q,"amount":-4321,"payee_name":"Kiosk","import_id":"T:1"}}`, account, civil.DateOf(time.Now())), 201, &got)
	if r := got.Data.Transaction; r["import_payee_name"] != "Kiosk" || r["import_payee_name_original"] != nil {
		t.Errorf("payee name %v, original %v; want Kiosk and none", r["import_payee_name"], r["import_payee_name_original"])
	}
}

// months[] contains one month after last_month, as in genuine files.
func TestMonthsEndAfterLastMonth(t *testing.T) {
	s, _, _ := serveWithIDs(t)
	var got struct {
		Data struct {
			Plan struct {
				Last   string `json:"last_month"`
				Months []struct{ Month string }
			}
		}
	}
	s.answered(t, http.MethodGet, "", "", 200, &got)
	last, err := civil.ParseMonth(got.Data.Plan.Last)
	if err != nil {
		t.Fatal(err)
	}
	if newest := got.Data.Plan.Months[0].Month; newest != last.Add(1).First().String() {
		t.Errorf("last_month is %s, newest of months is %s; want the next one", last, newest)
	}
}
