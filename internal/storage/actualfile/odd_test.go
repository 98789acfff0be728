package actualfile_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdover/internal/model/conversion"
)

// Records that users or old versions of Actual leave behind count as they do in the peer: splits whose parts do not add up,
// deleted categories, groups, accounts and payees that are still used, parts of deleted transactions, and others.
func TestOddRecordsCountAsInThePeer(t *testing.T) {
	packed, _ := export(t, household(t, 207))
	const (
		category = "(SELECT id FROM categories WHERE is_income = 0 ORDER BY id LIMIT 1 OFFSET "
		row      = "(SELECT id FROM transactions WHERE isChild = 0 AND isParent = 0 AND transferred_id IS NULL ORDER BY id LIMIT 1 OFFSET "
		part     = "(SELECT id FROM transactions WHERE isChild = 1 AND transferred_id IS NULL ORDER BY id LIMIT 1 OFFSET "
		parent   = "(SELECT parent_id FROM transactions WHERE isChild = 1 AND transferred_id IS NULL ORDER BY id LIMIT 1 OFFSET "
	)
	f := exported(t, packed).changed(t,
		"UPDATE transactions SET amount = amount - 777, error = '{\"type\":\"SplitTransactionError\",\"version\":1,\"difference\":777}' WHERE id = "+part+"0)",
		"UPDATE transactions SET tombstone = 1 WHERE id = "+parent+"5)",
		"UPDATE transactions SET tombstone = 1 WHERE id = "+part+"9)",
		"UPDATE transactions SET parent_id = NULL WHERE id = "+part+"12)",
		"UPDATE transactions SET acct = NULL WHERE id = "+row+"3)",
		"UPDATE transactions SET date = NULL WHERE id = "+row+"4)",
		"UPDATE transactions SET amount = NULL WHERE id = "+row+"5)",
		"UPDATE transactions SET acct = 'gone' WHERE id = "+row+"6)",
		"UPDATE transactions SET description = 'gone' WHERE id = "+row+"7)",
		"UPDATE transactions SET category = 'gone' WHERE id = "+row+"8)",
		"UPDATE transactions SET category = "+category+"1) WHERE transferred_id IS NOT NULL",
		"UPDATE category_mapping SET transferId = "+category+"3) WHERE id = "+category+"2)",
		"UPDATE categories SET tombstone = 1 WHERE id = "+category+"2)",
		"UPDATE categories SET tombstone = 1 WHERE id = "+category+"4)",
		"DELETE FROM category_mapping WHERE id = "+category+"5)",
		"UPDATE categories SET hidden = 1 WHERE id = "+category+"6)",
		"UPDATE category_groups SET tombstone = 1 WHERE id = (SELECT cat_group FROM categories WHERE id = "+category+"7))",
		"UPDATE category_groups SET hidden = 1 WHERE id = (SELECT cat_group FROM categories WHERE id = "+category+"8))",
		"UPDATE payees SET tombstone = 1 WHERE id = (SELECT description FROM transactions WHERE id = "+row+"10))",
		"UPDATE accounts SET tombstone = 1 WHERE id = (SELECT acct FROM transactions WHERE id = "+row+"11))",
		"UPDATE zero_budgets SET carryover = 1 WHERE month % 2 = 0",
		"UPDATE zero_budgets SET amount = NULL WHERE id = (SELECT id FROM zero_budgets ORDER BY id LIMIT 1)",
		"INSERT INTO zero_budgets (id, month, category, amount) VALUES ('lost', 202601, 'gone', 500)",
		"INSERT INTO zero_budgets (id, month, category, amount, carryover) SELECT 'held-' || id, 202602, id, 900, 1 FROM categories WHERE is_income = 1",
		"INSERT INTO zero_budget_months (id, buffered) VALUES ('2026-03', 4321) ON CONFLICT (id) DO UPDATE SET buffered = 4321",
	)
	path := filepath.Join(t.TempDir(), "odd.zip")
	written := f.packed(t, "Odd/")
	if err := os.WriteFile(path, written, 0o600); err != nil {
		t.Fatal(err)
	}
	theirs, _ := openInPeer(t, path)
	ours := importExport(t, written)
	ours.checkEqual(t)
	ours.comparePeer(t, theirs)
}

// The note of a category is in the document once, not in each month, and it is imported.
func TestNotesOfCategoriesAreInNoMonth(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	f := exported(t, packed).changed(t, "REPLACE INTO notes (id, note) SELECT id, 'Note of ' || name FROM categories")
	after := importExport(t, f.packed(t, ""))
	for _, m := range after.doc.Plan.Months {
		for _, c := range m.Categories {
			if c.Note != "" {
				t.Fatalf("%s has the note %q in %s", c.Name, c.Note, m.Month)
			}
		}
	}
	for _, c := range after.Categories {
		if c.Note != "Note of "+c.Name {
			t.Errorf("%s has the note %q", c.Name, c.Note)
		}
	}
	for _, c := range after.Cells {
		if c.Note != "" {
			t.Fatalf("a category has the note %q in %s", c.Note, c.Month)
		}
	}
}

// The first of the remarks that are listed is the same in each conversion.
func TestRemarksNameTheFirstRecord(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	f := exported(t, packed).changed(t,
		"INSERT INTO notes (id, note) "+numbered(9)+" SELECT 'budget-206' || x || '-01', 'x' FROM c",
		"INSERT INTO rules (id, conditions, actions) "+numbered(9)+` SELECT 'loose' || x, '[]', '[{"op":"link-schedule","value":"a' || x || '"}]' FROM c`)
	_, remarks := convert(t, f.packed(t, ""))
	for _, want := range []conversion.Lost{{What: "notes of months without figures", Count: 9, Value: "2061-01"}, {What: "rules of schedules that do not exist", Count: 9, Value: "a1"}} {
		if !slices.Contains(remarks.Lost, want) {
			t.Errorf("the file loses %+v, want %+v among them", remarks.Lost, want)
		}
	}
}

// If a category has several budgeted amounts in a month, the last one counts, as in Actual.
func TestLastOfSeveralAmountsCounts(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	f := exported(t, packed).changed(t,
		"CREATE TABLE one AS SELECT category, month FROM zero_budgets WHERE amount > 0 ORDER BY month DESC LIMIT 1",
		"INSERT INTO zero_budgets (id, month, category, amount) "+numbered(50)+" SELECT 'b' || x, month, category, 7000000 + x FROM c, one")
	doc, _ := convert(t, f.packed(t, ""))
	found := false
	for _, m := range doc.Plan.Months {
		for _, c := range m.Categories {
			found = found || c.Budgeted == 70_000_500
		}
	}
	if !found {
		t.Error("the last amount does not count")
	}
}
