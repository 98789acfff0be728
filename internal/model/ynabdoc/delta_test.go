package ynabdoc

import (
	"strings"
	"testing"

	"holdover/internal/base/apperr"
)

// TestADeltaIsRefusedAsAPlan: the response to a call with last_knowledge_of_server was accepted as a whole plan, so
// that an update would have deleted nearly everything. A whole plan is never refused.
func TestADeltaIsRefusedAsAPlan(t *testing.T) {
	const head = `{"data":{"plan":{"id":"p","name":"P","first_month":"2026-01-01","last_month":"2026-03-01",`
	const (
		groups     = `"category_groups":[{"id":"g","name":"G"}],`
		categories = `"categories":[{"id":"c","category_group_id":"g","name":"C"}],`
		accounts   = `"accounts":[{"id":"a","name":"A","type":"cash","on_budget":true}],`
		row        = `"transactions":[{"id":"t","date":"2026-03-02","amount":1,"account_id":"a"}]`
		noRows     = `"transactions":[]`
		march      = `"months":[{"month":"2026-03-01","categories":[{"id":"c","name":"C","budgeted":1},{"id":"d","name":"D","budgeted":1},{"id":"e","name":"E","budgeted":1}]}],`
		own        = `"months":[{"month":"2026-03-01","categories":[{"id":"c","name":"C","budgeted":1}]}],`
		slip       = `"months":[{"month":"2026-03-01","categories":[{"id":"c","name":"C","budgeted":1},{"id":"d","name":"D","budgeted":1}]}],`
		changed    = `"months":[{"month":"2026-04-01","categories":[{"id":"c","name":"C","budgeted":1}]},{"month":"2026-03-01","categories":[{"id":"c","name":"C","budgeted":1}]},{"month":"2026-02-01"},{"month":"2026-01-01"}],`
		touched    = `"months":[{"month":"2026-03-01","categories":[{"id":"c","name":"C","budgeted":1},{"id":"d","name":"C","budgeted":1},{"id":"e","name":"C","budgeted":1}]},{"month":"2026-02-01"},{"month":"2026-01-01"}],`
		twoMore    = `"months":[{"month":"2026-03-01","categories":[{"id":"c","name":"C","budgeted":1},{"id":"d","name":"C","budgeted":1},{"id":"e","name":"C","budgeted":1},{"id":"f","name":"C","budgeted":1}]},{"month":"2026-02-01"},{"month":"2026-01-01"}],`
		allMonths  = `"months":[{"month":"2026-04-01"},{"month":"2026-03-01"},{"month":"2026-02-01"},{"month":"2026-01-01"}],`
	)
	for name, c := range map[string]struct {
		plan  string
		whole bool
	}{
		"nothing changed":                       {`"accounts":[],"category_groups":[],"categories":[],"months":[],` + noRows, false},
		"an account alone":                      {accounts + `"category_groups":[],"categories":[],"months":[],` + noRows, false},
		"a row":                                 {groups + categories + `"accounts":[],` + own + row, false},
		"a month's other categories":            {groups + categories + accounts + march + row, false},
		"a category without group":              {categories + accounts + own + row, false},
		"all months, no group":                  {`"category_groups":[],` + categories + accounts + changed + row, false},
		"all months, other names":               {groups + categories + accounts + touched + row, false},
		"all months, half of the names unknown": {groups + `"categories":[{"id":"c","category_group_id":"g","name":"C"},{"id":"f","category_group_id":"g","name":"F"}],` + accounts + twoMore + row, true},
		"all months, lists omitted":             {accounts + touched + row, true},
		"a month, all names known":              {groups + categories + accounts + own + row, true},
		"a month, one unknown name":             {groups + categories + accounts + slip + row, true},
		"no months, all known":                  {groups + categories + accounts + `"months":[],` + row, true},
		"accounts and rows alone":               {accounts + row, true},
		"all months, no categories":             {accounts + allMonths + row, true},
		"all months, no accounts":               {groups + categories + allMonths + noRows, true},
	} {
		doc, err := Decode(strings.NewReader(head + c.plan + `},"server_knowledge":3}}`))
		if err != nil {
			t.Fatalf("%s: decode: %v", name, err)
		}
		switch err := doc.CheckWhole(); {
		case c.whole && err != nil:
			t.Errorf("%s: a whole plan is refused: %v", name, err)
		case !c.whole && apperr.KindOf(err) != apperr.NotAPlan:
			t.Errorf("%s: error %v, want not a plan", name, err)
		}
	}
	for name, file := range planFiles(t) {
		if doc, err := Decode(strings.NewReader(string(file))); err != nil || doc.CheckWhole() != nil {
			t.Errorf("the plan %s is refused: %v, %v", name, err, doc.CheckWhole())
		}
	}
}
