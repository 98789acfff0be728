package reimport_test

import (
	"slices"
	"testing"

	"holdover/internal/logic/reimport"
	"holdover/internal/model/budget"
)

func payeeRule(no budget.RuleNo, id, text string, then budget.Outcome) budget.Rule {
	return budget.Rule{No: no, ID: id, Sort: int(no), When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleIs, Text: text}}, Then: then}
}

// A newer document adds, changes and deletes its own rules. Rules made or changed here stay, and decide before new ones.
func TestRulesOfANewerDocument(t *testing.T) {
	was, newer, ours := small(), small(), small()
	rent, water := budget.Outcome{Category: 1}, budget.Outcome{Category: 2}
	was.Rules = []budget.Rule{payeeRule(1, "same", "a", rent), payeeRule(2, "changed", "b", rent), payeeRule(3, "gone", "c", rent), payeeRule(4, "both", "d", rent)}
	ours.Rules = append(slices.Clone(was.Rules), payeeRule(9, "made here", "e", water))
	ours.Rules[3].When = []budget.Condition{{Field: budget.RuleNotes, Test: budget.RuleIs, Text: "ours"}}
	newer.Rules = []budget.Rule{payeeRule(1, "new", "f", budget.Outcome{Payee: 1}), payeeRule(2, "same", "a", rent), payeeRule(3, "changed", "b", water), payeeRule(4, "both", "d", water)}

	r := reimport.Compare(was, newer, ours)
	w := r.Writes
	if len(w.Rules) != 2 || !slices.Equal(w.GoneRules, []budget.RuleNo{3}) {
		t.Fatalf("want one new, one changed and one deleted rule, got %+v and %v", w.Rules, w.GoneRules)
	}
	if got := w.Rules[0]; got.No >= 0 || got.ID != "new" || got.Sort != 10 || got.Then.Payee != 1 {
		t.Errorf("the new rule is %+v", got)
	}
	if got := w.Rules[1]; got.No != 2 || got.Sort != 2 || got.Then.Category != 2 {
		t.Errorf("the changed rule is %+v", got)
	}
	if i := slices.IndexFunc(r.Changes, func(c reimport.Change) bool { return c.Kind == "rule" && c.Kept != "" && c.Name == "ours" }); i < 0 {
		t.Errorf("the rule that was changed on both sides is missing in %+v", r.Changes)
	}
	if len(r.Changes) != 4 {
		t.Errorf("the changes are %+v", r.Changes)
	}
}

// A new rule that names a category deleted here is left out; one that names a deleted payee restores it.
func TestNewRulesNameExistingRecords(t *testing.T) {
	newer, ours := small(), small()
	newer.Rules = []budget.Rule{payeeRule(1, "lost", "a", budget.Outcome{Category: 2}), payeeRule(2, "kept", "b", budget.Outcome{Payee: 1})}
	ours.Categories, ours.Payees, ours.Cells = ours.Categories[:1], nil, ours.Cells[:1]
	ours.Transactions = ours.Transactions[2:]
	r := reimport.Compare(small(), newer, ours)
	if len(r.Writes.Rules) != 1 || r.Writes.Rules[0].ID != "kept" || len(r.Writes.Payees) != 1 {
		t.Errorf("the rules are %+v, the payees %+v", r.Writes.Rules, r.Writes.Payees)
	}
	if len(r.Changes) != 3 || r.Changes[0].Kept == "" {
		t.Errorf("the changes are %+v", r.Changes)
	}
}

// A category that a rule made here names is hidden instead of deleted.
func TestCategoriesOfRulesAreNotDeleted(t *testing.T) {
	newer, ours := small(), small()
	newer.Categories, newer.Cells, newer.Transactions = newer.Categories[:1], newer.Cells[:1], slices.Delete(newer.Transactions, 1, 2)
	ours.Rules = []budget.Rule{payeeRule(1, "made here", "a", budget.Outcome{Category: 2})}
	r := reimport.Compare(small(), newer, ours)
	if len(r.Writes.GoneCategories) > 0 || len(r.Writes.Categories) != 1 || !r.Writes.Categories[0].Hidden {
		t.Errorf("the category is %+v, deleted %v", r.Writes.Categories, r.Writes.GoneCategories)
	}
}
