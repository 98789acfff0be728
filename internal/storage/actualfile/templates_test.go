package actualfile

import (
	"testing"

	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// Templates without an amount become targets in both notations. A template that means something else stays in the notes and is
// counted.
func TestTemplatesWithoutAmount(t *testing.T) {
	for text, want := range map[string]*ynabdoc.GoalRule{
		"#template 10% of all income":               {Type: "income_share", Share: 1000},
		"#template-3 12.5 % of previous all income": {Type: "income_share", Share: 1250, LastMonth: true},
		"#template remainder":                       {Type: "remainder", Weight: 1},
		"Fun\n#template remainder 2":                {Type: "remainder", Weight: 2},
		"#template schedule Rent":                   {Type: "schedule", ScheduleID: "s1"},
		"#template schedule Split":                  {Type: "schedule", ScheduleID: "s2"},
		"#template 10% of Salary":                   nil,
		"#template 10.125% of all income":           nil,
		"#template 101% of all income":              nil,
		"#template remainder 0":                     nil,
		"#template remainder 2 up to 100":           nil,
		"#template schedule full Rent":              nil,
		"#template schedule Rent [increase 10%]":    nil,
		"#template schedule Other":                  nil, // of another category
		"#template schedule Unknown":                nil,
		`[{"type":"percentage","percent":10,"previous":true,"category":"all income"}]`: {Type: "income_share", Share: 1000, LastMonth: true},
		`[{"type":"percentage","percent":10,"category":"available funds"}]`:            nil,
		`[{"type":"remainder","weight":4}]`:                                            {Type: "remainder", Weight: 4},
		`[{"type":"remainder","weight":1.5}]`:                                          nil,
		`[{"type":"remainder","weight":1,"limit":{"amount":5,"period":"monthly"}}]`:    nil,
		`[{"type":"schedule","name":"Rent","full":false}]`:                             {Type: "schedule", ScheduleID: "s1"},
		`[{"type":"schedule","name":"Rent","full":true}]`:                              nil,
		`[{"type":"schedule","name":"Rent","adjustment":5}]`:                           nil,
	} {
		c := &conversionState{remarks: &conversion.Remarks{}, schedules: schedules{
			named: map[string]string{"Rent": "s1", "Split": "s2", "Other": "s3"},
			rows:  []ynabdoc.ScheduledTransaction{{ID: "s1", CategoryID: "k", Amount: -900_000}, {ID: "s2", Amount: -5_000}, {ID: "s3", CategoryID: "other", Amount: -1}},
			parts: []ynabdoc.ScheduledSubtransaction{{ScheduledTransactionID: "s2", CategoryID: "k", Amount: -2_000}},
		}}
		k := &category{Category: ynabdoc.Category{ID: "k", Name: "Food", Note: text}, fromNotes: text[0] != '['}
		if !k.fromNotes {
			k.Note, k.templates = "", text
		}
		c.setTarget(k)
		switch got := k.GoalRule; {
		case (got == nil) != (want == nil) || got != nil && *got != *want || k.GoalType != "":
			t.Errorf("%s: %+v, want %+v", text, got, want)
		case got == nil && (len(c.remarks.Lost) != 1 || k.Note == ""):
			t.Errorf("%s: the notes are %q, lost are %+v", text, k.Note, c.remarks.Lost)
		}
	}
}

// A target without an amount is written as a template that is read as the same target.
func TestTargetsWithoutAmountAreWrittenAsTemplates(t *testing.T) {
	rent := budget.Scheduled{ID: "s1", Memo: "Rent", DateFirst: 20260105, DateNext: 20261105, Frequency: "monthly"}
	same, unnamed := rent, rent
	same.ID, unnamed.ID, unnamed.Memo = "s2", "s3", ""
	for target, want := range map[budget.Target]string{
		{Kind: budget.IncomeShare, Share: 1250, LastMonth: true}: `[{"category":"all income","directive":"template","percent":12.5,"previous":true,"priority":0,"type":"percentage"}]`,
		{Kind: budget.Remainder, Weight: 3}:                      `[{"directive":"template","priority":null,"type":"remainder","weight":3}]`,
		{Kind: budget.BySchedule, Schedule: "s1"}:                `[{"directive":"template","name":"Rent","priority":0,"type":"schedule"}]`,
		{Kind: budget.BySchedule, Schedule: "s2"}:                "", // the name is taken
		{Kind: budget.BySchedule, Schedule: "s3"}:                "",
		{Kind: budget.BySchedule, Schedule: "deleted"}:           "",
		{Kind: budget.BySchedule}:                                "",
	} {
		w := newWriter(&exporter.Source{Scheduled: []budget.Scheduled{rent, same, unnamed}})
		if got := w.templatesOf(&budget.Category{Name: "Food", Target: &target}); got != want {
			t.Errorf("%+v: %s, want %s", target, got, want)
		}
		if (want == "") != (len(w.omitted) == 1) {
			t.Errorf("%+v: omitted are %+v", target, w.omitted)
		}
	}
}
