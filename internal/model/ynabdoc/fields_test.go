package ynabdoc

import (
	"bytes"
	"cmp"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// odds is a plan with all the peculiarities of older, newer and edited files.
const odds = `{"budget":{"id":"p","name":"n","last_accessed_on":"2018-01-01T00:00:00Z","first_month":"2018-10","last_month":null,
"date_format":null,"currency_format":{"iso_code":"JPY","decimal_digits":0,"extra":[1,{"a":null}]},
"accounts":[
 {"id":"a","name":"Card","type":"CreditCard","on_budget":true,"note":"","balance":12000.0,"cleared_balance":1.2e4,"uncleared_balance":-0,
  "debt_interest_rates":{"2022-07-01":1990,"2021-01-01":2.5e2},"debt_minimum_payments":{},"debt_escrow_amounts":{"soon":1},"new_field":{"deep":[[]]}},
 {"deleted":true},
 {"id":"b","on_budget":false,"balance":null,"debt_original_balance":"much"}],
"payees":null,
"payee_locations":[{"id":"l","payee_id":"x","latitude":52.5,"longitude":"13.4"}],
"category_groups":[{"id":"g","note":""},{"id":"h","note":null,"internal":true}],
"months":[{"date":"2018-10-01","income":1},{"month":"2018-11-01","to_be_budgeted":0,"age_of_money":"old","categories":
 [{"id":"c","budgeted":5,"goal_target_month":"2019-03-01","goal_target_date":"","goal_percentage_complete":33.5,"goal_target":0}]}],
"transactions":[
 {"id":"t1","date":"2018-10-03","amount":-1,"account_id":"a","flag":"Red","cleared":"Cleared","memo":"a\"\u00e9\ud83d\ude00\/\n"},
 {"id":"t2","date":"2018-10-03","amount":-1,"account_id":"a","flag":"red","flag_color":"blue","approved":null},
 {"id":"t3","date":"2018-10-03","amount":-1,"account_id":"a","flag_color":null,"flag":"red","subtransactions":null},
 {"id":"t4","date":"2018-10-03","amount":-1,"account_id":"a","flag":null,"flag_color":"blue","subtransactions":[]},
 {"id":"t5","date":"2018-10-03","amount":-1,"account_id":"a","flag":7,"flag_color":8},
 {"deleted":true,"id":null,"date":"","amount":null}],
"scheduled_transactions":[{"id":"s","date":"soon","frequency":"EveryOtherWeek","amount":3,"account_id":"a"}],
"envelopes":[{"new":true}]}}`

func TestOlderAndNewerFieldNames(t *testing.T) {
	doc := decode(t, []byte(odds))
	checkSame(t, []byte(odds), encode(t, doc, ""))
	p := &doc.Plan
	card, month, goal := &p.Accounts[0], &p.Months[1], &p.Months[1].Categories[0]
	for what, ok := range map[string]bool{
		"older name of the timestamp": p.LastModifiedOn == "2018-01-01T00:00:00Z",
		"odd month":                   p.FirstMonth == 0 && !p.Has("first_month"),
		"currency":                    p.CurrencyFormat.ISOCode == "JPY" && p.Has("currency_format") && !p.CurrencyFormat.Has("symbol_first"),
		"null array":                  p.Payees == nil && !p.Has("payees"),
		"account type":                card.AccountType() == "creditCard",
		"amounts in any notation":     card.Balance == 12000 && card.ClearedBalance == 12000 && card.Has("uncleared_balance"),
		"debts":                       card.DebtInterestRates[civil.MakeDate(2021, 1, 1)] == 250 && card.DebtEscrowAmounts == nil,
		"unknown members":             len(card.Extra()) == 1 && card.Extra()[0] == Raw{"new_field", `{"deep":[[]]}`},
		"null balance":                !p.Accounts[2].Has("balance") && card.Has("balance"),
		"month under its older name":  p.Months[0].Month == civil.MakeMonth(2018, 10),
		"to_be_budgeted":              month.Has("to_be_budgeted") && !p.Months[0].Has("to_be_budgeted"),
		"goal":                        cmp.Or(goal.GoalTargetDate, goal.GoalTargetMonth) == civil.MakeDate(2019, 3, 1) && goal.Has("goal_target") && !goal.Has("goal_percentage_complete"),
		"flag under its older name":   p.Transactions[0].Flag() == "red" && p.Transactions[0].ClearedState() == "cleared",
		"memo":                        p.Transactions[0].Memo == "a\"é😀/\n",
		"the newer name counts":       p.Transactions[1].Flag() == "blue" && p.Transactions[2].Flag() == "" && p.Transactions[3].Flag() == "blue",
		"omitted cleared":             p.Transactions[1].ClearedState() == "uncleared" && !p.Transactions[1].Has("approved"),
		"frequency":                   p.ScheduledTransactions[0].Repeats() == "everyOtherWeek",
		"internal":                    !p.CategoryGroups[0].Has("internal") && p.CategoryGroups[1].Internal,
	} {
		if !ok {
			t.Errorf("%s is read wrongly", what)
		}
	}
	if len(doc.Odd) != 9 || doc.Odd[0] != (Odd{"the plan", "first_month", `"2018-10"`}) {
		t.Errorf("%d unreadable values: %v", len(doc.Odd), doc.Odd)
	}
}

// TestChangedFieldsAreEncoded encodes fields that were set after reading, including null and absent ones.
func TestChangedFieldsAreEncoded(t *testing.T) {
	doc := decode(t, []byte(odds))
	p := &doc.Plan
	p.FirstMonth = civil.MakeMonth(2018, 10)
	p.Accounts[2].Balance = 4
	p.Transactions[1].Memo = "new"
	p.Months[0].AlwaysWrite("age_of_money")
	again := decode(t, encode(t, doc, "plan"))
	q := &again.Plan
	if q.FirstMonth != p.FirstMonth || q.Accounts[2].Balance != 4 || q.Transactions[1].Memo != "new" || !q.Months[0].Has("age_of_money") {
		t.Errorf("decoded again: %+v", q)
	}
}

// TestDropOddRemovesUnreadableValues removes the values that could not be read, in that record alone.
func TestDropOddRemovesUnreadableValues(t *testing.T) {
	doc := decode(t, []byte(odds))
	untouched := doc.Plan.Accounts[0]
	doc.Plan.Accounts[0].DropOdd()
	doc.Plan.Accounts[1].DropOdd()
	text := string(encode(t, doc, ""))
	if !strings.Contains(text, `"debt_escrow_amounts":null`) || !strings.Contains(text, `"debt_original_balance":"much"`) {
		t.Error("want the unreadable value of the first account removed, that of the third kept")
	}
	if untouched.oddValue("debt_escrow_amounts") != `{"soon":1}` {
		t.Error("the copy lost its unreadable value")
	}
}

// TestNewRecordsHaveTheNewestFields writes records without a file behind them in the newest shape.
func TestNewRecordsHaveTheNewestFields(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, "plan")
	category := Category{ID: "c", GoalType: "TB"}
	category.AlwaysWrite("goal_target")
	category.SetExtra([]Raw{{"mine", `{"a":1}`}})
	ruled := Category{ID: "r", GoalRule: &GoalRule{Type: "remainder", Weight: 2}}
	month := Month{Month: civil.MakeMonth(2026, 3), ToBeBudgeted: 5, Categories: []Category{category, ruled}}
	steps := []error{
		w.Begin(&Plan{ID: "p", Name: "n"}),
		w.Array("accounts"), w.Record(&Account{ID: "a", DebtInterestRates: Debt{civil.MakeDate(2026, 1, 2): 3}}),
		w.Array("months"), w.Record(&month), w.Record(&Month{Month: civil.MakeMonth(2026, 2)}),
		w.Array("transactions"), w.Record(&Transaction{ID: "t", Date: civil.MakeDate(2026, 3, 4), Amount: money.Milli(-7)}),
		w.Array("subtransactions"),
		w.End(12),
	}
	for i, err := range steps {
		if err != nil {
			t.Fatalf("step %d: error %v", i, err)
		}
	}
	goals := `"goal_needs_whole_amount":null,"goal_day":null,"goal_cadence":null,"goal_cadence_frequency":null,"goal_creation_month":null,
	"goal_target":0,"goal_target_month":null,"goal_target_date":null,"goal_percentage_complete":null,"goal_months_to_budget":null,
	"goal_under_funded":null,"goal_overall_funded":null,"goal_overall_left":null,"goal_snoozed_at":null`
	checkSame(t, []byte(`{"data":{"plan":{"id":"p","name":"n","last_modified_on":"","first_month":"","last_month":"","date_format":null,"currency_format":null,
	"accounts":[{"id":"a","name":"","type":"","on_budget":false,"closed":false,"note":null,"balance":0,"cleared_balance":0,"uncleared_balance":0,
	"transfer_payee_id":null,"direct_import_linked":false,"direct_import_in_error":false,"last_reconciled_at":null,"debt_original_balance":null,
	"debt_interest_rates":{"2026-01-02":3},"debt_minimum_payments":{},"debt_escrow_amounts":{},"deleted":false}],
	"months":[{"month":"2026-03-01","note":null,"income":0,"budgeted":0,"activity":0,"to_be_budgeted":5,"age_of_money":null,"deleted":false,"categories":[
	{"id":"c","category_group_id":"","category_group_name":"","name":"","hidden":false,"internal":false,"original_category_group_id":null,"note":null,
	"budgeted":0,"activity":0,"balance":0,"goal_type":"TB",`+goals+`,"deleted":false,"mine":{"a":1}},
	{"id":"r","category_group_id":"","category_group_name":"","name":"","hidden":false,"internal":false,"original_category_group_id":null,"note":null,
	"budgeted":0,"activity":0,"balance":0,"goal_type":null,`+strings.Replace(goals, `"goal_target":0`, `"goal_target":null`, 1)+`,"goal_rule":{"type":"remainder","weight":2},"deleted":false}]},
	{"month":"2026-02-01","note":null,"income":0,"budgeted":0,"activity":0,"to_be_budgeted":0,"age_of_money":null,"deleted":false,"categories":[]}],
	"transactions":[{"id":"t","date":"2026-03-04","amount":-7,"memo":null,"cleared":"","approved":false,"flag_color":null,"flag_name":null,"account_id":"",
	"payee_id":null,"category_id":null,"transfer_account_id":null,"transfer_transaction_id":null,"matched_transaction_id":null,"import_id":null,
	"import_payee_name":null,"import_payee_name_original":null,"debt_transaction_type":null,"deleted":false}],
	"subtransactions":[]},"server_knowledge":12}}`), out.Bytes())
}

