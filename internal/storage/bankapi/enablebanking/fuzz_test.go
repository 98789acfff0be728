package enablebanking

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	"holdover/internal/base/money"
	"holdover/internal/storage/bankapi"
	"holdover/internal/testing/testkit"
)

// FuzzPage reads a page of transactions. Each row that results can be imported.
func FuzzPage(f *testing.F) {
	testkit.Fuzz(f, []string{
		`{"transactions":[{"entry_reference":"a","transaction_id":"x","transaction_amount":{"amount":"12.30","currency":"EUR"},"credit_debit_indicator":"DBIT","status":"BOOK","booking_date":"2026-11-02","value_date":"2026-11-03","transaction_date":null,"creditor":{"name":"b"},"remittance_information":["c","d"],"reference_number":"RF1"}],"continuation_key":"k"}`,
		`{"transactions":[{"transaction_amount":{"amount":-1.5,"currency":"XXX"},"credit_debit_indicator":"CRDT","status":"OTHR","remittance_information":"e","bank_transaction_code":{"description":"f"},"debtor":null},7],"continuation_key":null}`,
	}, func(t testing.TB, data []byte) {
		var p page
		if json.Unmarshal(data, &p) != nil {
			return
		}
		_ = p.digest()
		for _, byPurchase := range []bool{false, true} {
			r := &reader{connection: &connection{api: api{o: bankapi.Options{Now: time.Now, Zone: time.UTC}}}, wanted: &bankapi.Wanted{ByPurchaseDate: byPurchase}}
			var st bankapi.Statement
			for _, raw := range p.Transactions {
				if why := r.add(&st, raw); !utf8.ValidString(why) {
					t.Fatalf("the reason is not UTF-8: %q", why)
				}
			}
			for _, row := range st.Rows {
				if !row.Date.Valid() || row.Date.FarOff() || row.Amount > money.Limit || row.Amount < -money.Limit || !utf8.ValidString(row.Payee+row.Memo+row.BankID) {
					t.Fatalf("the row cannot be imported: %+v", row)
				}
			}
		}
	})
}
