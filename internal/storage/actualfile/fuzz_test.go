package actualfile

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// FuzzDatabase checks that a damaged database is converted to a document that can be read, or refused with an
// explanation. The input is a list of changes: three bytes for the place of each, one for its length, then new bytes. A
// database takes a thousand times as long as a text: of the inputs that HAMMER counts, one in a hundred is converted.
func FuzzDatabase(f *testing.F) {
	base := smallDatabase(f)
	n, every := 0, 1
	if _, err := strconv.Atoi(os.Getenv("HAMMER")); err == nil {
		every = 100
	}
	testkit.Fuzz(f, []string{"", "\x00\x00\x10\x02\x02\x00", "\x00\x02\x00\x04\xff\xff\xff\xff\x00\x10\x00\x01\x0d", "\x00\x00\x65\x08\x00\x00\x00\x00\x00\x00\x00\x07"}, func(t testing.TB, changes []byte) {
		if n++; n%every != 0 {
			return
		}
		damaged := bytes.Clone(base)
		for len(changes) > 4 {
			at, n := int(changes[0])<<16|int(changes[1])<<8|int(changes[2]), min(int(changes[3]), len(changes)-4)
			copy(damaged[at%len(damaged):], changes[4:4+n])
			changes = changes[4+n:]
		}
		checkConversion(t, damaged, []byte(`{"id":"a","budgetName":"A"}`))
	})
}

// FuzzMetadata checks the same for metadata.json.
func FuzzMetadata(f *testing.F) {
	testkit.Fuzz(f, []string{
		`{"id":"My-Finances-1a2b3c4","budgetName":"My Finances","cloudFileId":"x","groupId":null,"lastSyncedTimestamp":"2026-05-01T10:00:00.000Z-0000-9c2c","resetClock":true}`,
		`{"budgetType":"report","dateFormat":"dd.MM.yyyy","numberFormat":"comma-dot-in"}`, `{"id":7}`, `[]`,
	}, func(t testing.TB, text []byte) {
		meta, err := readMetadata(&conversion.File{Name: "metadata.json", Size: int64(len(text)), Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }})
		if err != nil {
			checkIsExplained(t, err)
			return
		}
		if !isText(meta.BudgetName+meta.ID) || len(meta.planID()) != 36 {
			t.Fatalf("the metadata %+v cannot be written", meta)
		}
	})
}

// FuzzTemplates checks that templates in notes and in the database become targets that the importer accepts.
func FuzzTemplates(f *testing.F) {
	testkit.Fuzz(f, []string{
		"#template 50", "#template-2 €12.5", "Hello\n#template up to 150\n#goal 1000", "#template 500 by 2026-11 repeat every 2 years", "#template 10 repeat every 3 weeks starting 2026-01-05",
		"#template 12.5% of previous all income", "#template remainder 2\n#template schedule Rent", `[{"type":"percentage","percent":1e300,"category":"all income"},{"type":"remainder","weight":-1},{"type":"schedule","name":"Rent"}]`,
		`[{"type":"simple","monthly":5.5,"limit":{"amount":3,"period":"weekly"}}]`, `[{"type":"limit","amount":5,"period":"monthly"},{"type":"refill"}]`,
		`[{"type":"by","amount":5,"month":"2026-02","annual":true,"repeat":3}]`, `[{"type":"periodic","amount":1e300,"starting":"2026-01-01","period":{"period":"week","amount":2}}]`,
	}, func(t testing.TB, text []byte) {
		if !isText(string(text)) {
			return
		}
		all := templatesIn(string(text))
		var stored []template
		if json.Unmarshal(text, &stored) == nil {
			all = append(all, joinRefill(stored)...)
		}
		for i := range all {
			to := all[i].target()
			if to == nil {
				continue
			}
			if to.Kind == budget.IncomeShare && to.Share > 0 && to.Share <= budget.WholeShare || to.Kind == budget.Remainder && to.Weight > 0 && to.Weight <= budget.MaxWeight {
				continue
			}
			if to.Amount <= 0 || to.Due.FarOff() || to.Day < 0 || to.Day > 6 || to.Kind == budget.Need && (to.Cadence < 1 || to.Every < 1) {
				t.Fatalf("the template %s becomes the target %+v", all[i].String(), to)
			}
		}
	})
}