// TestAnUnreadableDocumentIsNotEncoded refuses to write an unreadable document.
func TestAnUnreadableDocumentIsNotEncoded(t *testing.T) {
	for what, misuse := range map[string]func(*Writer) error{
		"leading key":  func(*Writer) error { return NewWriter(&bytes.Buffer{}, "file").Begin(&Plan{}) },
		"array":        func(w *Writer) error { return w.Array("envelopes") },
		"wrong record": func(w *Writer) error { _ = w.Array("payees"); return w.Record(&Account{}) },
		"no text":      func(w *Writer) error { return w.Begin(&Plan{Name: "\xff"}) },
		"no JSON": func(w *Writer) error {
			p := Plan{}
			p.SetExtra([]Raw{{"x", "{"}})
			return w.Begin(&p)
		},
	} {
		w := NewWriter(&bytes.Buffer{}, "plan")
		if err := misuse(w); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// TestAListLongerThanABlock exceeds the block size in which records are collected.
func TestAListLongerThanABlock(t *testing.T) {
	for _, n := range []int{0, 1, pileBlock - 1, pileBlock, pileBlock + 1, 3*pileBlock + 7} {
		file := `{"plan":{"payees":[` + strings.TrimSuffix(strings.Repeat(`{"id":"x"},`, n), ",") + `]}}`
		doc := decode(t, []byte(file))
		if doc.Plan.Payees == nil || len(doc.Plan.Payees) != n {
			t.Errorf("%d payees are decoded, want %d", len(doc.Plan.Payees), n)
		}
		checkSame(t, []byte(file), encode(t, doc, ""))
	}
}

// TestIntegersInAnyNotation are whole in any notation.
func TestIntegersInAnyNotation(t *testing.T) {
	for text, want := range map[string]money.Milli{
		"0": 0, "-0": 0, "0.000": 0, "0e99999999999999999999": 0, "12000.0": 12000, "1.2e4": 12000, "120000E-1": 12000, "-1.2345e+4": -12345,
		"1000000000000000": money.Limit, "-1000000000000000.000": -money.Limit, "0.0000000000000000000001e25": 1000,
	} {
		if got, why := parseMilli([]byte(text)); got != want || why != "" {
			t.Errorf("%s is %d %q, want %d", text, got, why, want)
		}
	}
	for _, text := range []string{"0.1", "1e-1", "1.23e1", "1.5e15001", "1000000000000000.5", "99999999999999999999", "1e16"} {
		if got, why := parseMilli([]byte(text)); why == "" {
			t.Errorf("%s is read as %d", text, got)
		}
	}
}

// Figures that a converted file does not have would be written as zero, and compared with the budget's.
func TestFieldsAreLeftOut(t *testing.T) {
	var text strings.Builder
	w := NewWriter(&text, "plan")
	month := Month{Month: civil.MakeMonth(2026, 11), Income: 5000}
	month.LeaveOut("to_be_budgeted", "activity")
	category := Category{ID: "c", Name: "Food"}
	category.LeaveOut("balance")
	month.Categories = []Category{category}
	for _, err := range []error{w.Begin(&Plan{ID: "p", Name: "Home"}), w.Array("months"), w.Record(&month), w.End(1)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	doc, err := Decode(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	got := &doc.Plan.Months[0]
	if got.Has("to_be_budgeted") || got.Has("activity") || got.Income != 5000 || !got.Has("budgeted") {
		t.Errorf("the month is %s, want it without to_be_budgeted and activity, with income 5000 and budgeted", text.String())
	}
	if c := &got.Categories[0]; c.Has("balance") || !c.Has("activity") || c.Name != "Food" {
		t.Errorf("the category is %s, want Food without balance, with activity", text.String())
	}
}

// A rule of a goal is read and written. A value that cannot be read stays as it is.
func TestRulesOfGoals(t *testing.T) {
	for value, want := range map[string]*GoalRule{
		`{"type":"income_share","share":1250,"last_month":true}`: {Type: "income_share", Share: 1250, LastMonth: true},
		`{"type":"schedule","scheduled_transaction_id":"s"}`:     {Type: "schedule", ScheduleID: "s"},
		`{"type":"later","more":1}`:                              nil, `{"type":7}`: nil, `"text"`: nil, `null`: nil,
	} {
		file := []byte(`{"plan":{"id":"p","name":"n","accounts":[],"categories":[{"id":"c","name":"x","goal_rule":` + value + `}]}}`)
		doc := decode(t, file)
		if got := doc.Plan.Categories[0].GoalRule; (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: %+v, want %+v", value, got, want)
		}
		checkSame(t, file, encode(t, doc, ""))
	}
}
