package actualfile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// rules are the rules of the file.
type rules struct {
	marked     []ynabdoc.MarkedRule
	byContent  map[string]int         // the places in marked of rules, by their content without the id
	first      []int                  // the place in the file of each of marked
	bySchedule map[string]*actualRule // the rule of each schedule
	owned      map[string]string      // the ids of schedules, by the ids of their rules
	live       map[string]bool        // the schedules that are neither deleted nor completed
}

// actualRule is a rule of Actual. Those of schedules contain the scheduled transaction.
type actualRule struct {
	id         string
	place      int // in the file
	stage      int
	matchAny   bool
	conditions []condition
	actions    []action
}

type condition struct {
	Field   string           `json:"field"`
	Op      string           `json:"op"`
	Value   json.RawMessage  `json:"value"`
	Options conditionOptions `json:"options"`
}

type conditionOptions struct {
	Inflow  bool `json:"inflow"`
	Outflow bool `json:"outflow"`
	Month   bool `json:"month"`
	Year    bool `json:"year"`
}

type action struct {
	Field   string          `json:"field,omitempty"`
	Op      string          `json:"op"`
	Value   json.RawMessage `json:"value"`
	Options struct {
		Template   string `json:"template,omitempty"`
		Formula    string `json:"formula,omitempty"`
		SplitIndex int    `json:"splitIndex,omitempty"`
		Method     string `json:"method,omitempty"`
	} `json:"options"`
}

// displayedFields maps names of fields in the database to those that Actual shows.
var displayedFields = map[string]string{"description": "payee", "acct": "account", "imported_description": "imported_payee"}

// Actions of Actual besides those that set something.
const (
	linkSchedule      = "link-schedule"
	deleteTransaction = "delete-transaction"
)

// Limits on a rule.
const (
	maxRuleText  = 64 << 10 // bytes of its conditions, and of its actions
	maxRuleParts = 100      // conditions, and actions
	maxWhen      = 200      // conditions in the document, where one with several values becomes several
)

// rulePartSize is the approximate size of a condition or an action in memory, in bytes.
const rulePartSize = 100

// readRules reads the rules. Each is written to the document, used for its schedule, or counted.
func (c *conversionState) readRules() error {
	c.rules.bySchedule = map[string]*actualRule{}
	if !c.has("rules") {
		return nil
	}
	if err := c.readScheduleRules(); err != nil {
		return err
	}
	var ranked, linking []*actualRule
	places := 0
	query := "SELECT id, " + c.column("rules", "stage", "NULL") + ", " + c.column("rules", "conditions_op", "'and'") + ", conditions, actions FROM rules WHERE ifnull(tombstone, 0) = 0 ORDER BY rowid"
	err := c.load("rules", query, func(r *record) {
		one := &actualRule{id: r.id("rule"), place: places, stage: stages[r.text()], matchAny: r.text() == "or"}
		places++
		conditions, actions := r.textUpTo(maxRuleText), r.textUpTo(maxRuleText)
		if !isArray(conditions, &one.conditions) || !isArray(actions, &one.actions) {
			c.remarks.Lose("rules that cannot be read", one.id)
			return
		}
		if len(one.conditions) > maxRuleParts || len(one.actions) > maxRuleParts {
			c.remarks.Lose("rules that Holdover cannot have", fmt.Sprintf("%s: it has more than %d conditions or actions", c.describe(one), maxRuleParts))
			return
		}
		c.kept += rulePartSize * (len(one.conditions) + len(one.actions))
		switch id := one.schedule(); {
		case id != "" && c.rules.owned[one.id] == id:
			c.rules.bySchedule[id] = one
		case id != "":
			linking = append(linking, one)
		default:
			ranked = append(ranked, one)
		}
	})
	for _, one := range linking {
		if id := one.schedule(); c.rules.bySchedule[id] == nil { // the schedule does not name its rule
			c.rules.bySchedule[id] = one
		} else {
			ranked = append(ranked, one)
		}
	}
	// In Actual, the last rule that sets a field wins, and rules with more exact conditions come later; of equal ones, the
	// ids decide. In Holdover, the first wins.
	slices.SortStableFunc(ranked, func(a, b *actualRule) int {
		return cmp.Or(cmp.Compare(b.stage, a.stage), cmp.Compare(b.exactness(), a.exactness()), cmp.Compare(b.id, a.id))
	})
	for _, one := range ranked {
		if why := c.addRule(one); why != "" {
			c.remarks.Lose("rules without a counterpart in Holdover", c.describe(one)+": "+why)
		}
	}
	return err
}

