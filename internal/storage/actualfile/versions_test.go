package actualfile_test

import (
	"io"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/storage/actualfile"
)

// A database of each version since 2022 is imported with the same figures. The steps undo Actual's migrations, the newest
// first.
func TestOlderDatabases(t *testing.T) {
	before := household(t, 204)
	packed, _ := export(t, before)
	f := exported(t, packed)
	want := envelope.Compute(envelope.SnapshotOf(before))
	for _, step := range []struct {
		version    string
		statements []string
	}{
		{"2026-01", nil},
		{"2025-11", []string{"DROP TABLE payee_locations", "DROP TABLE dashboard_pages"}},
		{"2025-07", []string{"ALTER TABLE categories DROP COLUMN template_settings", "ALTER TABLE tags DROP COLUMN tombstone"}},
		{"2025-02", []string{"DROP TABLE tags", "ALTER TABLE accounts DROP COLUMN last_reconciled", "UPDATE preferences SET value = 'rollover' WHERE id = 'budgetType'"}},
		{"2024-10", []string{"ALTER TABLE payees DROP COLUMN learn_categories", "ALTER TABLE accounts DROP COLUMN last_sync", "ALTER TABLE transactions DROP COLUMN raw_synced_data"}},
		{"2024-06", []string{"DROP TABLE preferences", "DROP TABLE dashboard", "ALTER TABLE payees DROP COLUMN favorite", "ALTER TABLE zero_budgets DROP COLUMN goal", "ALTER TABLE zero_budgets DROP COLUMN long_goal"}},
		{"2023-12", []string{"DROP TABLE custom_reports", "ALTER TABLE accounts DROP COLUMN account_sync_source"}},
		{"2023-09", []string{"ALTER TABLE transactions DROP COLUMN reconciled", "ALTER TABLE categories DROP COLUMN goal_def", "ALTER TABLE schedules_next_date DROP COLUMN tombstone"}},
		{"2023-06", []string{"DROP TABLE transaction_filters", "ALTER TABLE accounts DROP COLUMN type", "ALTER TABLE categories DROP COLUMN hidden", "ALTER TABLE category_groups DROP COLUMN hidden"}},
		{"2022-12", []string{"ALTER TABLE schedules DROP COLUMN name", "ALTER TABLE rules DROP COLUMN conditions_op"}},
	} {
		f = f.changed(t, step.statements...)
		after := importExport(t, f.packed(t, ""))
		after.checkEqual(t)
		if len(after.Transactions) != len(before.Transactions) || len(after.Rules) < 3 || len(after.Scheduled) != len(before.Scheduled) {
			t.Errorf("%s: %d transactions, %d rules and %d schedules were imported", step.version, len(after.Transactions), len(after.Rules), len(after.Scheduled))
		}
		got := envelope.Compute(envelope.SnapshotOf(after.Whole))
		for m := want.First; m <= want.Last(); m++ {
			if got.Month(m).ToBudget != want.Month(m).ToBudget {
				t.Errorf("%s: To Budget in %s is %s, want %s", step.version, m, got.Month(m).ToBudget, want.Month(m).ToBudget)
			}
		}
	}
}

// A tracking budget is imported with its transactions and the budgeted amounts of its own table, and a statement of what is
// not kept.
func TestTrackingBudgets(t *testing.T) {
	for name, statements := range map[string][]string{
		"today":      {"UPDATE preferences SET value = 'tracking' WHERE id = 'budgetType'"},
		"older":      {"UPDATE preferences SET value = 'report' WHERE id = 'budgetType'"},
		"until 2024": {"DROP TABLE preferences"},
	} {
		before := household(t, 204)
		packed, _ := export(t, before)
		f := exported(t, packed).changed(t, append(statements,
			"INSERT INTO reflect_budgets (id, month, category, amount, carryover) SELECT id, month, category, 4200, 1 FROM zero_budgets", "DELETE FROM zero_budgets")...)
		if name == "until 2024" {
			f.metadata = []byte(`{"id":"My-Finances-1a2b3c4","budgetName":"Tracked","budgetType":"report","dateFormat":"dd.MM.yyyy","numberFormat":"dot-comma"}`)
		}
		after := importExport(t, f.packed(t, ""))
		if len(after.remarks.Warnings) == 0 || after.remarks.Warnings[len(after.remarks.Warnings)-1].Code != "tracking" && after.remarks.Warnings[0].Code != "tracking" {
			t.Errorf("%s: nothing says that the budget is a tracking budget: %+v", name, after.remarks.Warnings)
		}
		if len(after.Cells) == 0 || after.Cells[0].Budgeted != 42_000 || len(after.Rollovers) > 0 {
			t.Errorf("%s: the budgeted amounts are %+v with rollovers %v, want 42.000 each and none", name, after.Cells[:min(1, len(after.Cells))], after.Rollovers)
		}
		for _, m := range after.doc.Plan.Months {
			if m.Has("to_be_budgeted") || m.Categories[0].Has("balance") {
				t.Errorf("%s: the document has To Budget or balances of a tracking budget in %s", name, m.Month)
			}
		}
		if after.report.Accounts == nil || !after.report.Sound() {
			t.Errorf("%s: the accounts differ: %s", name, after.report.Sentence)
		}
		if name == "until 2024" && (after.Info.DateFormat != "DD.MM.YYYY" || after.Info.Currency.DecimalSeparator != ",") {
			t.Errorf("the formats of metadata.json are not used: %+v", after.Info)
		}
	}
}

