package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Invalid groups of accounts are left out with a message. An account is in the first group that names it.
func TestAccountGroupsOfADocument(t *testing.T) {
	groups := []string{
		`{"id":"e","name":" Everyday ","account_ids":["a","gone","a"]}`, `{"id":"s","name":"Savings","account_ids":["a","b"]}`,
		`{"id":"","name":"No id","account_ids":["c"]}`, `{"id":"e","name":"Same id","account_ids":["c"]}`, `{"id":"x","name":"EVERYDAY","account_ids":["c"]}`,
		`{"id":"y","name":" ","account_ids":["c"]}`, `{"id":"z","name":"` + strings.Repeat("ä", envelope.MaxName+1) + `","account_ids":["c"]}`, `{"id":"n","name":"Empty","account_ids":null}`,
	}
	whole, notes := importAccountGroups(t, groups)
	want := []budget.AccountGroup{{No: 1, ID: "e", Name: "Everyday"}, {No: 2, ID: "s", Name: "Savings", Sort: 1}, {No: 3, ID: "n", Name: "Empty", Sort: 2}}
	if got := whole.AccountGroups; len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("the groups are %+v, want %+v", got, want)
	}
	if a := whole.Accounts; a[0].Group != 1 || a[1].Group != 2 || a[2].Group != 0 {
		t.Errorf("the accounts are %+v", a)
	}
	if w := notes.Warnings; len(w) != 1 || w[0].Code != "account group" || w[0].Count != 5 {
		t.Errorf("the warnings are %+v", w)
	}
	var many []string
	for i := range budget.MaxAccountGroups + 1 {
		many = append(many, fmt.Sprintf(`{"id":"%d","name":"Group %d"}`, i, i))
	}
	if whole, notes = importAccountGroups(t, many); len(whole.AccountGroups) != budget.MaxAccountGroups || len(notes.Warnings) != 1 {
		t.Errorf("%d groups with the warnings %+v", len(whole.AccountGroups), notes.Warnings)
	}
}

func importAccountGroups(t *testing.T, groups []string) (*budget.Whole, *importer.Notes) {
	t.Helper()
	var accounts []string
	for _, id := range []string{"a", "b", "c"} {
		accounts = append(accounts, fmt.Sprintf(`{"id":%q,"name":%q,"type":"checking","on_budget":true,"closed":false,"deleted":false}`, id, id))
	}
	doc, err := ynabdoc.Decode(strings.NewReader(`{"plan":{"id":"p","name":"Groups","currency_format":{"iso_code":"EUR"},"accounts":[` + strings.Join(accounts, ",") + `],
		"holdover":{"account_groups":[` + strings.Join(groups, ",") + `]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	whole, notes, err := importer.Import(doc, importer.Options{NewID: counter()})
	if err != nil {
		t.Fatal(err)
	}
	return whole, notes
}
