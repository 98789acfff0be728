package actualfile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"holdover/internal/base/money"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// schedules are the scheduled transactions of the file.
type schedules struct {
	rows    []ynabdoc.ScheduledTransaction
	named   map[string]string // their ids by the names of schedules
	parts   []ynabdoc.ScheduledSubtransaction
	ends    []ynabdoc.MarkedEnd
	entered []string // those that are entered automatically
}

// readSchedules reads the schedules. The conditions and actions of the rule of each contain the scheduled transaction.
func (c *conversionState) readSchedules() error {
	if !c.has("schedules") || !c.has("schedules_next_date") {
		return nil
	}
	query := "SELECT schedules.id, " + c.column("schedules", "name", "NULL") + ", schedules.completed, schedules.posts_transaction, schedules.tombstone, " +
		"CASE WHEN n.local_next_date_ts = n.base_next_date_ts THEN n.local_next_date ELSE n.base_next_date END, " + c.column("schedules", "custom_upcoming_length", "NULL") + " IS NOT NULL" +
		" FROM schedules LEFT JOIN schedules_next_date n ON n.schedule_id = schedules.id ORDER BY schedules.rowid"
	seen := map[string]bool{}
	err := c.load("schedules", query, func(r *record) {
		row := ynabdoc.ScheduledTransaction{ID: r.id("schedule"), Memo: r.text()}
		completed, enters, deleted := r.flag(), r.flag(), r.flag()
		row.DateNext = r.date()
		switch {
		case seen[row.ID]:
			return
		case deleted:
			c.remarks.Skip("scheduled_transactions", reasonDeleted)
		case completed:
			c.remarks.Skip("scheduled_transactions", reasonCompleted)
		default:
			if r.flag() {
				c.remarks.Lose("the number of days for which a schedule is shown ahead", row.Memo)
			}
			c.addSchedule(row, enters)
		}
		seen[row.ID] = true
	})
	for _, id := range slices.Sorted(maps.Keys(c.rules.bySchedule)) {
		if !seen[id] {
			c.remarks.Lose("rules of schedules that do not exist", id)
		}
	}
	return err
}

// addSchedule adds a scheduled transaction whose name is its memo.
func (c *conversionState) addSchedule(row ynabdoc.ScheduledTransaction, enters bool) {
	o := c.rules.bySchedule[row.ID]
	if o == nil {
		c.remarks.Skip("scheduled_transactions", "a schedule without the rule that says what is scheduled")
		return
	}
	name := cmp.Or(row.Memo, c.describe(o))
	if row.Memo != "" && c.schedules.named[row.Memo] == "" {
		if c.schedules.named == nil {
			c.schedules.named = map[string]string{}
		}
		c.schedules.named[row.Memo] = row.ID
	}
	s := budget.Scheduled{}
	dated, exact := false, true
	var further []string
	parts := len(c.schedules.parts)
	for i := range o.conditions {
		switch k := &o.conditions[i]; displayedField(k.Field) {
		case "account":
			if a := c.accounts.get(textOf(k.Value)); a != nil && !a.Deleted {
				row.AccountID = a.ID
			}
		case "payee":
			if p := c.payeeOf(textOf(k.Value)); p != nil {
				p.used = true
				row.PayeeID, row.TransferAccountID = p.ID, c.transferOf(p)
			}
		case "date":
			exact, dated = setDates(&s, k.Value)
		default:
			if k == o.test("amount") {
				row.Amount, s.Spread = c.scheduledAmount(k, name)
			} else {
				further = append(further, displayedField(k.Field))
			}
		}
	}
	if row.AccountID == "" || !dated {
		c.remarks.Skip("scheduled_transactions", "a schedule without an account or a date")
		return
	}
	if len(further) > 0 && (row.PayeeID != "" || c.addRule(o.onlyLinking()) != "") {
		c.remarks.Lose("further conditions of schedules", name+": "+strings.Join(further, ", "))
	}
	if row.DateNext == 0 {
		row.DateNext = s.DateFirst
	}
	if !exact {
		c.remarks.Lose("days of schedules that Holdover does not have (the nearest ones are used)", name)
	}
	row.DateFirst, row.Frequency = min(s.DateFirst, row.DateNext), string(schedule.Frequency(s.Frequency).Nearest())
	if !exact && s.Frequency == string(schedule.Monthly) {
		row.DateFirst = row.DateNext
	}
	if c.addScheduleActions(&row, o, name); len(c.schedules.parts) > parts && s.Spread != 0 {
		c.remarks.Lose("ranges of amounts of scheduled splits (their middle is used)", name)
		s.Spread = 0
	}
	end := ynabdoc.MarkedEnd{ID: row.ID, Until: s.Until, Weekend: s.Weekend, Pattern: s.Pattern, Spread: s.Spread}
	if row.Frequency != s.Frequency {
		end.Frequency = s.Frequency
	}
	if end != (ynabdoc.MarkedEnd{ID: row.ID}) {
		c.schedules.ends = append(c.schedules.ends, end)
	}
	if enters {
		c.schedules.entered = append(c.schedules.entered, row.ID)
	}
	c.schedules.rows = append(c.schedules.rows, row)
}