// FuzzRules checks that rules and schedules of a database become rules and scheduled transactions, or are counted.
func FuzzRules(f *testing.F) {
	testkit.Fuzz(f, []string{
		`[{"op":"is","field":"description","value":"p"}]` + "\n" + `[{"op":"set","field":"category","value":"c"}]`,
		`[{"op":"oneOf","field":"imported_description","value":["a","b"]},{"op":"gt","field":"amount","value":5}]` + "\n" + `[{"op":"set","field":"description","value":"p"},{"op":"set","field":"notes","value":"x"}]`,
		`[{"op":"isapprox","field":"date","value":{"start":"2026-01-31","frequency":"monthly","interval":2,"patterns":[{"type":"day","value":-1},{"type":"FR","value":2}],"skipWeekend":true,"weekendSolveMode":"before","endMode":"after_n_occurrences","endOccurrences":7}},{"op":"is","field":"acct","value":"a"},{"op":"isbetween","field":"amount","value":{"num1":-5,"num2":9}}]` + "\n" +
			`[{"op":"link-schedule","value":"s"},{"op":"set-split-amount","value":50,"options":{"splitIndex":1,"method":"fixed-percent"}},{"op":"set","field":"category","value":"c","options":{"splitIndex":1}},{"op":"set-split-amount","options":{"splitIndex":2,"method":"remainder"}}]`,
		`[{"op":"matches","field":"notes","value":"(a+)+"},{"op":"lte","field":"date","value":"2026-01-01"}]` + "\n" + `[{"op":"delete-transaction"}]`,
		`[{"op":"isNot","field":"acct","value":"a"},{"op":"notOneOf","field":"imported_description","value":["a","b;c"]},{"op":"hasTags","field":"notes","value":"#a ##b"},{"op":"doesNotContain","field":"payee_name","value":"x"},{"op":"matches","field":"notes","value":"^(?!(?:a\\.|b)$)"}]` + "\n" + `[{"op":"delete-transaction"},{"op":"append-notes","value":"x"}]`,
		`[{"op":"is","field":"acct","value":"a"},{"op":"isapprox","field":"date","value":{"start":"2026-12-31","frequency":"yearly","endMode":"on_date","endDate":"2099-12-31"}},{"op":"isapprox","field":"amount","value":-1e12},{"op":"contains","field":"imported_description","value":"x"}]` + "\n" + `[{"op":"link-schedule","value":"s"},{"op":"set","field":"notes","value":"y"}]`,
	}, func(t testing.TB, text []byte) {
		if !isText(string(text)) {
			return
		}
		conditions, actions, _ := bytes.Cut(text, []byte("\n"))
		c := &conversionState{remarks: &conversion.Remarks{}, unit: 10, categoryMapping: map[string]string{"c": "c"}, payeeMapping: map[string]string{"p": "p"}}
		c.accounts.add("a", account{Account: ynabdoc.Account{ID: "a", Name: "A", OnBudget: true}})
		c.categories.add("c", category{Category: ynabdoc.Category{ID: "c", Name: "C"}, live: true})
		c.payees.add("p", payee{Payee: ynabdoc.Payee{ID: "p", Name: "P"}})
		one := &actualRule{id: "r"}
		if !isArray(string(conditions), &one.conditions) || !isArray(string(actions), &one.actions) {
			return
		}
		c.rules.live = map[string]bool{"s": true}
		if marked, why := c.markedRule(one); (marked == nil) == (why == "") {
			t.Fatalf("the rule %+v, left out because %q", marked, why)
		}
		c.rules.bySchedule = map[string]*actualRule{"s": one}
		c.addSchedule(ynabdoc.ScheduledTransaction{ID: "s"}, true)
		out := ynabdoc.NewWriter(io.Discard, "plan")
		if err := errors.Join(out.Begin(&ynabdoc.Plan{}), out.Array("scheduled_transactions"), c.writeScheduled(out), out.Array("scheduled_subtransactions"), c.writeScheduledParts(out), out.End(0)); err != nil {
			t.Fatal(err)
		}
		for _, s := range c.schedules.rows {
			if s.DateFirst.FarOff() || s.DateNext.FarOff() || s.DateFirst == 0 {
				t.Fatalf("the schedule is %+v", s)
			}
		}
	})
}

