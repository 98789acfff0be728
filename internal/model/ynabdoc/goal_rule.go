package ynabdoc

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"
)

// GoalRule is a goal without an amount, which the source does not have: its need follows from other data of the budget.
type GoalRule struct {
	Type       string `json:"type" enum:"income_share,remainder,schedule,none" doc:"A percentage of the income, a part of what remains when a month is assigned, or what scheduled transactions take; none in a request removes it"`
	Share      int    `json:"share,omitempty" format:"int32" minimum:"0" maximum:"10000" doc:"Of income_share: hundredths of a percent"`
	LastMonth  bool   `json:"last_month,omitempty" doc:"Of income_share: the income of the month before counts"`
	Weight     int    `json:"weight,omitempty" format:"int32" minimum:"0" maximum:"1000" doc:"Of remainder"`
	ScheduleID string `json:"scheduled_transaction_id,omitempty" maxLength:"100" doc:"Of schedule; left out for all of the category"`
}

// setGoalRule reads a rule. why explains any other value, also a rule with further members.
func (d *decoder) setGoalRule(p **GoalRule, v jsontext.Value) (why string) {
	if v[0] != '{' {
		return expected("a rule", v)
	}
	read := json.NewDecoder(bytes.NewReader(v))
	read.DisallowUnknownFields()
	var r GoalRule
	if err := read.Decode(&r); err != nil {
		return err.Error()
	}
	*p = &r
	return ""
}

func (w *Writer) goalRule(r *GoalRule) {
	text, err := json.Marshal(r)
	if err != nil { // every rule can be written
		text = []byte("null")
	}
	w.raw(text)
}
