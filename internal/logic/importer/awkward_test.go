package importer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// document returns a small plan with one account and the source's internal groups; more adds or replaces members.
func document(t testing.TB, more string) *ynabdoc.Document {
	t.Helper()
	plan := map[string]json.RawMessage{}
	for _, text := range []string{`{
		"id": "plan", "name": "Small",
		"accounts": [{"id":"a","name":"Giro","type":"checking","on_budget":true},{"id":"b","name":"Cash","type":"cash","on_budget":true},
			{"id":"v","name":"Visa","type":"creditCard","on_budget":true}],
		"payees": [{"id":"p","name":"Shop"}],
		"category_groups": [{"id":"i","name":"Internal Master Category"},{"id":"k","name":"Credit Card Payments"},{"id":"g","name":"Bills"}],
		"categories": [{"id":"rta","category_group_id":"i","name":"Inflow: Ready to Assign"},{"id":"u","category_group_id":"i","name":"Uncategorized"},
			{"id":"kv","category_group_id":"k","name":"Visa"},{"id":"c","category_group_id":"g","name":"Rent"}]
	}`, more} {
		if err := json.Unmarshal([]byte(text), &plan); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"plan": plan})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := ynabdoc.Decode(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func small(t testing.TB, more string) (*budget.Whole, *importer.Notes) {
	t.Helper()
	return importDocument(t, document(t, more))
}

func warned(n *importer.Notes, code string) bool {
	for _, w := range n.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

func TestEqualNamesGetSuffixes(t *testing.T) {
	whole, notes := small(t, `{
		"category_groups": [{"id":"g","name":"Bills"},{"id":"g2","name":" bills "},{"id":"g3","name":"Income"},{"id":"i","name":"Internal Master Category"}],
		"categories": [
			{"id":"1","category_group_id":"g","name":"Gas","hidden":true},{"id":"2","category_group_id":"g","name":"gas"},
			{"id":"3","category_group_id":"g","name":"Gas"},{"id":"4","category_group_id":"g","name":"Gas-1"},
			{"id":"5","category_group_id":"g2","name":"Gas"},{"id":"rta","category_group_id":"i","name":"To be Budgeted"}]}`)
	got := map[string]string{}
	for _, c := range whole.Categories {
		got[c.SourceID] = c.Name
	}
	want := map[string]string{"1": "Gas-2", "2": "gas", "3": "Gas-3", "4": "Gas-1", "5": "Gas", "rta": "To be Budgeted"}
	for id, name := range want {
		if got[id] != name {
			t.Errorf("%s is called %q, want %q", id, got[id], name)
		}
	}
	groups := ""
	for _, g := range whole.Groups {
		groups += g.Name + "|"
	}
	if groups != "Bills|bills-1|Income|Income-1|" {
		t.Errorf("the groups are %s", groups)
	}
	if len(notes.Renames) != 4 {
		t.Errorf("the renames are %+v, want four", notes.Renames)
	}
}

func TestSpecialCategories(t *testing.T) {
	whole, notes := small(t, `{
		"category_groups": [{"id":"i","name":"Internal Master Category","internal":true},{"id":"k","name":"Credit Card Payments"},
			{"id":"mine","name":"Internal Master Category","internal":false},{"id":"k2","name":"Credit Card Payments"},{"id":"h","name":"Hidden Categories"}],
		"categories": [{"id":"d","category_group_id":"i","name":"Deferred Income SubCategory"},{"id":"rta","category_group_id":"i","name":"Inflows"},
			{"id":"n","category_group_id":"i","name":"None"},{"id":"kv","category_group_id":"k","name":"Visa"},
			{"id":"own","category_group_id":"k2","name":"Extra payments"},{"id":"m","category_group_id":"mine","name":"Master"},
			{"id":"old","category_group_id":"h","name":"Old"}],
		"transactions": [
			{"id":"t1","date":"2026-01-01","amount":5000,"account_id":"a","category_id":"d"},
			{"id":"t2","date":"2026-01-01","amount":6000,"account_id":"a","category_id":"rta"},
			{"id":"t3","date":"2026-01-01","amount":-700,"account_id":"a","category_id":"kv"},
			{"id":"t4","date":"2026-01-01","amount":-80,"account_id":"a","category_id":"n"},
			{"id":"t5","date":"2026-01-01","amount":-9,"account_id":"a","category_id":"own"}]}`)
	by := map[budget.CategoryNo]budget.Category{0: {Name: "none"}}
	for _, c := range whole.Categories {
		by[c.No] = c
	}
	got := ""
	for _, r := range whole.Transactions {
		got += by[r.Category].Name + "|"
	}
	if got != "Inflows|Inflows|none|none|Extra payments|" {
		t.Errorf("the categories of the rows are %s", got)
	}
	for _, c := range whole.Categories {
		if (c.Name == "Old") != c.Hidden {
			t.Errorf("%s is hidden: %v", c.Name, c.Hidden)
		}
	}
	if !warned(notes, "card-category") || len(whole.Info.CardPayments) != 1 || whole.Info.CardPayments[0].Account != 3 {
		t.Errorf("warnings %+v, card payments %+v", notes.Warnings, whole.Info.CardPayments)
	}
	if strings.Join(notes.Roles.Income, " ") != "d rta" {
		t.Errorf("the income categories are %v", notes.Roles)
	}
}

func TestDeletedRecordsThatAreReferredToAreKept(t *testing.T) {
	whole, notes := small(t, `{
		"accounts": [{"id":"a","name":"Giro","type":"checking","on_budget":true,"deleted":true},{"id":"x","name":"Gone","type":"checking","on_budget":true,"deleted":true}],
		"payees": [{"id":"p","name":"Shop","deleted":true},{"id":"q","name":"Other","deleted":true}],
		"category_groups": [{"id":"g","name":"Bills","deleted":true},{"id":"g2","name":"Empty","deleted":true}],
		"categories": [{"id":"c","category_group_id":"g","name":"Rent","deleted":true},{"id":"e","category_group_id":"g2","name":"Nothing","deleted":true},
			{"id":"m","category_group_id":"g","name":"Money in it","deleted":true}],
		"months": [{"month":"2026-01-01","categories":[{"id":"m","budgeted":500,"activity":0,"balance":500},{"id":"e","budgeted":0,"activity":0,"balance":0}]}],
		"transactions": [{"id":"t","date":"2026-01-01","amount":-5,"account_id":"a","payee_id":"p","category_id":"c"},
			{"id":"d","date":"2026-01-01","amount":-7,"account_id":"x","payee_id":"q","category_id":"e","deleted":true}]}`)
	if len(whole.Accounts) != 1 || !whole.Accounts[0].Closed || len(whole.Payees) != 1 || len(whole.Transactions) != 1 {
		t.Errorf("kept accounts %+v, payees %+v, rows %+v", whole.Accounts, whole.Payees, whole.Transactions)
	}
	hidden := ""
	for _, n := range notes.Revived {
		hidden += n.Kind + " " + n.Name + " " + n.How + "|"
	}
	if hidden != "account Giro closed|payee Shop kept|group Bills hidden|category Rent hidden|category Money in it hidden|" {
		t.Errorf("the revived records are %s", hidden)
	}
	if len(whole.Cells) != 1 || whole.Cells[0].Budgeted != 500 {
		t.Errorf("the budgeted amounts are %+v", whole.Cells)
	}
}

func TestSplits(t *testing.T) {
	whole, notes := small(t, `{
		"transactions": [
			{"id":"gone","date":"2026-01-02","amount":-30,"account_id":"a","category_id":"split"},
			{"id":"short","date":"2026-01-02","amount":-100,"account_id":"a","category_id":"split"},
			{"id":"dead","date":"2026-01-02","amount":-100,"account_id":"a","deleted":true},
			{"id":"loop","date":"2026-01-02","amount":-10,"account_id":"a","category_id":"c"}],
		"subtransactions": [
			{"id":"s1","transaction_id":"gone","amount":-30,"category_id":"c","deleted":true},
			{"id":"s2","transaction_id":"short","amount":-60,"category_id":"c"},
			{"id":"s2","transaction_id":"short","amount":-60,"category_id":"c"},
			{"id":"s3","transaction_id":"dead","amount":-60,"category_id":"c"},
			{"id":"s4","transaction_id":"s2","amount":-60,"category_id":"c"},
			{"id":"s5","transaction_id":"s5","amount":-60,"category_id":"c"}]}`)
	short := whole.Transactions[1]
	if len(short.Parts) != 2 || short.Parts[0].Amount != -60 || short.Parts[1].Amount != -40 || short.Parts[1].Category != 0 {
		t.Errorf("the parts of a split that is too short are %+v", short.Parts)
	}
	for _, code := range []string{"parts-deleted", "split-sum", "stray-part"} {
		if !warned(notes, code) {
			t.Errorf("the warning %s is missing: %+v", code, notes.Warnings)
		}
	}
	if c := notes.Arrays["subtransactions"]; c.Kept != 1 || c.Merged != 1 || c.Skipped != 4 {
		t.Errorf("the parts are counted as %+v", c)
	}
}

// Sides are linked by the id that either names, otherwise by accounts, date and amount, each once.
func TestSidesOfTransfersAreLinkedOnce(t *testing.T) {
	whole, notes := small(t, `{
		"transactions": [
			{"id":"one","date":"2026-01-01","amount":-10,"account_id":"a","transfer_account_id":"b","transfer_transaction_id":"two"},
			{"id":"two","date":"2026-01-01","amount":10,"account_id":"b","transfer_account_id":"a"},
			{"id":"split","date":"2026-01-02","amount":-30,"account_id":"a"},
			{"id":"mirror","date":"2026-01-02","amount":20,"account_id":"b","transfer_account_id":"a"},
			{"id":"x1","date":"2026-01-03","amount":-5,"account_id":"a","transfer_account_id":"b"},
			{"id":"x2","date":"2026-01-03","amount":-5,"account_id":"a","transfer_account_id":"b"},
			{"id":"y1","date":"2026-01-03","amount":5,"account_id":"b","transfer_account_id":"a"},
			{"id":"lost","date":"2026-01-04","amount":5,"account_id":"b","transfer_account_id":"a","transfer_transaction_id":"nowhere"},
			{"id":"self","date":"2026-01-05","amount":0,"account_id":"a","transfer_account_id":"a","transfer_transaction_id":"self"},
			{"id":"odd","date":"2026-01-06","amount":-7,"account_id":"a","transfer_account_id":"b","transfer_transaction_id":"odd2","category_id":"c"},
			{"id":"odd2","date":"2026-01-06","amount":8,"account_id":"b","transfer_account_id":"a","transfer_transaction_id":"odd"}],
		"subtransactions": [
			{"id":"s1","transaction_id":"split","amount":-20,"transfer_account_id":"b","transfer_transaction_id":"mirror"},
			{"id":"s2","transaction_id":"split","amount":-10,"category_id":"c"}]}`)
	ids := map[budget.TxNo]string{}
	for _, r := range whole.Transactions {
		ids[r.No] = r.ID
	}
	got := map[string]string{}
	for i := range whole.Transactions {
		r := &whole.Transactions[i]
		for line := range r.Lines {
			if line.Transfer.Account != 0 {
				got[r.ID] = ids[line.Transfer.Tx]
			}
		}
	}
	want := map[string]string{
		"one": "two", "two": "one", "split": "mirror", "mirror": "split", "x1": "y1", "y1": "x1", "x2": "", "lost": "", "self": "", "odd": "", "odd2": "",
	}
	for id, other := range want {
		if got[id] != other {
			t.Errorf("%s is linked to %q, want %q", id, got[id], other)
		}
	}
	if l := notes.Links; l.Pairs != 3 || l.ByID != 2 || l.ByDate != 1 || l.NotLinked != 5 || len(l.Unlinked) != 5 {
		t.Errorf("the links are counted as %+v", l)
	}
	if !warned(notes, "transfer-category") {
		t.Errorf("no warning about the transfer's category: %+v", notes.Warnings)
	}
}

func TestRepeatedIDs(t *testing.T) {
	whole, notes := small(t, `{
		"transactions": [
			{"id":"t","date":"2026-01-01","amount":-10,"account_id":"a"},{"id":"t","date":"2026-01-01","amount":-10,"account_id":"a"},
			{"id":"t","date":"2026-01-02","amount":-11,"account_id":"a"}],
		"payees": [{"id":"p","name":"One"},{"id":"p","name":"Two"},{"id":"p","name":"One"}]}`)
	if len(whole.Transactions) != 2 || whole.Transactions[1].ID == "t" || whole.Transactions[1].SourceID != "t" || len(whole.Payees) != 2 {
		t.Errorf("rows %+v, payees %+v", whole.Transactions, whole.Payees)
	}
	if c := notes.Arrays["transactions"]; c.Merged != 1 || c.Kept != 2 || !warned(notes, "repeated-id") {
		t.Errorf("the rows are counted as %+v, warnings %+v", c, notes.Warnings)
	}
}

// Dangling references are reported and cost only the reference.
func TestDanglingReferencesAreReported(t *testing.T) {
	whole, notes := small(t, `{
		"payee_locations": [{"id":"l","payee_id":"nobody","latitude":"1","longitude":"2"}],
		"transactions": [{"id":"t","date":"2026-01-01","amount":-10,"account_id":"a","payee_id":"nobody","category_id":"nothing","transfer_account_id":"nowhere"}],
		"scheduled_transactions": [{"id":"s","date_first":"2026-01-01","date_next":"2026-02-01","frequency":"perhaps","amount":-1,"account_id":"nowhere"},
			{"id":"s2","date_first":"2026-01-01","date_next":"2026-02-01","frequency":"perhaps","amount":-1,"account_id":"a"}],
		"scheduled_subtransactions": [{"id":"ss","scheduled_transaction_id":"s","amount":-1}]}`)
	if len(whole.Scheduled) != 1 || whole.Scheduled[0].Frequency != "perhaps" || len(whole.Transactions) != 1 {
		t.Errorf("scheduled %+v, rows %+v", whole.Scheduled, whole.Transactions)
	}
	for _, code := range []string{"no-payee", "no-category", "no-transfer-account"} {
		if !warned(notes, code) {
			t.Errorf("the warning %s is missing: %+v", code, notes.Warnings)
		}
	}
}

// A plan without categories and groups, only with months, still has them.
func TestAPlanWithOnlyMonthsHasCategories(t *testing.T) {
	whole, _ := small(t, `{"category_groups": [], "categories": [],
		"months": [{"month":"2026-01-01","categories":[
			{"id":"rta","category_group_id":"i","category_group_name":"Internal Master Category","name":"Inflow: Ready to Assign","budgeted":0},
			{"id":"c","category_group_id":"g","category_group_name":"Bills","name":"Rent","budgeted":500},
			{"id":"c","category_group_id":"g","category_group_name":"Bills","name":"Rent","budgeted":500}]}]}`)
	if len(whole.Groups) != 2 || len(whole.Cells) != 1 || whole.Groups[0].Name != "Bills" || !whole.Groups[1].Income {
		t.Errorf("groups %+v, budgeted amounts %+v", whole.Groups, whole.Cells)
	}
	bare, _ := small(t, `{"category_groups": [],
		"transactions": [{"id":"t","date":"2026-01-01","amount":9,"account_id":"a","category_id":"rta"}]}`)
	if len(bare.Info.CardPayments) != 1 || len(bare.Categories) != 2 || !bare.Categories[1].Income || bare.Transactions[0].Category != 2 {
		t.Errorf("without groups: card payments %+v, categories %+v", bare.Info.CardPayments, bare.Categories)
	}
	if empty, _ := small(t, `{"accounts":[],"payees":[],"category_groups":[],"categories":[]}`); len(empty.Groups) != 1 || len(empty.Categories) != 1 {
		t.Errorf("an empty plan is imported as %+v", empty)
	}
}

// Data that would make the money wrong is an error that names the record and the field.
func TestErrorsNameRecordAndField(t *testing.T) {
	huge := strings.Repeat(`{"id":"t","date":"2026-01-01","amount":1000000000000000,"account_id":"a"},`, 4100)
	for more, want := range map[string]string{
		`{"transactions":[{"id":"t","date":"2026-01-01","amount":1,"account_id":"nowhere"}]}`:                                                      `transactions[0] (id t): account_id "nowhere"`,
		`{"months":[{"month":"2026-01-01","categories":[{"id":"c","budgeted":1},{"id":"c","budgeted":2}]}]}`:                                       "months[0] (2026-01).categories[1] (id c): budgeted is",
		`{"months":[{"month":"2026-01-01","categories":[{"id":"c","budgeted":1}]},{"month":"2026-01-01","categories":[{"id":"c","budgeted":2}]}]}`: "months[1] (2026-01)",
		`{"transactions":[` + distinct(huge) + `]}`:                                                                                                "too large to add up",
	} {
		whole, notes, err := importer.Import(document(t, more), importer.Options{NewID: counter()})
		if err == nil || !strings.Contains(err.Error(), want) || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" || whole != nil || notes != nil {
			t.Errorf("%.80s: error %v, want %q with a hint", more, err, want)
		}
	}
}

// distinct gives each record a unique id.
func distinct(records string) string {
	var b strings.Builder
	for i, r := range strings.Split(strings.TrimSuffix(records, ","), "},") {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(strings.Replace(strings.TrimSuffix(r, "}"), `"t"`, `"t`+strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i/26%200)+`"`, 1) + "}")
	}
	return b.String()
}
