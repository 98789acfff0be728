package importer

import (
	"strings"
	"testing"

	"holdover/internal/fault"
	"holdover/internal/plandoc"
)

func TestAPlanSpansNoThousandsOfYears(t *testing.T) {
	const text = `{"plan":{"id":"p","name":"Far","accounts":[{"id":"a","name":"A","type":"cash","on_budget":true}],"transactions":[
		{"id":"t1","date":"%s","amount":1000,"account_id":"a"},{"id":"t2","date":"2026-12-31","amount":2000,"account_id":"a"}]}}`
	for date, want := range map[string]string{
		"0001-01-01": "transactions[0] (id t1) is dated 0001-01-01 and transactions[1] (id t2) is dated 2026-12-31: a plan spans at most 200 years",
		"2226-12-01": "transactions[1] (id t2) is dated 2026-12-31 and transactions[0] (id t1) is dated 2226-12-01: a plan spans at most 200 years",
		"1900-01-01": "",
	} {
		doc, err := plandoc.Decode(strings.NewReader(strings.Replace(text, "%s", date, 1)))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Import(doc, Options{NewID: func() string { return "new" }})
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", date, err)
		case want != "" && (err == nil || err.Error() != want || fault.KindOf(err) != fault.Invalid):
			t.Errorf("%s: %v, want %s", date, err, want)
		}
	}
}
