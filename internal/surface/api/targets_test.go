package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// The need of a target follows from amounts budgeted here: the file's figures are returned while their inputs are
// unchanged, and computed ones afterwards, in the month and in the whole plan.
func TestTargetFiguresFollowBudgetedAmounts(t *testing.T) {
	s := serve(t, 0, "--seed", "5", "--years", "1", "--tx", "150", "--targets")
	doc := &s.doc.Plan.Months[len(s.doc.Plan.Months)/2]
	tried := 0
	for i := range doc.Categories {
		c := &doc.Categories[i]
		if c.GoalType != "NEED" || c.GoalCadence != 1 || c.GoalTargetDate != 0 || c.GoalTarget < 1000 || c.Hidden {
			continue
		}
		path := "/plans/" + s.id + "/months/" + doc.Month.First().String() + "/categories/" + c.ID
		type figures struct {
			Under, Funded, Left money.Milli
			Percent, Months     int
		}
		read := func() figures {
			var got struct {
				Data struct {
					Category struct {
						Under   money.Milli `json:"goal_under_funded"`
						Funded  money.Milli `json:"goal_overall_funded"`
						Left    money.Milli `json:"goal_overall_left"`
						Percent int         `json:"goal_percentage_complete"`
						Months  int         `json:"goal_months_to_budget"`
					} `json:"category"`
				} `json:"data"`
			}
			_, body := newCaller(t, s).call(path)
			unmarshal(t, body, &got)
			g := got.Data.Category
			return figures{g.Under, g.Funded, g.Left, g.Percent, g.Months}
		}
		// The source returns no negative remainder, and no need as more than fully met, as in recordings. The
		// generator does.
		inFile := figures{c.GoalUnderFunded, c.GoalOverallFunded, max(0, c.GoalOverallLeft), min(100, c.GoalPercentage), c.GoalMonthsToBudget}
		if got := read(); got != inFile {
			t.Errorf("%s: figures %+v, want %+v as in the file", c.Name, got, inFile)
		}
		if _, err := s.app.SetBudgeted(t.Context(), app.Machine(), s.id, c.ID, doc.Month, c.Budgeted+500); err != nil {
			t.Fatal(err)
		}
		left := max(0, inFile.Left-500)
		want := figures{left, inFile.Funded + 500, left, min(100, int((inFile.Funded+500)*100/c.GoalTarget)), 1}
		if got := read(); inFile.Funded >= 0 && got != want {
			t.Errorf("%s, 500 more: %+v, want %+v", c.Name, got, want)
		}
		text, _ := fetch(t, s.url, s.id)
		whole, err := ynabdoc.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for m := range whole.Plan.Months {
			for k := range whole.Plan.Months[m].Categories {
				if w := &whole.Plan.Months[m].Categories[k]; whole.Plan.Months[m].Month == doc.Month && w.ID == c.ID && w.GoalUnderFunded != want.Under {
					t.Errorf("%s in the whole plan: %d, want %d", c.Name, w.GoalUnderFunded, want.Under)
				}
			}
		}
		if tried++; tried == 3 {
			break
		}
	}
	if tried == 0 {
		t.Error("no category has a target")
	}
}

// Present programs read a target's date, but older files have only its month. Sending the response back is not a
// change.
func TestTargetMonthOfAnOlderFileIsReturnedAsADate(t *testing.T) {
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "60", "--targets"))
	if err != nil {
		t.Fatal(err)
	}
	older := regexp.MustCompile(`"goal_target_month": *null,(\s*)"goal_target_date": *("[^"]+")`).ReplaceAll(text, []byte(`"goal_target_month":$2,$1"goal_target_date":null`))
	s := serveDocument(t, older)
	doc, err := ynabdoc.Decode(bytes.NewReader(older))
	if err != nil {
		t.Fatal(err)
	}
	_, knowledge := s.planSince(t, 0)
	tried := 0
	for _, c := range doc.Plan.Categories {
		if c.GoalTargetMonth == 0 || c.Deleted || c.Hidden {
			continue
		}
		var answer struct {
			Data struct {
				Category struct {
					Date string `json:"goal_target_date"`
				} `json:"category"`
			} `json:"data"`
		}
		s.answered(t, "GET", "/categories/"+c.ID, "", 200, &answer)
		if answer.Data.Category.Date != c.GoalTargetMonth.String() {
			t.Errorf("%s is due on %q, want %s", c.Name, answer.Data.Category.Date, c.GoalTargetMonth)
		}
		if tried++; c.GroupName == "Credit Card Payments" {
			continue
		}
		s.answered(t, "PATCH", "/categories/"+c.ID, fmt.Sprintf(`{"category":{"goal_target_date":%q}}`, answer.Data.Category.Date), 200, nil)
	}
	if _, then := s.planSince(t, 0); then != knowledge || tried == 0 {
		t.Errorf("%d targets were sent back: change %d, before %d", tried, then, knowledge)
	}
}

// Programs read and set targets without an amount as goal_rule. It is left out of all other categories.
func TestRulesOfTargetsAreAnOwnMember(t *testing.T) {
	s := serve(t, 0, "--seed", "5", "--years", "1", "--tx", "60")
	var category string
	for _, c := range s.doc.Plan.Categories {
		if c.GoalType == "" && !c.Hidden && !c.Deleted && c.GroupName != "Internal Master Category" && c.GroupName != "Credit Card Payments" {
			category = "/categories/" + c.ID
		}
	}
	change := func(body string, status int) string {
		t.Helper()
		var answer struct {
			Data struct {
				Category map[string]json.RawMessage `json:"category"`
			} `json:"data"`
		}
		s.answered(t, "PATCH", category, `{"category":`+body+`}`, status, &answer)
		if kind := answer.Data.Category["goal_type"]; status == 200 && answer.Data.Category["goal_rule"] != nil && string(kind) != "null" {
			t.Errorf("%s: goal_type is %s", body, kind)
		}
		return string(answer.Data.Category["goal_rule"])
	}
	for _, c := range []struct{ body, rule string }{
		{`{"note":"no target"}`, ""},
		{`{"goal_rule":{"type":"income_share","share":1250,"last_month":true}}`, `{"type":"income_share","share":1250,"last_month":true}`},
		{`{"goal_target":null,"name":"Renamed"}`, `{"type":"income_share","share":1250,"last_month":true}`},
		{`{"goal_rule":{"type":"remainder","weight":2}}`, `{"type":"remainder","weight":2}`},
		{`{"goal_rule":{"type":"schedule"}}`, `{"type":"schedule"}`},
		{`{"goal_rule":{"type":"none"}}`, ""},
		{`{"goal_rule":{"type":"remainder","weight":2}}`, `{"type":"remainder","weight":2}`},
		{`{"goal_target":5000}`, ""},
	} {
		if got := change(c.body, 200); got != c.rule {
			t.Errorf("%s: the rule is %s, want %s", c.body, got, c.rule)
		}
	}
	for _, wrong := range []string{
		`{"goal_rule":{"type":"income_share"}}`, `{"goal_rule":{"type":"sometimes"}}`, `{"goal_rule":{"type":"remainder","weight":2},"goal_target":5}`,
	} {
		change(wrong, 400)
	}
}
