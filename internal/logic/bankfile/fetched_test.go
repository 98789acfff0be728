package bankfile

import (
	"reflect"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/testing/testkit"
)

// TestFetchedStatementsAreReadAsWritten writes a statement with all fields and reads it.
func TestFetchedStatementsAreReadAsWritten(t *testing.T) {
	t.Parallel()
	s := Statement{
		Account: "DE02120300000000202051", Type: "checking", Currency: "EUR", Closing: &Balance{Date: testkit.Must(civil.ParseDate("2026-03-05"))(t), Amount: 12_340},
		Rows: []Row{
			{Date: testkit.Must(civil.ParseDate("2026-03-04"))(t), Amount: -5000, Payee: "Market", Memo: "Card 12", BankID: "a1", CheckNumber: "7", Category: "Food: Groceries"},
			{Date: testkit.Must(civil.ParseDate("2026-03-04"))(t), Amount: -5000, Payee: "Market"},
			{Date: testkit.Must(civil.ParseDate("2026-03-05"))(t), Amount: -3000, Transfer: "Savings", Parts: []Part{{Amount: -1000, Category: "A"}, {Amount: -2000, Transfer: "Cash", Memo: "m"}}},
		},
	}
	f := testkit.Must(Read(testkit.Must(EncodeFetched(&s))(t), Options{}))(t)
	got := f.Statements[0]
	for i := range got.Rows {
		want := s.Rows[i]
		want.No, want.Line, want.ImportID = i+1, i+1, got.Rows[i].ImportID
		if !reflect.DeepEqual(got.Rows[i], want) || want.ImportID == "" {
			t.Errorf("row %d: %+v, want %+v", i+1, got.Rows[i], want)
		}
	}
	got.Rows, s.Rows = nil, nil
	if f.Format != Fetched || len(f.Problems) != 0 || !reflect.DeepEqual(got, s) {
		t.Errorf("%s, %v: %+v, want %+v", f.Format, f.Problems, got, s)
	}
}

func FuzzFetched(f *testing.F) {
	testkit.Fuzz(f, []string{
		`{"holdover_statement":1,"account":"x","closing":{"date":"2026-01-02","amount":5},"rows":[{"date":"2026-01-02","amount":-5,"payee":"a","parts":[{"amount":-5}]},{"amount":1}]}`,
	}, func(t testing.TB, data []byte) {
		got, err := readFetched(data, Options{})
		check(t, got, err)
	})
}
