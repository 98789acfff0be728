package actualfile

import (
	"encoding/json"
	"fmt"

	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
)

// writtenCondition and writtenAction are a condition and an action of a rule, with the names of fields in the database.
type writtenCondition struct {
	Op    string `json:"op"`
	Field string `json:"field"`
	Value any    `json:"value"`
}

type writtenAction struct {
	Op      string         `json:"op"`
	Field   string         `json:"field,omitempty"`
	Value   any            `json:"value"`
	Options map[string]any `json:"options,omitempty"`
}

// writeRule writes a rule.
func (w *writer) writeRule(id, stage string, any bool, when []writtenCondition, then []writtenAction) error {
	conditions, err := json.Marshal(when)
	if err != nil {
		return err
	}
	actions, err := json.Marshal(then)
	if err != nil {
		return err
	}
	op := "and"
	if any {
		op = "or"
	}
	return w.insert("rules", "id stage conditions_op conditions actions", id, nullIfEmpty(stage), op, string(conditions), string(actions))
}

// writeSchedules writes the scheduled transactions. For each, it writes a schedule, the next date, and a rule whose
// conditions and actions contain the transaction.
func (w *writer) writeSchedules() error {
	for i := range w.Scheduled {
		if s := &w.Scheduled[i]; len(w.scheduleConditions(s)) > 0 {
			if err := w.writeSchedule(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// The places of conditions in the rule of a schedule. The payee follows them, if the schedule has one.
const (
	scheduleAmount = 2
	scheduleTests  = 3
)

// scheduleConditions returns the conditions of the rule of a schedule. It is empty for a schedule that cannot be written,
// which is counted once.
func (w *writer) scheduleConditions(s *budget.Scheduled) []writtenCondition {
	if when, known := w.schedules[s.ID]; known {
		return when
	}
	w.schedules[s.ID] = nil
	date, ok := w.recurrence(s)
	if !ok || s.DateNext == 0 {
		w.omitted.Omit("scheduled transactions with an unknown frequency", w.describeScheduled(s))
		return nil
	}
	when := []writtenCondition{{"is", "acct", idOf("account", w.accounts[s.Account].ID)}, {"isapprox", "date", date}, w.scheduledAmount(s)}
	if payee := w.payee(s.Payee, budget.Transfer{Account: s.TransferAccount}); payee != nil {
		when = append(when, writtenCondition{"is", "description", payee})
	}
	w.schedules[s.ID] = when
	return when
}

// scheduledAmount returns the condition about the amount of a schedule. The middle of a range is the amount.
func (w *writer) scheduledAmount(s *budget.Scheduled) writtenCondition {
	amount := w.units(s.Amount, func() string { return w.describeScheduled(s) })
	least, most := schedule.AmountRange(s, w.unit)
	by := int64((most - least) / 2 / w.unit)
	if by == 0 {
		return writtenCondition{"is", "amount", amount}
	}
	return writtenCondition{"isbetween", "amount", map[string]int64{"num1": amount - by, "num2": amount + by}}
}

// describeScheduled returns the name of a scheduled transaction for a list of omitted data.
func (w *writer) describeScheduled(s *budget.Scheduled) string {
	if p := w.payees[s.Payee]; p != nil {
		return fmt.Sprintf("%s on %s", p.Name, s.DateNext)
	}
	return fmt.Sprintf("%s on %s", s.Amount, s.DateNext)
}

func (w *writer) writeSchedule(s *budget.Scheduled) error {
	id := idOf("schedule", s.ID)
	when := w.scheduleConditions(s)
	var payeePath any
	if len(when) > scheduleTests {
		payeePath = "$[3]"
	}
	if s.Interest {
		w.omitted.Omit("interest of loans that is computed (the schedules have its present amount)", w.describeScheduled(s))
	}
	rule := idOf("rule", "of schedule "+s.ID)
	if err := w.writeRule(rule, "", false, when, w.scheduleActions(s, id)); err != nil {
		return err
	}
	if s.FlagColour != "" {
		w.omitted.Omit("flags of scheduled transactions", w.describeScheduled(s))
	}
	// Names of schedules are unique. The memo is in the actions, too.
	name := any(nil)
	if s.Memo != "" && len(s.Memo) <= maxScheduleName && !w.names[s.Memo] {
		name, w.names[s.Memo] = s.Memo, true
	}
	if err := w.insert("schedules", "id rule posts_transaction name", id, rule, flag(s.AutoEnter), name); err != nil {
		return err
	}
	if err := w.insert("schedules_json_paths", "schedule_id payee account amount date", id, payeePath, "$[0]", "$[2]", "$[1]"); err != nil {
		return err
	}
	return w.insert("schedules_next_date", "id schedule_id local_next_date local_next_date_ts base_next_date base_next_date_ts",
		idOf("next date", "of "+s.ID), id, int(s.DateNext), 1, int(s.DateNext), 1)
}

// maxScheduleName is the length up to which a memo becomes the name of a schedule.
const maxScheduleName = 60

// scheduleActions returns the actions of a schedule's rule.
func (w *writer) scheduleActions(s *budget.Scheduled, id string) []writtenAction {
	then := []writtenAction{{Op: linkSchedule, Value: id}}
	set := func(part int, field string, value any) {
		if value == nil {
			return
		}
		a := writtenAction{Op: "set", Field: field, Value: value}
		if part > 0 {
			a.Options = map[string]any{"splitIndex": part}
		}
		then = append(then, a)
	}
	set(0, "category", nullIfEmpty(w.category(s.Category)))
	set(0, "notes", nullIfEmpty(s.Memo))
	for i := range s.Parts {
		p := &s.Parts[i]
		amount := w.units(p.Amount, func() string { return w.describeScheduled(s) })
		then = append(then, writtenAction{Op: "set-split-amount", Value: amount, Options: map[string]any{"splitIndex": i + 1, "method": "fixed-amount"}})
		set(i+1, "category", nullIfEmpty(w.category(p.Category)))
		set(i+1, "notes", nullIfEmpty(p.Memo))
		if p.Payee != 0 || p.Transfer.Account != 0 {
			set(i+1, "description", w.payee(p.Payee, p.Transfer))
		}
	}
	return then
}

// recurrence returns the value of the date of a schedule: a day, or a recurring date.
func (w *writer) recurrence(s *budget.Scheduled) (any, bool) {
	rule, known := schedule.Of(s)
	if !known {
		return nil, false
	}
	frequency := schedule.Frequency(s.Frequency)
	if frequency == schedule.Never {
		return s.DateNext.String(), true
	}
	r := recurring{Start: min(s.DateFirst, s.DateNext).String(), Interval: 1, Patterns: []pattern{}, EndMode: "never"}
	if s.Until != 0 {
		r.EndMode, r.EndDate = "on_date", s.Until.String()
	}
	if s.Weekend != "" {
		r.SkipWeekend, r.Weekend = true, s.Weekend
	}
	if s.Weekend == string(schedule.Nearest) {
		r.Weekend = string(schedule.Before)
		w.omitted.Omit("the nearest working days of schedules (the Friday before is used)", w.describeScheduled(s))
	}
	day := rule.First().Day()
	if s.Weekend != "" {
		day = s.DateFirst.Day()
	}
	if frequency == schedule.TwiceAMonth {
		r.Frequency = "monthly"
		early := day
		if early > halfMonth {
			early -= halfMonth
		}
		r.Patterns = []pattern{{"day", early}, w.dayOf(s, early+halfMonth)}
		return r, true
	}
	n, unit, ok := intervalOf(frequency)
	if !ok {
		return nil, false
	}
	r.Interval = n
	for name, u := range units {
		if u == unit {
			r.Frequency = name
		}
	}
	if s.Pattern != "" {
		w.writePattern(&r, s, unit)
		return r, true
	}
	if unit == schedule.Months && day > shortestMonth {
		r.Patterns = []pattern{w.dayOf(s, day)}
	}
	return r, true
}

// writePattern sets the day of the month of a schedule with a pattern. Actual has no working days of the month: the
// first and the last one are the first and the last day, moved off weekends.
func (w *writer) writePattern(r *recurring, s *budget.Scheduled, unit schedule.Unit) {
	of, _ := schedule.ParsePattern(s.Pattern)
	if unit == schedule.Years { // patterns need months
		r.Frequency, r.Interval = "monthly", 12*r.Interval
	}
	r.Patterns = []pattern{{"day", of.Nth}}
	for name, day := range weekdayNames {
		if day == of.Of {
			r.Patterns[0].Type = name
		}
	}
	if of.Of != schedule.WorkingDay {
		return
	}
	r.SkipWeekend, r.Weekend = true, string(schedule.After)
	if of.Nth == schedule.Last {
		r.Weekend = string(schedule.Before)
	}
	if of.Nth > 1 {
		w.omitted.Omit("the second to fourth working days of schedules (days of the month are used)", w.describeScheduled(s))
	}
}

// shortestMonth is the number of days that every month has.
const shortestMonth = 28

// dayOf returns the pattern of a day of the month. The 31st is the last day in both programs; shorter months do not have
// the 29th and 30th in Actual.
func (w *writer) dayOf(s *budget.Scheduled, day int) pattern {
	switch {
	case day == 31:
		return pattern{"day", lastDay}
	case day > shortestMonth:
		w.omitted.Omit("the days of schedules on the 29th or 30th in shorter months", w.describeScheduled(s))
	}
	return pattern{"day", day}
}

// intervalOf returns the interval of a frequency in the units of Actual.
func intervalOf(f schedule.Frequency) (n int, unit schedule.Unit, ok bool) {
	if n, unit, ok := f.Interval(); ok {
		return n, unit, true
	}
	for _, unit := range schedule.Units() {
		for n := 1; n <= 6; n++ {
			if every, ok := schedule.Every(n, unit); ok && every == f {
				return n, unit, true
			}
		}
	}
	return 0, "", false
}
