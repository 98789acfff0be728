package api_test

import (
	"fmt"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/logic/report"
	"holdover/internal/testing/testkit"
)

// The age of money follows from the present rows, not from the file: it is the same in months, in each month, in the
// plan and in the report, and a delta includes months in which only the age changed.
func TestAgeOfMoneyFollowsTheRows(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "61", "--years", "1", "--tx", "300", "--cards", "1")...)
	first, last := s.doc.Plan.FirstMonth, s.doc.Plan.LastMonth
	before := s.ages(t, "/months", "months")
	s.checkAges(t, before, first, last)

	row := s.someSpending(t)
	moved := row.Date.Month().First()
	knowledge, err := s.app.Knowledge(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	if status, text := s.send(t, "PUT", "/plans/"+s.id+"/transactions/"+row.ID, token, fmt.Sprintf(`{"transaction":{"date":%q}}`, moved)); status != 200 {
		t.Fatalf("move a row: status %d: %s", status, text)
	}
	s.checkDelta(t, before, knowledge)
	now := s.ages(t, "/months", "months")
	if fmt.Sprint(now) == fmt.Sprint(before) {
		t.Error("an earlier payment changed no age")
	}
	s.checkAges(t, now, first, last)

	// The account's type decides whether its money has an age.
	before = now
	if knowledge, err = s.app.Knowledge(t.Context(), app.Machine(), s.id); err != nil {
		t.Fatal(err)
	}
	if _, err := s.app.SetAccountType(t.Context(), app.Machine(), s.id, row.AccountID, "creditCard"); err != nil {
		t.Fatal(err)
	}
	s.checkDelta(t, before, knowledge)
	now = s.ages(t, "/months", "months")
	if fmt.Sprint(now) == fmt.Sprint(before) {
		t.Error("an account that became a card changed no age")
	}
	s.checkAges(t, now, first, last)
}

// ages returns the ages in a list of months, by month; "none" for null.
func (s *served) ages(t *testing.T, path, member string) map[string]string {
	t.Helper()
	status, text := s.send(t, "GET", "/plans/"+s.id+path, token, "")
	if status != 200 {
		t.Fatalf("GET %s: status %d: %s", path, status, text)
	}
	var got struct {
		Data map[string]any
	}
	unmarshal(t, text, &got)
	list := got.Data[member]
	if member == "plan" {
		list = list.(object)["months"]
	}
	if one, ok := list.(object); ok {
		list = []any{one}
	}
	all := map[string]string{}
	for _, m := range records(list) {
		all[m["month"].(string)] = "none"
		if age, has := m["age_of_money"].(float64); has {
			all[m["month"].(string)] = fmt.Sprint(age)
		}
	}
	return all
}

// checkAges compares ages with the other responses and the report.
func (s *served) checkAges(t *testing.T, ages map[string]string, first, last civil.Month) {
	t.Helper()
	reported, err := s.app.AgeOfMoney(t.Context(), app.Machine(), s.id, reports.Query{Span: report.Span{From: first, Until: last}})
	if err != nil {
		t.Fatal(err)
	}
	whole, some := s.ages(t, "", "plan"), 0
	for i, age := range reported.Months {
		m := first.Add(i).First().String()
		want := "none"
		if age != nil {
			want = fmt.Sprint(*age)
			some++
		}
		if alone := s.ages(t, "/months/"+m, "month")[m]; ages[m] != want || alone != want || whole[m] != want {
			t.Errorf("%s: %s on the report, %s in the list, %s alone, %s in the plan", m, want, ages[m], alone, whole[m])
		}
	}
	if some < 6 {
		t.Errorf("%d months have an age, want at least 6", some)
	}
}

// checkDelta checks that the delta includes every month with a changed age.
func (s *served) checkDelta(t *testing.T, before map[string]string, knowledge int64) {
	t.Helper()
	since := s.ages(t, fmt.Sprintf("/months?last_knowledge_of_server=%d", knowledge), "months")
	plan := s.ages(t, fmt.Sprintf("?last_knowledge_of_server=%d", knowledge), "plan")
	for m, age := range s.ages(t, "/months", "months") {
		if before[m] == age {
			age = since[m] // unchanged months may be included or not
			if plan[m] != age && plan[m] != "" && age != "" {
				t.Errorf("%s: age %s in the list of months, %s in the plan", m, age, plan[m])
			}
			continue
		}
		if since[m] != age || plan[m] != age {
			t.Errorf("%s: age changed from %s to %s; delta of months %q, of the plan %q", m, before[m], age, since[m], plan[m])
		}
	}
}

// someSpending returns a payment from a cash account, among the last of its month.
func (s *served) someSpending(t *testing.T) (found rows.Row) {
	t.Helper()
	cash := map[string]bool{}
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range accounts {
		cash[a.ID] = a.OnBudget && a.Type == "checking"
	}
	n := 0
	err = s.app.Transactions(t.Context(), app.Machine(), s.id, rows.Filter{}, func(row rows.Row) error {
		if cash[row.AccountID] && row.Amount < 0 && row.CategoryID != "" && len(row.Parts) == 0 && row.Date.Day() > 26 {
			if n++; n <= 15 {
				found = row
			}
		}
		return nil
	})
	if err != nil || found.ID == "" {
		t.Fatalf("no payment found (error %v)", err)
	}
	return found
}
