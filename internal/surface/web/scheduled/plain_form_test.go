package scheduled_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
)

// TestDefaultsOfANewSchedule checks the defaults: monthly, automatic, today, in the account of the previous page.
func TestDefaultsOfANewSchedule(t *testing.T) {
	p := newPlan(t)
	p.Open(p.home + "/scheduled/new?account=" + url.QueryEscape(p.accounts["Savings"]) + "&back=" + url.QueryEscape(p.home+"/accounts/all"))
	filled := p.FormValues("/do/add-scheduled", "How often")
	for name, want := range map[string]string{
		"frequency": "monthly", "by-itself": "1", "date": p.today.String(), "account": p.accounts["Savings"], "until": "", "times": "", "weekend": "", "every": "", "back": p.home + "/accounts/all",
	} {
		if got := filled.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	p.has("the form", p.Page, "New scheduled transaction")
	if strings.Contains(p.Page, `class="more-often" open`) {
		t.Error("what is seldom wanted is open")
	}
	p.Open(p.home + "/scheduled/new")
	if got := p.FormValues("/do/add-scheduled", "How often").Get("back"); got != p.home+"/scheduled" {
		t.Errorf("the form returns to %q", got)
	}
}

// TestTheFormShowsTheStoredFrequency checks that the form shows the stored frequency, and that saving it does not
// change it.
func TestTheFormShowsTheStoredFrequency(t *testing.T) {
	p := newPlan(t)
	until := p.today.AddDays(200)
	for _, c := range []struct {
		name      string
		frequency string
		change    func(*schedules.Entry)
		fields    map[string]string
		open      bool
	}{
		{"Plain", "everyOtherWeek", func(e *schedules.Entry) { e.AutoEnter = true }, map[string]string{"frequency": "everyOtherWeek", "by-itself": "1", "every": "", "until": "", "weekend": ""}, false},
		{"Ends", "monthly", func(e *schedules.Entry) { e.Until = until }, map[string]string{"frequency": "monthly", "by-itself": "", "until": until.String(), "weekend": ""}, true},
		{"Weekends", "weekly", func(e *schedules.Entry) { e.Weekend = "before" }, map[string]string{"frequency": "weekly", "weekend": "before", "until": ""}, true},
		{"Pattern", "monthly", func(e *schedules.Entry) { e.Pattern, e.Weekend = "last-working-day", "nearest" }, map[string]string{"nth": "-1", "of": "working-day", "weekend": "nearest"}, true},
		{"Percentage", "monthly", func(e *schedules.Entry) { e.SpreadPercent = 10 }, map[string]string{"spread": "10%"}, true},
		{"Spread", "monthly", func(e *schedules.Entry) { e.Spread = 250 }, map[string]string{"spread": "0.25"}, true},
		{"Interval", string(interval(t, 5)), nil, map[string]string{"frequency": "other", "every": "5", "unit": "Weeks"}, true},
	} {
		if c.change == nil {
			c.change = func(*schedules.Entry) {}
		}
		id := p.add(c.name, 3, c.frequency, -1_000, c.change)
		p.list()
		on := func() bool { return strings.Contains(p.row(id), `aria-checked="true"`) }
		when, automatic := textOf(p.row(id)), on()
		p.Open(p.home + "/scheduled/" + id)
		p.has("the form", p.Page, "<h1>Scheduled transaction</h1>")
		filled := p.FormValues("/do/edit-scheduled", "How often")
		for name, want := range c.fields {
			if got := filled.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", c.name, name, got, want)
			}
		}
		if open := strings.Contains(p.Page, `class="more-often" open`); open != c.open {
			t.Errorf("%s: what is seldom wanted is open: %t", c.name, open)
		}
		p.Send("/do/edit-scheduled", "How often", url.Values{"notes": {"seen"}})
		p.list()
		if now := textOf(p.row(id)); now != when || on() != automatic {
			t.Errorf("%s: saved unchanged it is %q, before %q; automatic: %t, before %t", c.name, now, when, on(), automatic)
		}
	}
}

func interval(t *testing.T, weeks int) schedules.Frequency {
	t.Helper()
	f, ok := schedules.EveryInterval(weeks, "Weeks")
	if !ok {
		t.Fatal("no such interval")
	}
	return f
}

