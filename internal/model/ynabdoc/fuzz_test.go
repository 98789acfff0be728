package ynabdoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// FuzzDecode checks that no input causes a panic, that every error is an *apperr.Error with a message, and that a
// decoded document encodes to an equal one under any leading key.
func FuzzDecode(f *testing.F) {
	testkit.Fuzz(f, []string{
		odds,
		`{"data":{"plan":{` + small + `},"server_knowledge":7}}`,
		`{"server_knowledge":9,` + small + `}`,
		`{"plan":{"transactions":[{"id":"t","amount":1e2,"date":"2026-01-01","account_id":"a","subtransactions":[{"id":"s","amount":0}]}]}}`,
		`{"error":{"id":"401","name":"not_authorized"}}`,
		"\xff\xfe{\x00}\x00",
		"<html><title>x</title>",
	}, func(t testing.TB, file []byte) {
		doc, err := Decode(bytes.NewReader(file))
		if err != nil {
			checkExplained(t, err)
			return
		}
		plain, err := open(bytes.NewReader(file), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(plain)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, text, encode(t, doc, ""))
		for _, key := range []string{"plan", "budget"} {
			again := decode(t, encode(t, doc, key))
			checkSame(t, encode(t, doc, "plan"), encode(t, again, "plan"))
		}
	})
}

func checkExplained(t testing.TB, err error) {
	f, ok := errors.AsType[*apperr.Error](err)
	if !ok || f.Message == "" || f.Hint == "" && f.Code != GetAnew || f.Kind == apperr.Internal {
		t.Fatalf("the error is not explained: %#v", err)
	}
}

// FuzzNumber checks that a number is read with its exact value, or refused.
func FuzzNumber(f *testing.F) {
	testkit.Fuzz(f, []string{"0", "-12000", "12000.0", "1.2e4", "1e-3", "-0.0E+1", "999999999999999.9e1", "1e999999999999", "0e99999999999999999999", "1000000000000000"}, func(t testing.TB, input []byte) {
		var number json.Number
		if len(input) == 0 || input[0] != '-' && (input[0] < '0' || input[0] > '9') || bytes.ContainsAny(input, " \t\r\n") || json.Unmarshal(input, &number) != nil {
			return
		}
		n, why := parseWhole(input)
		if len(input) > 100 || len(input) > 0 && bytes.ContainsAny(input, "eE") && exponentOf(input) > 400 {
			return // the exact value is too large to compute
		}
		exact, ok := new(big.Rat).SetString(number.String())
		if !ok {
			t.Fatalf("%q is decoded but is no number", input)
		}
		switch {
		case why == "" && (!exact.IsInt() || exact.Num().Cmp(big.NewInt(n)) != 0):
			t.Fatalf("%q is read as %d", input, n)
		case why == notWhole && exact.IsInt(), why == tooLarge && exact.IsInt() && exact.Num().CmpAbs(big.NewInt(1e15)) <= 0:
			t.Fatalf("%q is refused as %s", input, why)
		}
		if m, why := parseMilli(input); why == "" && m.Abs() > money.Limit {
			t.Fatalf("%q is read as %d, beyond the limit", input, m)
		}
	})
}

func exponentOf(number []byte) int {
	e := parseExponent(number[bytes.IndexAny(number, "eE")+1:])
	return max(e, -e)
}
