package api

import (
	"encoding/json"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// FuzzBody checks that a request's body is either refused with a short error, or decoded into records within the
// limits, and that text that encoding/json rejects is never accepted.
func FuzzBody(f *testing.F) {
	seeds := []string{
		`{"transaction":{"account_id":"a","date":"2026-03-01","amount":-12500,"payee_name":"x","memo":"m","cleared":"cleared","approved":true,"flag_color":"red","subtransactions":[{"amount":-12500,"category_id":null}]}}`,
		`{"transactions":[{"id":"t","amount":"5"},{"import_id":"i","date":"9999-12-31"}]}`, `{"category":{"name":"n","note":null,"goal_target":1000,"goal_target_date":"2026-12-01","category_group_id":"g"}}`,
		`{"account":{"name":"n","type":"checking","balance":1}}`, `{"payee":{"name":"p","hidden":true}}`, `{"category_group":{"name":"g"}}`,
		`{"scheduled_transaction":{"account_id":"a","date":"2026-12-01","frequency":"monthly","amount":1}}`, `{"bulk":{"transactions":[]}}`,
		`{"account_group":{"name":"g","before_account_group_id":null}}`, `{"tag":{"name":"t","color":null,"description":"d"}}`,
		`{"account":{"account_group_id":null,"debt_interest_rates":{"2026-01-01":6000},"payment_frequency":"weekly"}}`,
		`{"a":{"a":{"a":[[[[]]]]}}}`, `{"transaction":null,"transaction":{}}`,
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		for _, body := range []any{
			new(PostTransactions), new(PatchTransactions), new(PutTransaction), new(BulkTransactions), new(PatchCategory), new(PostCategory), new(PatchMonthCategory),
			new(PostAccount), new(WriteCategoryGroup), new(WritePayee), new(WriteScheduledTransaction),
			new(PatchPayee), new(WriteAccountGroup), new(WritePosition), new(PatchAccount), new(PatchLoan), new(PatchTag), new(PostArchive), new(PostFreshStart), new(PatchTagName),
		} {
			err := readBody(input, body)
			switch {
			case err != nil && (apperr.KindOf(err) != apperr.Invalid || len(err.Error()) > 1000):
				t.Fatalf("%T of body %q: error %v, want it short and invalid", body, input, err)
			case err == nil && !json.Valid(input):
				t.Fatalf("%T: invalid JSON was accepted: %q", body, input)
			}
			if p, ok := body.(*PostAccount); ok && err == nil && p.Account.Balance.Abs() > money.Limit {
				t.Fatalf("body %q: balance %d is over the limit", input, p.Account.Balance)
			}
		}
	})
}