func textOf(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// scheduledAmount returns the amount of a schedule, and how far those of its transactions may differ from it. As in Actual,
// the amount of a range is its middle.
func (c *conversionState) scheduledAmount(k *condition, name string) (amount, spread money.Milli) {
	n := middleOf(k.Value)
	least, most, ok := amounts(k)
	if !ok || n != math.Trunc(n) {
		c.remarks.Lose("amounts of schedules that are not whole or too large", fmt.Sprintf("%s: %v", name, n))
		return 0, 0
	}
	amount, spread = money.Milli(n)*c.unit, money.Milli(math.Ceil(max(most-n, n-least)))*c.unit
	return amount, min(spread, max(0, amount.Abs()-c.unit)) // both directions of money are no range in Holdover
}

// middleOf returns the amount of a condition, or the middle of its range, which Actual rounds up.
func middleOf(value json.RawMessage) (n float64) {
	var between struct{ Num1, Num2 float64 }
	if json.Unmarshal(value, &n) != nil && json.Unmarshal(value, &between) == nil {
		n = math.Floor((between.Num1+between.Num2)/2 + 0.5)
	}
	return n
}

// addScheduleActions sets the category, the notes and the parts of a scheduled transaction from the actions of its rule.
func (c *conversionState) addScheduleActions(row *ynabdoc.ScheduledTransaction, o *actualRule, name string) {
	parts := map[int]*ynabdoc.ScheduledSubtransaction{}
	for i := range o.actions {
		a := &o.actions[i]
		if a.Op == linkSchedule || a.Op == "set" && string(a.Value) == "null" {
			continue
		}
		at := a.Options.SplitIndex
		if at > 0 && at <= maxParts && parts[at] == nil {
			parts[at] = &ynabdoc.ScheduledSubtransaction{ID: fmt.Sprintf("%s/%d", row.ID, at), ScheduledTransactionID: row.ID}
		}
		part := parts[at]
		isFormula := a.Options.Template != "" || a.Options.Formula != ""
		switch {
		case isFormula || at < 0 || at > maxParts:
			c.remarks.Lose("actions of schedules", name)
		case a.Op == "set" && displayedField(a.Field) == "category" && c.categoryOf(a.text()) != nil:
			if k := c.categoryOf(a.text()); part != nil {
				part.CategoryID = k.ID
			} else {
				row.CategoryID = k.ID
			}
		case a.Op == "set" && displayedField(a.Field) == "payee" && part != nil && c.payeeOf(a.text()) != nil:
			p := c.payeeOf(a.text())
			p.used = true
			part.PayeeID, part.TransferAccountID = p.ID, c.transferOf(p)
		case a.Op == "set" && a.Field == "notes" && part != nil:
			part.Memo = a.text()
		case a.Op == "set" && a.Field == "notes":
			row.Memo = a.text()
		case a.Op == "set-split-amount" && part != nil && c.setPart(a, row, part):
		default:
			c.remarks.Lose("actions of schedules", name)
		}
	}
	c.closeParts(row, parts)
}

// maxParts is the largest number of parts of a scheduled split.
const maxParts = 100

// setPart sets the amount of a part. closeParts sets that of a part that gets the remainder.
func (c *conversionState) setPart(a *action, row *ynabdoc.ScheduledTransaction, part *ynabdoc.ScheduledSubtransaction) bool {
	var n float64
	if json.Unmarshal(a.Value, &n) != nil {
		n = 0
	}
	if math.Abs(n) > float64(money.Limit/1000) {
		return false
	}
	switch a.Options.Method {
	case "fixed-amount":
		part.Amount = money.Milli(math.Round(n)) * c.unit
	case "fixed-percent":
		part.Amount = money.Milli(math.Round(float64(row.Amount/c.unit)*n/100)) * c.unit
	case "remainder":
	default:
		return false
	}
	return true
}

// closeParts adds the parts. The last part gets the remaining amount.
func (c *conversionState) closeParts(row *ynabdoc.ScheduledTransaction, parts map[int]*ynabdoc.ScheduledSubtransaction) {
	if len(parts) == 0 {
		return
	}
	row.CategoryID = ""
	left, last := row.Amount, 0
	for at := 1; at <= maxParts; at++ {
		if parts[at] != nil {
			left, last = left-parts[at].Amount, at
		}
	}
	parts[last].Amount += left
	for at := 1; at <= last; at++ {
		if parts[at] != nil {
			c.schedules.parts = append(c.schedules.parts, *parts[at])
		}
	}
}

func (c *conversionState) writeScheduled(out *ynabdoc.Writer) error {
	for i := range c.schedules.rows {
		if err := out.Record(&c.schedules.rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversionState) writeScheduledParts(out *ynabdoc.Writer) error {
	for i := range c.schedules.parts {
		if err := out.Record(&c.schedules.parts[i]); err != nil {
			return err
		}
	}
	return nil
}