// checkConversion converts a database and reads the document.
func checkConversion(t testing.TB, database, meta []byte) {
	t.Helper()
	opened := func(content []byte) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	}
	a := &conversion.Archive{Files: []conversion.File{
		{Name: databaseName, Size: int64(len(database)), Open: opened(database)}, {Name: metadataName, Size: int64(len(meta)), Open: opened(meta)},
	}}
	var out bytes.Buffer
	if _, err := (Converter{}).Convert(a, &out, conversion.Options{Currency: "USD"}); err != nil {
		checkIsExplained(t, err)
		return
	}
	if _, err := ynabdoc.Decode(bytes.NewReader(out.Bytes())); err != nil {
		checkIsExplained(t, err)
	}
}

func checkIsExplained(t testing.TB, err error) {
	t.Helper()
	if e, ok := errors.AsType[*apperr.Error](err); !ok || e.Message == "" || e.Hint == "" || e.Kind == apperr.Internal {
		t.Fatalf("the error is not explained: %#v", err)
	}
}

// smallDatabase returns a database with a record in each table, with small pages.
func smallDatabase(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db.sqlite")
	db, err := sql.Open("sqlite", path+"?_pragma=page_size(512)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, statement := range []string{
		schema,
		"INSERT INTO accounts (id, name) VALUES ('a', 'Bank'), ('b', 'Cash')",
		"INSERT INTO category_groups (id, name, is_income) VALUES ('g', 'Bills', 0), ('i', 'Income', 1)",
		"INSERT INTO categories (id, name, cat_group, is_income) VALUES ('c', 'Food', 'g', 0), ('d', 'Pay', 'i', 1)",
		"INSERT INTO category_mapping VALUES ('c', 'c'), ('d', 'd')",
		"INSERT INTO payees (id, name, transfer_acct) VALUES ('p', 'Shop', NULL), ('pa', '', 'a'), ('pb', '', 'b')",
		"INSERT INTO payee_mapping VALUES ('p', 'p'), ('pa', 'pa'), ('pb', 'pb')",
		"INSERT INTO transactions (id, acct, category, amount, description, date, isParent, isChild, parent_id, transferred_id) VALUES ('1', 'a', 'd', 5000, 'p', 20260105, 0, 0, NULL, NULL), " +
			"('2', 'a', NULL, -300, 'p', 20260106, 1, 0, NULL, NULL), ('3', 'a', 'c', -100, 'p', 20260106, 0, 1, '2', NULL), ('4', 'a', 'c', -200, 'p', 20260106, 0, 1, '2', NULL), " +
			"('5', 'a', NULL, -50, 'pb', 20260107, 0, 0, NULL, '6'), ('6', 'b', NULL, 50, 'pa', 20260107, 0, 0, NULL, '5')",
		"INSERT INTO zero_budgets (id, month, category, amount, carryover) VALUES ('202601-c', 202601, 'c', 250, 1)",
		"INSERT INTO zero_budget_months VALUES ('2026-01', 100)",
		"INSERT INTO notes VALUES ('c', '#template 50')",
		`INSERT INTO rules (id, conditions, actions) VALUES ('r', '[{"op":"is","field":"description","value":"p"}]', '[{"op":"set","field":"category","value":"c"}]'), ` +
			`('rs', '[{"op":"is","field":"acct","value":"a"},{"op":"is","field":"date","value":"2026-09-01"},{"op":"is","field":"amount","value":-10}]', '[{"op":"link-schedule","value":"s"}]')`,
		"INSERT INTO schedules (id, rule, name) VALUES ('s', 'rs', 'Rent')",
		"INSERT INTO schedules_next_date VALUES ('n', 's', 20260901, 1, 20260901, 1, 0)",
		"VACUUM",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
