package actualfile

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

// template is a goal template of a category, as Actual stores it. Amounts are in the currency's unit.
type template struct {
	Type     string          `json:"type"`
	Monthly  *float64        `json:"monthly"`
	Amount   float64         `json:"amount"`
	Limit    *limit          `json:"limit"`
	Period   json.RawMessage `json:"period"` // an object, or a word in a limit
	Starting string          `json:"starting"`
	Month    string          `json:"month"`
	From     string          `json:"from"`
	Annual   bool            `json:"annual"`
	Repeat   int             `json:"repeat"`
	Line     string          `json:"-"` // its line in the category's note

	Percent    float64         `json:"percent,omitempty"`
	Previous   bool            `json:"previous,omitempty"`
	Category   string          `json:"category,omitempty"` // the income category of a percentage
	Weight     *float64        `json:"weight,omitempty"`
	Name       string          `json:"name,omitempty"` // of a schedule
	Full       bool            `json:"full,omitempty"`
	Adjustment json.RawMessage `json:"adjustment,omitempty"`
	schedule   string          // the id of the schedule
}

// allIncome is the category of a percentage of the income of all categories.
const allIncome = "all income"

// limit is the largest balance that a template fills a category to.
type limit struct {
	Amount float64 `json:"amount"`
	Period string  `json:"period"`
}

// isFromEditor reports whether the settings of a category's templates say that they were made in the editor.
func isFromEditor(settings string) bool {
	var s struct{ Source string }
	return json.Unmarshal([]byte(settings), &s) == nil && s.Source == "ui"
}

// setTarget makes the target of a category from its first template with a counterpart. The other templates stay in the
// note of the category, or are added to it. Income categories have no targets.
func (c *conversionState) setTarget(k *category) {
	if k.income {
		return
	}
	var all []template
	if k.fromNotes {
		all = templatesIn(k.Note)
	} else if err := json.Unmarshal([]byte(k.templates), &all); err != nil && k.templates != "" {
		c.remarks.Lose("templates that cannot be read", k.Name)
		return
	}
	all = joinRefill(all)
	for i := range all {
		t := &all[i]
		if t.Type == "schedule" {
			t.schedule = c.scheduleOf(k, t.Name)
		}
		to := t.target()
		if to != nil && k.GoalType == "" && k.GoalRule == nil {
			target.Write(&k.Category, to)
			continue
		}
		line := t.String()
		name := k.Name + ": " + clip(line)
		if k.fromNotes {
			c.remarks.Lose("templates without a counterpart among targets (they stay in the notes of the category)", name)
			continue
		}
		if len(k.Note)+len(line) >= maxNote {
			c.remarks.Lose("templates without a counterpart among targets (the notes of the category are full)", name)
			continue
		}
		k.Note = budget.JoinNotes(k.Note, line)
		c.remarks.Lose("templates without a counterpart among targets (they are in the notes of the category)", name)
	}
}

// scheduleOf returns the id of the schedule with a name, if it takes money from a category; else "".
func (c *conversionState) scheduleOf(k *category, name string) string {
	id := c.schedules.named[name]
	for i := range c.schedules.rows {
		if row := &c.schedules.rows[i]; row.ID == id && row.CategoryID == k.ID && row.Amount < 0 {
			return id
		}
	}
	for i := range c.schedules.parts {
		if part := &c.schedules.parts[i]; part.ScheduledTransactionID == id && part.CategoryID == k.ID && part.Amount < 0 {
			return id
		}
	}
	return ""
}

// joinRefill joins two templates of the kinds limit and refill, by which the editor refills a category up to a limit.
func joinRefill(all []template) []template {
	if len(all) == 2 && all[0].Type == "refill" {
		all[0], all[1] = all[1], all[0]
	}
	if len(all) != 2 || all[0].Type != "limit" || all[1].Type != "refill" {
		return all
	}
	var period string
	if json.Unmarshal(all[0].Period, &period) != nil {
		return all
	}
	return []template{{Type: "simple", Limit: &limit{all[0].Amount, period}}}
}