// Amounts that are budgeted more than three months before the first transaction count nowhere in Actual. They are left out
// with a warning. A budget that is written for Actual counts them there.
func TestBudgetsBeforeTheFirstTransaction(t *testing.T) {
	before := household(t, 204)
	first := before.Transactions[0].Date.Month()
	for _, row := range before.Transactions {
		first = min(first, row.Date.Month())
	}
	var category budget.CategoryNo
	for _, c := range before.Categories {
		if !c.Income {
			category = c.No
		}
	}
	early := first.Add(-12)
	before.Cells = append([]budget.Cell{{Category: category, Month: early, Budgeted: 5000}}, before.Cells...)
	packed, omitted := export(t, before)
	after := importExport(t, packed)
	after.checkEqual(t)
	ours, theirs := envelope.Compute(envelope.SnapshotOf(before)), envelope.Compute(envelope.SnapshotOf(after.Whole))
	if ours.Month(early).ToBudget != theirs.Month(early).ToBudget || theirs.First != early {
		t.Errorf("in %s To Budget is %s, want %s; omitted: %v", early, theirs.Month(early).ToBudget, ours.Month(early).ToBudget, omitted)
	}
	f := exported(t, packed).changed(t, "DELETE FROM transactions WHERE tombstone = 1")
	after = importExport(t, f.packed(t, ""))
	after.checkEqual(t)
	warned := false
	for _, w := range after.remarks.Warnings {
		warned = warned || w.Code == "early-budget" && w.Count == 1
	}
	if !warned || after.doc.Plan.FirstMonth < first.Add(-3) {
		t.Errorf("the document begins in %s and the warnings are %+v, want a month from %s and a warning", after.doc.Plan.FirstMonth, after.remarks.Warnings, first.Add(-3))
	}
}

// The budget is recognised in a newer export by the id that Actual keeps.
func TestNewerExportHasTheSameID(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	f := exported(t, packed)
	id := func(metadata string) string {
		f.metadata = []byte(metadata)
		return importExport(t, f.packed(t, "")).doc.Plan.ID
	}
	local := id(`{"id":"My-Finances-1a2b3c4","budgetName":"My Finances"}`)
	uploaded := id(`{"id":"My-Finances-1a2b3c4","budgetName":"Renamed","cloudFileId":"0b3a","groupId":"77","lastSyncedTimestamp":"2026-05-01T10:00:00.000Z-0000-9c2c5e104a72dfe9"}`)
	reset := id(`{"id":"My-Finances-1a2b3c4","budgetName":"Renamed","cloudFileId":"ffff","groupId":"88"}`)
	other := id(`{"id":"My-Finances-9999999","budgetName":"My Finances"}`)
	if local != uploaded || local != reset || local == other {
		t.Errorf("the ids are %s, %s and %s, and %s for another budget", local, uploaded, reset, other)
	}
	doc := importExport(t, f.packed(t, "")).doc
	if doc.Plan.LastModifiedOn != "" {
		t.Errorf("the document was changed at %s, but the file does not say when", doc.Plan.LastModifiedOn)
	}
	f.metadata = []byte(`{"id":"a","lastSyncedTimestamp":"2026-05-01T10:00:00.000Z-0000-9c2c5e104a72dfe9"}`)
	if got := importExport(t, f.packed(t, "")).doc.Plan.LastModifiedOn; got != "2026-05-01T10:00:00Z" {
		t.Errorf("the document was changed at %q, want 2026-05-01T10:00:00Z", got)
	}
}

// The currency that a file names cannot be replaced by another one.
func TestCurrencyOfTheFileCounts(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	for currency, says := range map[string]string{"": "", "USD": "", "usd": "", "EUR": "the file is in USD, not in EUR"} {
		_, err := actualfile.Converter{}.Convert(archiveOf(t, packed), io.Discard, conversion.Options{Currency: currency})
		if says == "" && err != nil || says != "" && (err == nil || err.Error() != says || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "") {
			t.Errorf("with the currency %q the error is %v, want %q", currency, err, says)
		}
	}
}