// addRule adds a rule to the document. why is the reason if Holdover cannot have it, or empty. A rule of Holdover that was
// written as several, which differ in conditions that are one condition in Holdover, becomes one again.
func (c *conversionState) addRule(o *actualRule) (why string) {
	marked, why := c.markedRule(o)
	if why != "" {
		return why
	}
	unnamed := *marked
	unnamed.ID = ""
	content, err := json.Marshal(unnamed)
	if err != nil {
		return err.Error()
	}
	if at, known := c.rules.byContent[string(content)]; known {
		if o.place < c.rules.first[at] {
			c.rules.marked[at].ID, c.rules.first[at] = marked.ID, o.place
		}
		return ""
	}
	if c.rules.byContent == nil {
		c.rules.byContent = map[string]int{}
	}
	c.rules.byContent[string(content)] = len(c.rules.marked)
	c.rules.marked, c.rules.first = append(c.rules.marked, *marked), append(c.rules.first, o.place)
	return ""
}

// stages maps the stages of rules to their order.
var stages = map[string]int{"pre": -1, "": 0, "post": 1}

// exactness is the rank of a rule within its stage. Actual applies rules with a larger one later.
func (o *actualRule) exactness() (sum int) {
	exact := true
	for _, k := range o.conditions {
		switch k.Op {
		case "is", "isNot":
			sum += 10
		case "oneOf", "notOneOf":
			sum += 9
		case "isapprox":
			sum += 5
		case "isbetween":
			sum += 5
			exact = false
		case "gt", "gte", "lt", "lte":
			sum++
			exact = false
		default:
			exact = false
		}
	}
	if exact {
		return 2 * sum
	}
	return sum
}

func isArray[T any](text string, to *[]T) bool {
	return text == "" || json.Unmarshal([]byte(text), to) == nil
}

// schedule returns the id of the schedule that a rule belongs to, or "".
func (o *actualRule) schedule() string {
	for i := range o.actions {
		if o.actions[i].Op == linkSchedule {
			return o.actions[i].text()
		}
	}
	return ""
}

func (a *action) text() string {
	var s string
	if json.Unmarshal(a.Value, &s) != nil {
		return ""
	}
	return s
}

// describe describes a rule for remarks, with the names of the records in its conditions.
func (c *conversionState) describe(o *actualRule) string {
	var parts []string
	for i := range o.conditions {
		k := &o.conditions[i]
		value := string(k.Value)
		if id := textOf(k.Value); id != "" {
			value = id
			if p := c.payeeOf(id); p != nil {
				value = p.Name
			} else if a := c.accounts.get(id); a != nil {
				value = a.Name
			} else if known := c.categoryOf(id); known != nil {
				value = known.Name
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s %s", displayedField(k.Field), k.Op, value))
	}
	return clip("if " + strings.Join(parts, ", "))
}

func displayedField(field string) string {
	if name := displayedFields[field]; name != "" {
		return name
	}
	return field
}

// markedRule returns the rule of the document with the same meaning. why is the reason if there is none, or empty.
func (c *conversionState) markedRule(o *actualRule) (marked *ynabdoc.MarkedRule, why string) {
	if len(c.rules.marked) == rule.MaxRules {
		return nil, fmt.Sprintf("a budget has at most %d rules", rule.MaxRules)
	}
	marked = &ynabdoc.MarkedRule{ID: o.id, Any: o.matchAny}
	tests := o.conditions
	if own := c.rules.bySchedule[o.schedule()]; own != nil {
		tests, marked.Then.AnyAmount = o.conditionsBeside(own, c.unit)
	}
	for i := range tests {
		when, every, why := c.conditions(&tests[i])
		if why != "" {
			return nil, why
		}
		if len(when) > 1 && len(tests) > 1 && every == o.matchAny {
			return nil, displayedField(tests[i].Field) + " has several values, among other conditions"
		}
		if len(when) > 1 {
			marked.Any = !every
		}
		marked.When = append(marked.When, when...)
		if len(marked.When) > maxWhen {
			return nil, fmt.Sprintf("it has more than %d conditions", maxWhen)
		}
	}
	if len(marked.When) == 0 {
		return nil, "it has no conditions"
	}
	simplify(marked)
	if why := c.setOutcome(o, &marked.Then); why != "" {
		return nil, why
	}
	return marked, ""
}

// simplify joins conditions that are one condition in Holdover: those about the payee and the bank's text, about an amount
// spent or received, and about the first and the last day.
func simplify(r *ynabdoc.MarkedRule) {
	var all []ynabdoc.MarkedCondition
	for _, c := range r.When {
		joined := false
		for i := range all {
			was := &all[i]
			other, opposite := *was, map[string]string{string(budget.RuleSpent): string(budget.RuleReceived), string(budget.RuleReceived): string(budget.RuleSpent)}[was.Field]
			switch other.Field = opposite; {
			case *was == c:
				joined = true
			case r.Any && opposite != "" && other == c:
				was.Field, joined = string(budget.RuleAmount), true
			case !r.Any && was.Field == string(budget.RuleDate) && c.Field == was.Field && was.Until == 0 && c.From == 0 && was.From != 0 && was.Test == c.Test && was.From <= c.Until:
				was.Until, joined = c.Until, true
			}
			if joined {
				break
			}
		}
		if !joined {
			all = append(all, c)
		}
	}
	r.When, r.Any = all, r.Any && len(all) > 1
}