// ruleTarget returns the target without an amount that has the same meaning, or nil.
func (t *template) ruleTarget() *budget.Target {
	switch t.Type {
	case "percentage":
		share := t.Percent * 100
		if strings.EqualFold(t.Category, allIncome) && share == math.Trunc(share) && share > 0 && share <= budget.WholeShare {
			return &budget.Target{Kind: budget.IncomeShare, Share: int(share), LastMonth: t.Previous}
		}
	case "remainder":
		weight := 1.0
		if t.Weight != nil {
			weight = *t.Weight
		}
		if t.Limit == nil && weight == math.Trunc(weight) && weight > 0 && weight <= budget.MaxWeight {
			return &budget.Target{Kind: budget.Remainder, Weight: int(weight)}
		}
	case "schedule":
		if t.schedule != "" && !t.Full && (len(t.Adjustment) == 0 || string(t.Adjustment) == "null") {
			return &budget.Target{Kind: budget.BySchedule, Schedule: t.schedule}
		}
	}
	return nil
}

// target returns the target with the same meaning, or nil.
func (t *template) target() *budget.Target {
	if to := t.ruleTarget(); to != nil {
		return to
	}
	to := &budget.Target{Kind: budget.Need, Amount: milli(t.Amount), Filling: budget.SetAside, Cadence: budget.Monthly, Every: 1}
	switch {
	case t.Type == "simple" && t.Monthly != nil && t.Limit == nil:
		to.Amount = milli(*t.Monthly)
	case t.Type == "simple" && t.Monthly == nil && t.Limit != nil && (t.Limit.Period == "" || t.Limit.Period == "monthly"):
		to.Amount, to.Filling = milli(t.Limit.Amount), budget.RefillUpTo
	case t.Type == "goal":
		*to = budget.Target{Kind: budget.BalanceTarget, Amount: to.Amount}
	case t.Type == "by" && t.From == "":
		m, err := civil.ParseMonth(t.Month)
		if err != nil || m.FarOff() {
			return nil
		}
		to.Due, to.Filling = m.First(), budget.RefillUpTo
		setRepeat(to, t)
	case t.Type == "periodic" && t.Limit == nil:
		if !setInterval(to, t) {
			return nil
		}
	default:
		return nil
	}
	if to.Amount <= 0 || to.Amount > money.Limit {
		return nil
	}
	return to
}

// setRepeat sets the period after which a target with a month begins again. A target that does not recur is a balance by a
// date.
func setRepeat(to *budget.Target, t *template) {
	every := max(1, min(t.Repeat, 100))
	switch {
	case t.Annual:
		to.Cadence, to.Every = budget.Yearly, every
	case t.Repeat > 0:
		to.Cadence, to.Every = budget.EveryMonths(every)
	default:
		*to = budget.Target{Kind: budget.BalanceBy, Amount: to.Amount, Due: to.Due}
	}
}

// setInterval sets the period of a recurring amount. It returns false for a period that targets do not have.
func setInterval(to *budget.Target, t *template) bool {
	var period struct {
		Period string `json:"period"`
		Amount int    `json:"amount"`
	}
	start, err := civil.ParseDate(t.Starting)
	if json.Unmarshal(t.Period, &period) != nil || period.Amount < 1 || period.Amount > 100 || err != nil || start.FarOff() {
		return false
	}
	switch period.Period {
	case "week":
		to.Cadence, to.Every, to.Day = budget.Weekly, period.Amount, int(start.Time().Weekday())
		if period.Amount > 1 {
			to.Due = start
		}
	case "month":
		if to.Cadence, to.Every = budget.EveryMonths(period.Amount); period.Amount > 1 {
			to.Due = start
		}
	case "year":
		to.Cadence, to.Every, to.Due = budget.Yearly, period.Amount, start
	default:
		return false
	}
	return true
}

