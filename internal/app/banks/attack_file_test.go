package banks_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// TestAttackForgedStatements uploads files in the form of fetched statements that no bank has sent.
func TestAttackForgedStatements(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	rowOf := func(more string) string { return `{"date":"2026-03-01","amount":-5000,"payee":"Market"` + more + `}` }
	file := func(more, rows string) []byte {
		return []byte(`{"holdover_statement":1,"currency":"EUR"` + more + `,"rows":[` + rows + `]}`)
	}
	many := strings.Repeat(`{"amount":0},`, 50_000) + `{"amount":-5000}`
	for name, c := range map[string]struct {
		data    []byte
		added   int
		refused bool
	}{
		"largest":       {file("", rowOf("")+`,{"date":"2026-03-01","amount":9223372036854775000}`), 1, false},
		"smallest":      {file("", rowOf("")+`,{"date":"2026-03-01","amount":-9223372036854775000}`), 1, false},
		"parts wrap":    {file("", rowOf(`,"parts":[{"amount":9223372036854775000},{"amount":9223372036854775000},{"amount":-3384}]`)), 1, false},
		"many parts":    {file("", rowOf(`,"parts":[`+many+`]`)), 1, false},
		"closing":       {file(`,"closing":{"Date":"9999-12-31","Amount":9223372036854775000}`, rowOf("")), 1, false},
		"closing small": {file(`,"closing":{"Date":"0001-01-01","Amount":-9223372036854775000}`, rowOf("")), 1, false},
		"negative date": {file("", `{"date":"-2026-03-01","amount":-5000}`), 0, true},
		"far date":      {file("", `{"date":"9999-12-31","amount":-5000}`), 0, true},
		"float":         {file("", `{"date":"2026-03-01","amount":-5000.5}`), 0, true},
		"rows null":     {[]byte(`{"holdover_statement":1,"rows":null}`), 0, false},
		"deep":          {[]byte(`{"holdover_statement":1,"rows":` + strings.Repeat("[", 20000)), 0, true},
		"long id":       {file("", rowOf(`,"id":"`+strings.Repeat("x", 1<<20)+`"`)), 1, false},
		"control":       {file("", rowOf(`,"memo":"a\u0000b\u202ec","id":"\u0000"`)), 1, false},
	} {
		_, account, err := h.AddAccount(t.Context(), who, h.id, app.AccountEntry{Name: name, Type: "checking", OnBudget: true})
		testkit.NoError(t, err)
		_, in, err := h.ImportBankFile(t.Context(), who, h.id, account, c.data, bankimport.Options{Accept: bankimport.WarningCodes()})
		if in.Added != c.added || (err != nil) != c.refused || err != nil && apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: %d added, error %v", name, in.Added, err)
		}
	}
	for _, r := range h.rows(t) {
		if r.Amount != -5_000 || len(r.Parts) > 0 || len(r.Bank.ImportID) > 2500 || strings.ContainsAny(r.Memo, "\x00") {
			t.Errorf("%s in %d parts with an id of %d bytes and memo %q", r.Amount, len(r.Parts), len(r.Bank.ImportID), r.Memo)
		}
	}
}
