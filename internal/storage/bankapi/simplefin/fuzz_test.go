package simplefin

import (
	"bytes"
	"errors"
	"testing"
	"time"
	"unicode/utf8"

	"holdover/internal/storage/bankapi"
	"holdover/internal/testing/testkit"
)

func FuzzAccountSet(f *testing.F) {
	testkit.Fuzz(f, []string{
		`{"errors":["a <b>c</b>"],"accounts":[{"org":{"domain":"d","name":"n"},"id":"1","name":"A","currency":"USD","balance":"1.5","available-balance":"1","balance-date":1796000000,"transactions":[{"id":"t","posted":1795000000,"amount":"-1.25","description":"d","payee":"p","memo":"m","transacted_at":1794990000,"extra":{}}]}]}`,
		`{"errlist":[{"code":"con.auth","msg":"m","conn_id":"c","account_id":"1"}],"connections":[{"conn_id":"c","name":"n","org_name":"o"}],"accounts":[{"conn_id":"c","id":1,"currency":"https://e.example/x","transactions":[{"posted":0,"pending":true,"amount":5}]}]}`,
	}, func(t testing.TB, data []byte) {
		var set accountSet
		if err := errors.Join(set.read(bytes.NewReader(data)), set.read(bytes.NewReader(data))); err != nil { // two windows
			return
		}
		for i := range set.accounts {
			a := &set.accounts[i]
			s := set.statement(&bankapi.Wanted{Key: a.id, Handle: a.id, ByPurchaseDate: true}, time.UTC, 2026_11_29)
			for _, r := range append(s.Rows, s.Pending...) {
				if !r.Date.Valid() || !utf8.ValidString(r.Payee+r.Memo) || len(r.Payee) > 5*bankapi.MostText {
					t.Fatalf("the row is %+v", r)
				}
			}
			if s.Currency == "" || a.id == "" || a.name == "" || !utf8.ValidString(set.bank(a)+a.name+s.Currency) {
				t.Fatalf("the account is %+v", a)
			}
			if s.Err != nil && s.Err.Error() == "" {
				t.Fatal("the error has no text")
			}
		}
		for _, m := range set.messages() {
			if m == "" || !utf8.ValidString(m) {
				t.Fatalf("the message is %q", m)
			}
		}
	})
}
