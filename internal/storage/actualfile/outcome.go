package actualfile

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"holdover/internal/logic/rule"
	"holdover/internal/model/ynabdoc"
)

// setOutcome converts the actions of a rule. why is the reason if Holdover cannot have them, or empty. The other actions of a
// rule that deletes have no effect.
func (c *conversionState) setOutcome(o *actualRule, then *ynabdoc.MarkedOutcome) (why string) {
	if slices.ContainsFunc(o.actions, func(a action) bool { return a.Op == deleteTransaction }) {
		then.LeaveOut = true
		return ""
	}
	for i := range o.actions {
		a := &o.actions[i]
		refused := fmt.Sprintf("the action “%s %s” has no counterpart", a.Op, displayedField(a.Field))
		switch {
		case a.Options.Template != "" || a.Options.Formula != "":
			return "its action is a formula"
		case a.Options.SplitIndex < 0 || a.Options.SplitIndex > rule.MaxShares:
			return refused
		case a.Options.SplitIndex > 0:
			if !c.setShare(a, then) {
				return refused
			}
		case a.Op == linkSchedule && !c.rules.live[a.text()]:
			return "its schedule is deleted or completed"
		case a.Op == linkSchedule:
			then.Schedule = a.text()
		case a.Op != "set":
			return refused
		case string(a.Value) == "null" && displayedField(a.Field) == "category": // of a split
		case displayedField(a.Field) == "category" && c.categoryOf(a.text()) == nil:
			return "its category is deleted"
		case !c.setField(a, then):
			return refused
		}
	}
	return checkShares(then)
}

// setField converts an action that sets a field. It returns false for a field that rules do not set, and for a record that
// does not exist.
func (c *conversionState) setField(a *action, then *ynabdoc.MarkedOutcome) bool {
	value := a.text()
	switch displayedField(a.Field) {
	case "category":
		then.Category = c.categoryOf(value).ID
	case "payee":
		p := c.payeeOf(value)
		switch {
		case p == nil || p.Deleted:
			return false
		case p.account != "":
			then.Transfer = c.transferOf(p)
			return then.Transfer != ""
		}
		then.Payee = p.ID
	case "notes":
		then.Notes = value
		return value != "" && utf8.RuneCountInString(value) <= rule.MaxNotes
	default:
		return false
	}
	return true
}

// setShare converts an action for a part of a split. It returns false unless the part is a share in percent.
func (c *conversionState) setShare(a *action, then *ynabdoc.MarkedOutcome) bool {
	at := a.Options.SplitIndex - 1
	for len(then.Shares) <= at {
		then.Shares = append(then.Shares, ynabdoc.MarkedShare{})
	}
	part := &then.Shares[at]
	switch {
	case a.Op == "set-split-amount" && a.Options.Method == "remainder":
		part.Share = remainder
		return true
	case a.Op == "set-split-amount" && a.Options.Method == "fixed-percent":
		var percent float64
		if json.Unmarshal(a.Value, &percent) != nil || percent <= 0 || percent >= 100 {
			return false
		}
		part.Share = int(math.Round(percent * 100))
		return true
	case a.Op == "set" && a.Field == "category":
		if k := c.categoryOf(a.text()); k != nil {
			part.Category = k.ID
		}
		return part.Category != ""
	case a.Op == "set" && a.Field == "notes":
		part.Notes = a.text()
		return utf8.RuneCountInString(part.Notes) <= rule.MaxNotes
	}
	return false
}

// remainder stands for the share of a part that gets the remaining amount.
const remainder = -1

// checkShares completes the shares of a split. As in Actual, parts that get the remainder share it equally. why is the
// reason if Holdover cannot have the split, or empty.
func checkShares(then *ynabdoc.MarkedOutcome) (why string) {
	if len(then.Shares) == 0 {
		return ""
	}
	left, taking := rule.Whole, 0
	for i := range then.Shares {
		if s := &then.Shares[i]; s.Share == remainder {
			taking++
		} else {
			left -= s.Share
		}
	}
	for i := range then.Shares {
		if s := &then.Shares[i]; s.Share == remainder {
			s.Share = left / taking
			left, taking = left-s.Share, taking-1
		}
	}
	if left != 0 || len(then.Shares) < 2 || slices.ContainsFunc(then.Shares, func(s ynabdoc.MarkedShare) bool { return s.Category == "" || s.Share <= 0 }) {
		return "the parts of its split are no shares of the amount"
	}
	then.Category = ""
	return ""
}