// TestIntervalAndEndAreSaved saves an interval, an end and a number of times. The form shows an error next
// to each invalid value and keeps the typed text.
func TestIntervalAndEndAreSaved(t *testing.T) {
	p := newPlan(t)
	send := func(fields url.Values) int {
		p.Helper()
		p.Open(p.home + "/scheduled/new")
		fields["payee"], fields["amount"], fields["direction"], fields["account"] = []string{"Gym"}, []string{"9"}, []string{"out"}, []string{p.accounts["Giro"]}
		return p.Send("/do/add-scheduled", "How often", fields)
	}
	until := p.today.AddDays(100).String()
	for words, fields := range map[string]url.Values{
		"Every 11 days":                        {"frequency": {"other"}, "every": {" 11 "}, "unit": {"Days"}},
		"until " + until:                       {"frequency": {"daily"}, "until": {" " + until + " "}},
		"until " + p.today.AddDays(2).String(): {"frequency": {"daily"}, "times": {" 3 "}},
		"Every month on the second Friday":     {"frequency": {"monthly"}, "nth": {"2"}, "of": {"friday"}},
		"amount from 8.10 to 9.90":             {"frequency": {"monthly"}, "spread": {"10 %"}},
		"amount from 8.50 to 9.50":             {"frequency": {"monthly"}, "spread": {"0.50"}},
		"at weekends on the Friday before":     {"frequency": {"monthly"}, "weekend": {"before"}},
		"Every day":                            {"frequency": {"daily"}, "every": {"11"}, "unit": {"Weeks"}, "until": {" "}, "times": {" "}},
	} {
		if status := send(fields); status != http.StatusOK {
			t.Errorf("%s: status %d, want 200", words, status)
		}
		p.list()
		p.has("the list", p.Page, words)
	}
	for words, fields := range map[string]url.Values{
		"the interval must be a number from 1 to 999": {"frequency": {"other"}, "every": {"x"}, "unit": {"Days"}},
		"needs a frequency in months or years":        {"frequency": {"weekly"}, "nth": {"2"}, "of": {"friday"}},
		"a whole number from 1 to 100":                {"frequency": {"monthly"}, "spread": {"x%"}},
		"can differ by less than itself":              {"frequency": {"monthly"}, "spread": {"9"}},
		`"soon" is not a date`:                        {"frequency": {"daily"}, "until": {"soon"}},
		`"0" is not a number of times`:                {"frequency": {"daily"}, "times": {"0"}},
		`"three" is not a number of times`:            {"frequency": {"daily"}, "times": {"three"}},
	} {
		if status := send(fields); status != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", words, status)
		}
		_, beside, _ := strings.Cut(p.Page, `id="row-frequency"`) // the error is next to this field, not next to the date
		beside, _, _ = strings.Cut(beside, `class="by-itself"`)
		if page := strings.ToLower(textOf(beside)); !strings.Contains(page, strings.ToLower(words)) {
			t.Errorf("%q is not shown beside the frequency: %s", words, page)
		}
		filled := p.FormValues("/do/add-scheduled", "How often")
		for name, typed := range fields {
			if got := filled.Get(name); got != typed[0] {
				t.Errorf("%s: %s is %q afterwards, want %q", words, name, got, typed[0])
			}
		}
		if !strings.Contains(p.Page, `class="more-often" open`) {
			t.Errorf("%s: the field is not visible", words)
		}
	}
}

// TestAScheduleIsFilledInFromARow fills in the form from a row, with the frequency of the address, or monthly for an
// unknown one. An unknown row causes 404.
func TestAScheduleIsFilledInFromARow(t *testing.T) {
	p := newPlan(t)
	_, row, err := p.Env.App.AddRow(t.Context(), app.Machine(), p.id, rows.Entry{Account: p.accounts["Savings"], Date: p.today.AddDays(-3), Amount: -7_000, PayeeName: "Choir", Memo: "fee"})
	if err != nil {
		t.Fatal(err)
	}
	for every, want := range map[string]string{"weekly": "weekly", "": "monthly", "everyFullMoon": "monthly", "other": "monthly"} {
		p.Open(p.home + "/scheduled/new?" + url.Values{"from": {row}, "every": {every}}.Encode())
		filled := p.FormValues("/do/add-scheduled", "How often")
		for name, value := range map[string]string{"frequency": want, "by-itself": "1", "payee": "Choir", "account": p.accounts["Savings"], "notes": "fee", "row": "", "scheduled": ""} {
			if got := filled.Get(name); got != value {
				t.Errorf("every %q: %s is %q, want %q", every, name, got, value)
			}
		}
	}
	if status := p.Read(p.HTTP.Get(p.Env.Server.URL + p.home + "/scheduled/new?from=gone")); status != http.StatusNotFound {
		t.Errorf("an unknown row: status %d", status)
	}
	if status := p.Read(p.HTTP.Get(p.Env.Server.URL + p.home + "/scheduled/gone")); status != http.StatusNotFound {
		t.Errorf("the form of an unknown schedule: status %d", status)
	}
}

// TestAScheduledTransactionHasNoApproval checks that the details of a scheduled transaction do not say that it is not
// approved: only entered transactions are.
func TestAScheduledTransactionHasNoApproval(t *testing.T) {
	p := newPlan(t)
	p.Open(p.home + "/scheduled/" + p.add("Landlord", 3, "monthly", -1_000, func(*schedules.Entry) {}))
	p.has("the details", p.Page, "<h2>Details</h2>")
	if strings.Contains(p.Page, "Approved") {
		t.Error("the details of a scheduled transaction mention its approval")
	}
}
