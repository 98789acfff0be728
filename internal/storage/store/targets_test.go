package store

import (
	"reflect"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/testing/testkit"
)

// Targets that an earlier version stored as the source's JSON members are migrated to typed ones, in months and in
// the journal: earlier changes can still be undone.
func TestTargetsStoredAsJSONAreMigrated(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { upgradeTargets(t, database.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { upgradeTargets(t, database.Config{URL: testkit.Postgres(t)}) })
}

func upgradeTargets(t *testing.T, cfg database.Config) {
	ctx := t.Context()
	db := databasetest.At(t, cfg, 10)
	june := civil.MakeMonth(2026, 6)
	const goal = `{"goal_type":"NEED","goal_needs_whole_amount":true,"goal_day":0,"goal_cadence":2,"goal_target":25000,"goal_under_funded":5,"goal_snoozed_at":"2026-06-03T10:00:00Z"}`
	// The second target was set through the API, which wrote the members sorted by name.
	const sorted = `{"goal_cadence":1,"goal_cadence_frequency":1,"goal_needs_whole_amount":true,"goal_target":100000,"goal_target_date":"2027-01-31","goal_type":"NEED"}`
	const whole = `{"no":4,"id":"d","group":1,"name":"Gone","hidden":false,"income":false,"sort":3,"goal":{"goal_type":"TB","goal_target":7000}}`
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{`INSERT INTO budget (id, source_id, name, currency, date_format, knowledge, next_no, created_at, modified_at, first_month, last_month, accounts, transactions)
			VALUES ('b', 'plan', 'B', '{"iso_code":"EUR"}', '', 9, 9, $1, $1, 0, 0, 0, 0)`, []any{start.UnixMilli()}},
		{"INSERT INTO category_group (budget, no, id, name, hidden, income, note, sort) VALUES (1, 1, 'g', 'G', $1, $1, '', 0)", []any{false}},
		{"INSERT INTO category (budget, no, id, category_group, name, hidden, income, note, sort, goal) VALUES (1, 2, 'b', 1, 'Two', $1, $1, '', 0, $2)", []any{false, goal}},
		{"INSERT INTO category (budget, no, id, category_group, name, hidden, income, note, sort, goal) VALUES (1, 3, 'c', 1, 'Three', $1, $1, '', 1, $2)", []any{false, sorted}},
		{"INSERT INTO cell (budget, category, month, budgeted, note, goal) VALUES (1, 2, $1, 70, '', $2)", []any{int64(june - 1), `{"goal_target":9000,"goal_under_funded":null,"goal_snoozed_at":null}`}},
		{"INSERT INTO cell (budget, category, month, budgeted, note, goal) VALUES (1, 3, $1, 80, '', $2)", []any{int64(june), `{"goal_percentage_complete":12}`}},
		{"INSERT INTO change (budget, no, at, actor, action, label, undoable, row_count, touched) VALUES (1, 7, $1, '', 'edit-category', 'Target', $2, 1, '{}')", []any{start.UnixMilli(), true}},
		{"INSERT INTO change_row (budget, change, seq, kind, no, sub, id, old, new) VALUES (1, 7, 1, 'category', 3, 0, 'c', $1, $2)", []any{`{"goal":null}`, `{"goal":` + sorted + `}`}},
		{"INSERT INTO change_row (budget, change, seq, kind, no, sub, id, old, new) VALUES (1, 7, 2, 'cell', 3, $1, '', $2, $3)", []any{int64(june), `{"goal":{"goal_percentage_complete":1}}`, `{"goal":{"goal_percentage_complete":12}}`}},
		{"INSERT INTO change (budget, no, at, actor, action, label, undoable, row_count, touched) VALUES (1, 8, $1, '', 'delete-category', 'Deleted', $2, 2, '{}')", []any{start.UnixMilli(), true}},
		{"INSERT INTO change_row (budget, change, seq, kind, no, sub, id, old) VALUES (1, 8, 1, 'cell', 4, $1, '', $2)", []any{int64(june), `{"category":4,"month":"2026-06","budgeted":3,"goal":{"goal_target":8000}}`}},
		{"INSERT INTO change_row (budget, change, seq, kind, no, sub, id, old) VALUES (1, 8, 2, 'category', 4, 0, 'd', $1)", []any{whole}},
	} {
		if err := db.Change(ctx, func(q *database.Session) error {
			_, err := q.Exec(statement.query, statement.args...)
			return err
		}); err != nil {
			t.Fatalf("execute %s: %v", statement.query, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	s := open(t, cfg)
	weekly := budget.Target{Kind: budget.Need, Amount: 25000, Filling: budget.SetAside, Cadence: budget.Weekly}
	another, five, twelve := weekly, money.Milli(5), 12
	another.Amount = 9000
	dated := budget.Target{Kind: budget.Need, Amount: 100000, Filling: budget.SetAside, Cadence: 1, Every: 1, Due: civil.MakeDate(2027, 1, 31)}
	expect := func(step string, want map[budget.CategoryNo]*budget.Target, cells []budget.Cell) {
		t.Helper()
		if err := s.ReadTx(ctx, 1, func(v *ReadTx) error {
			all, err := v.Categories()
			got := map[budget.CategoryNo]*budget.Target{}
			for _, c := range all {
				got[c.No] = c.Target
			}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: targets %+v, want %+v (error %v)", step, got, want, err)
			}
			has, err := v.Cells()
			if err != nil || !reflect.DeepEqual(has, cells) {
				t.Errorf("%s: cells %+v, want %+v (error %v)", step, has, cells, err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	may := budget.Cell{Category: 2, Month: june - 1, Budgeted: 70, Target: &another}
	snoozed := budget.Cell{Category: 2, Month: june, Snoozed: "2026-06-03T10:00:00Z", Shown: &budget.TargetShown{UnderFunded: &five}}
	expect("brought up to date", map[budget.CategoryNo]*budget.Target{2: &weekly, 3: &dated},
		[]budget.Cell{may, snoozed, {Category: 3, Month: june, Budgeted: 80, Shown: &budget.TargetShown{Percent: &twelve}}})
	for _, change := range []int64{7, 8} {
		if _, err := s.Undo(ctx, 1, change, Meta{Action: "undo", Label: "Undo", At: start}); err != nil {
			t.Fatalf("undo change %d: %v", change, err)
		}
	}
	statement := 1
	expect("undone", map[budget.CategoryNo]*budget.Target{2: &weekly, 3: nil, 4: {Kind: budget.BalanceTarget, Amount: 7000}}, []budget.Cell{
		may, snoozed,
		{Category: 3, Month: june, Budgeted: 80, Shown: &budget.TargetShown{Percent: &statement}},
		{Category: 4, Month: june, Budgeted: 3, Target: &budget.Target{Kind: budget.BalanceTarget, Amount: 8000}},
	})
}
