package reports_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// tabled is a report decoded from the output of a command.
type tabled interface{ Table() report.Table }

// TestReportCommandsEqualThePages prints each report by a command, as CSV and as JSON, while the server runs: both
// equal the download of the page's table to the last digit.
func TestReportCommandsEqualThePages(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "9", "--years", "2", "--tx", "400", "--cards", "1", "--currency", "KWD"))
	months, err := world.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	from, to := months[3].Month.String(), months[8].Month.String()
	category := firstCategory(t, world.App, id)
	p := world.Person(t)
	for _, r := range []struct {
		page, command string
		into          tabled
	}{
		{"spending?by=group", "spending --by group", &report.Spending{}},
		{"spending?by=category", "spending --by category", &report.Spending{}},
		{"spending?by=payee", "spending --by payee", &report.Spending{}},
		{"spending?by=account", "spending --by account", &report.Spending{}},
		{"spending?by=flag", "spending --by flag", &report.Spending{}},
		{"spending?by=payee&not=category&category=" + category, "spending --by payee --not category --category " + category, &report.Spending{}},
		{"spending?by=category&least=5.5&most=100", "spending --by category --min 5.5 --max 100", &report.Spending{}},
		{"month?", "month", &report.SoFar{}},
		{"calendar?", "calendar", &report.Days{}},
		{"income?", "income", &report.IncomeAndExpenses{}},
		{"net-worth?", "net-worth", &report.NetWorth{}},
		{"age-of-money?", "age-of-money", &report.AgeOfMoney{}},
		{"categories/" + category + "?", "category --category " + category, &reports.CategoryLife{}},
		{"coming?days=180", "coming --days 180", &report.Coming{}},
	} {
		months := "&from=" + from + "&to=" + to
		status, _, page := p.Get("/budgets/" + id + "/reports/" + r.page + months + "&as=csv")
		if status != http.StatusOK || strings.Count(page, "\n") < 2 {
			t.Fatalf("%s as CSV: status %d\n%s", r.page, status, page)
		}
		name, rest, _ := strings.Cut(r.command, " ")
		args := append([]string{"report", name, id, "--data", world.Dir}, strings.Fields(rest)...)
		if name != "coming" {
			args = append(args, "--from", from, "--to", to)
		}
		if csv := printed(t, append(args, "--csv")...); csv != page {
			t.Errorf("%s as CSV:\n%s\nthe page has\n%s", r.command, csv, page)
		}
		if err := json.Unmarshal([]byte(printed(t, append(args, "--json")...)), r.into); err != nil {
			t.Fatalf("%s as JSON: %v", r.command, err)
		}
		var csv strings.Builder
		table := r.into.Table()
		if err := table.CSV(&csv, money.Format{DecimalDigits: 3}); err != nil || csv.String() != page {
			t.Errorf("%s as JSON: error %v\n%s\nthe page has\n%s", r.command, err, csv.String(), page)
		}
	}
}

func printed(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), walk.Program(t), args...).Output()
	if err != nil {
		t.Fatalf("holdover %v: %v", args, err)
	}
	return string(out)
}

// TestJSONNamesOfReportsAreStable fixes the JSON names of a report's figures at any depth, on which programs rely.
func TestJSONNamesOfReportsAreStable(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	for name, want := range map[string]string{
		"spending":     "average before before_known by from id known_months lines months name share total until whole",
		"month":        "all compared date days id last lines month name spent until usual whole",
		"calendar":     "date days income month spent",
		"income":       "average before before_known expenses from id income known_months left lines months name share total until",
		"net-worth":    "accounts assets balances before closed debts from id name net on_budget type until",
		"age-of-money": "from months until",
	} {
		var got any
		if err := json.Unmarshal([]byte(printed(t, "report", name, id, "--data", world.Dir, "--json", "--from", "2026-06", "--to", "2026-10")), &got); err != nil {
			t.Fatalf("%s as JSON: %v", name, err)
		}
		keys := map[string]bool{}
		namesIn(got, keys)
		if names := strings.Join(slices.Sorted(maps.Keys(keys)), " "); names != want {
			t.Errorf("%s has %s, want %s", name, names, want)
		}
	}
}

func namesIn(value any, names map[string]bool) {
	switch v := value.(type) {
	case map[string]any:
		for name, one := range v {
			names[name] = true
			namesIn(one, names)
		}
	case []any:
		for _, one := range v {
			namesIn(one, names)
		}
	}
}

// TestACommandRefusesReportsOfDeletedRecords refuses a saved report if all its filters refer to deleted records, and
// shows a single future month for a period that starts there.
func TestACommandRefusesReportsOfDeletedRecords(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	ctx, me := t.Context(), app.Machine()
	screen, err := world.App.Screen(ctx, me, id)
	if err != nil {
		t.Fatal(err)
	}
	expenses := slices.DeleteFunc(slices.Clone(screen.Categories), func(c budget.Category) bool { return c.Income })
	deleted, into := expenses[0], expenses[1]
	saved := reports.SavedReport{Name: "Going", Ask: reports.Ask{Kind: report.KindSpending, ReportFilters: budget.ReportFilters{Categories: []string{deleted.ID}}}}
	if _, err := world.App.KeepReport(ctx, me, id, saved); err != nil {
		t.Fatal(err)
	}
	if _, err := world.App.DeleteCategory(ctx, me, id, deleted.ID, into.ID); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(ctx, walk.Program(t), "report", "Going", id, "--data", world.Dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "no longer exists") {
		t.Errorf("a report of deleted records: error %v\n%s", err, out)
	}
	ahead := civil.DateOf(time.Now()).Month().Add(3).String()
	var span struct{ From, Until string }
	if err := json.Unmarshal([]byte(printed(t, "report", "spending", id, "--data", world.Dir, "--json", "--from", ahead)), &span); err != nil || span.From != ahead || span.Until != ahead {
		t.Errorf("from the future month %s on, the report covers %+v: error %v", ahead, span, err)
	}
}