// milli converts an amount in units of the currency. It returns 0 for an amount that is too large or not a number.
func milli(units float64) money.Milli {
	m := math.Round(units * 1000)
	if math.IsNaN(m) || math.Abs(m) > float64(money.Limit) {
		return 0
	}
	return money.Milli(m)
}

// String returns the template as a line of a note.
func (t *template) String() string {
	if t.Line != "" {
		return t.Line
	}
	text, err := json.Marshal(t)
	if err != nil { // every template can be written
		return "#template"
	}
	return "#template " + string(text)
}

// The templates in notes that have a counterpart. An amount may begin with the sign of a currency.
var (
	amountForm   = `\p{Sc}?\s*(\d+(?:\.\d{0,2})?)`
	simpleForm   = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+` + amountForm + `$`)
	upToForm     = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+up\s+to\s+` + amountForm + `$`)
	byForm       = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+` + amountForm + `\s+by\s+(\d{4}-\d{2})(?:\s+repeat\s+every\s+(\d*)\s*(month|year)s?)?$`)
	periodicForm = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+` + amountForm + `\s+repeat\s+every\s+(\d*)\s*(week|month|year)s?\s+starting\s+(\d{4}-\d{2}-\d{2})$`)
	percentForm  = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+(\d+(?:\.\d+)?)\s*%\s+of\s+(previous\s+)?all\s+income$`)
	restForm     = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+remainder(?:\s+(\d+))?$`)
	scheduleForm = regexp.MustCompile(`(?i)^#template(?:-\d+)?\s+schedule\s+(full\s+)?([^\[\]]+)$`)
	goalForm     = regexp.MustCompile(`(?i)^#goal\s+` + amountForm + `$`)
)

// templatesIn returns the templates in a category's note. One without a counterpart has only its line.
func templatesIn(note string) (all []template) {
	for line := range strings.Lines(note) {
		at := strings.IndexByte(line, '#')
		if at < 0 {
			continue
		}
		text := strings.TrimSpace(line[at:])
		if !strings.HasPrefix(text, "#template") && !strings.HasPrefix(text, "#goal") {
			continue
		}
		t := template{Line: text}
		if m := simpleForm.FindStringSubmatch(text); m != nil {
			monthly := parseAmount(m[1])
			t.Type, t.Monthly = "simple", &monthly
		} else if m := upToForm.FindStringSubmatch(text); m != nil {
			t.Type, t.Limit = "simple", &limit{parseAmount(m[1]), "monthly"}
		} else if m := goalForm.FindStringSubmatch(text); m != nil {
			t.Type, t.Amount = "goal", parseAmount(m[1])
		} else if m := byForm.FindStringSubmatch(text); m != nil {
			t.Type, t.Amount, t.Month = "by", parseAmount(m[1]), m[2]
			if m[4] != "" {
				t.Annual, t.Repeat = strings.EqualFold(m[4], "year"), parseCount(m[3])
			}
		} else if m := periodicForm.FindStringSubmatch(text); m != nil {
			t.Type, t.Amount, t.Starting = "periodic", parseAmount(m[1]), m[4]
			t.Period = json.RawMessage(fmt.Sprintf(`{"period":%q,"amount":%d}`, strings.ToLower(m[3]), parseCount(m[2])))
		} else if m := percentForm.FindStringSubmatch(text); m != nil {
			t.Type, t.Percent, t.Previous, t.Category = "percentage", parseAmount(m[1]), m[2] != "", allIncome
		} else if m := restForm.FindStringSubmatch(text); m != nil {
			weight := float64(parseCount(m[1]))
			t.Type, t.Weight = "remainder", &weight
		} else if m := scheduleForm.FindStringSubmatch(text); m != nil {
			t.Type, t.Full, t.Name = "schedule", m[1] != "", strings.TrimSpace(m[2])
		}
		all = append(all, t)
	}
	return all
}

func parseAmount(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil { // the form has digits and a point only
		return 0
	}
	return n
}

// parseCount returns the number of periods; none means one.
func parseCount(s string) int {
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
