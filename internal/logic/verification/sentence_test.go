package verification_test

import (
	"fmt"
	"testing"
)

// The sentences do not mention kinds of records that a budget does not have.
func TestSentencesOmitMissingKindsOfRecords(t *testing.T) {
	account := `{"id":"%d","name":"Account %d","type":"checking","on_budget":true,"balance":%d,"cleared_balance":0,"uncleared_balance":%d}`
	one, two, off := fmt.Sprintf(account, 1, 1, 0, 0), fmt.Sprintf(account, 2, 2, 0, 0), fmt.Sprintf(account, 3, 3, 7, 7)
	category := `{"id":"c","category_group_id":"g","name":"Rent","budgeted":0,"activity":0,"balance":0},{"id":"d","category_group_id":"g","name":"Food","budgeted":0,"activity":0,"balance":0}`
	for _, of := range []struct{ accounts, categories, want string }{
		{"", "", "The file has neither accounts nor category figures to compare."},
		{one, "", "The account matches the file."},
		{one + "," + two, "", "All 2 accounts match the file."},
		{one + "," + off, "", "1 of 2 accounts match the file; in 1 the file is inconsistent."},
		{"", category, "All 2 category figures match the file."},
		{one, category, "The account and all 2 category figures match the file."},
		{one + "," + two, category, "All 2 accounts and 2 category figures match the file."},
		{off, category, "0 of 1 account and 2 of 2 category figures match the file; in 1 the file is inconsistent."},
	} {
		r := verify(t, []byte(`{"plan":{"id":"p","name":"n","accounts":[`+of.accounts+`],"category_groups":[{"id":"g","name":"Home"}],"categories":[`+of.categories+
			`],"months":[{"month":"2026-01-01","categories":[`+of.categories+`]}],"transactions":[]}}`), nil)
		if r.Sentence != of.want {
			t.Errorf("%s\nwant %s", r.Sentence, of.want)
		}
	}
}
