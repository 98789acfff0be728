package actualfile

import (
	"encoding/json"
	"fmt"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
)

// templatesOf returns the templates for the target of a category as JSON, or "". A target for which there are none is
// listed as omitted.
func (w *writer) templatesOf(c *budget.Category) string {
	was := c.Target
	if was == nil || was.Kind == "" {
		return ""
	}
	if was.Was != nil {
		w.omitted.Omit("earlier targets of categories", c.Name)
	}
	same := *was
	same.Created, same.From, same.Was, same.DueMonth, same.Uncadenced = 0, 0, nil, 0, false
	same.Due = was.By()
	made := w.templatesFor(&same)
	read := joinRefill(made)
	if len(read) != 1 {
		w.omitted.Omit("targets", c.Name)
		return ""
	}
	back := read[0].target()
	if back == nil || *back != same {
		w.omitted.Omit("targets", c.Name)
		return ""
	}
	list := make([]map[string]any, len(made))
	for i := range made {
		list[i] = made[i].members()
	}
	text, err := json.Marshal(list)
	if err != nil { // every template can be written
		return ""
	}
	return string(text)
}

// templatesFor returns templates for a target. The caller checks that they mean the same.
func (w *writer) templatesFor(t *budget.Target) []template {
	amount := float64(t.Amount) / 1000
	by := template{Type: "by", Amount: amount, Month: t.Due.Month().String()}
	switch {
	case t.Kind == budget.IncomeShare:
		return []template{{Type: "percentage", Percent: float64(t.Share) / 100, Previous: t.LastMonth, Category: allIncome}}
	case t.Kind == budget.Remainder:
		return []template{{Type: "remainder", Weight: new(float64(t.Weight))}}
	case t.Kind == budget.BySchedule:
		if name := w.scheduleName(t.Schedule); name != "" {
			return []template{{Type: "schedule", Name: name, schedule: t.Schedule}}
		}
		return nil
	case t.Kind == budget.BalanceTarget:
		return []template{{Type: "goal", Amount: amount}}
	case t.Kind == budget.BalanceBy && t.Due != 0:
		return []template{by}
	case t.Kind != budget.Need:
		return nil
	case t.Filling == budget.RefillUpTo && t.Due == 0 && t.Cadence == budget.Monthly && t.Every == 1:
		return []template{{Type: "limit", Amount: amount, Period: json.RawMessage(`"monthly"`)}, {Type: "refill"}}
	case t.Filling == budget.RefillUpTo:
		if by.Annual = t.Cadence == budget.Yearly; by.Annual {
			by.Repeat = t.Every
		} else {
			by.Repeat = t.Period()
		}
		return []template{by}
	case t.Due == 0 && t.Cadence == budget.Monthly && t.Every == 1:
		return []template{{Type: "simple", Monthly: &amount}}
	}
	return []template{periodic(t, amount)}
}

// scheduleName returns the name that a scheduled transaction gets in Actual, or "".
func (w *writer) scheduleName(id string) string {
	s := iterutil.First(w.Scheduled, func(s budget.Scheduled) bool { return s.ID == id })
	if s == nil || s.DateNext == 0 || len(s.Memo) > maxScheduleName {
		return ""
	}
	if _, known := schedule.Of(s); !known {
		return "" // it is not written
	}
	if first := iterutil.First(w.Scheduled, func(other budget.Scheduled) bool { return other.Memo == s.Memo }); first != s {
		return "" // names are unique
	}
	return s.Memo
}

// periodic returns the template of an amount that recurs weekly, or every few months or years.
func periodic(t *budget.Target, amount float64) template {
	unit, every, start := "month", t.Period(), t.Due
	switch {
	case t.IsWeekly():
		unit, every = "week", max(1, t.Every)
		if start == 0 {
			start = weekday(t.Day)
		}
	case t.Cadence == budget.Yearly:
		unit, every = "year", t.Every
	}
	return template{Type: "periodic", Amount: amount, Starting: start.String(), Period: json.RawMessage(fmt.Sprintf(`{"period":%q,"amount":%d}`, unit, every))}
}

// weekday returns a day of the week, from Sunday (0), in the first week of 2024.
func weekday(day int) civil.Date { return civil.MakeDate(2024, 1, 7+day) }

// members returns the template as Actual stores it.
func (t *template) members() map[string]any {
	m := map[string]any{"type": t.Type, "directive": "template", "priority": 0}
	switch t.Type {
	case "percentage":
		m["percent"], m["previous"], m["category"] = t.Percent, t.Previous, t.Category
	case "remainder":
		m["weight"], m["priority"] = *t.Weight, nil
	case "schedule":
		m["name"] = t.Name
	case "goal":
		m["directive"], m["amount"] = "goal", t.Amount
		delete(m, "priority")
	case "by":
		m["amount"], m["month"] = t.Amount, t.Month
		if t.Repeat > 0 {
			m["annual"], m["repeat"] = t.Annual, t.Repeat
		}
	case "simple":
		m["monthly"] = *t.Monthly
	case "periodic":
		m["amount"], m["starting"], m["period"] = t.Amount, t.Starting, t.Period
	case "limit":
		m["amount"], m["period"], m["hold"], m["priority"] = t.Amount, t.Period, false, nil
	}
	return m
}
