package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/money"
)

// Lists are written by a library that is faster than encoding/json: what it writes is the same to the byte, whatever texts and amounts there are.
func TestListsAreWrittenAsEncodingJSONDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := TransactionDetail{Subtransactions: make([]SubTransaction, rapid.IntRange(0, 2).Draw(t, "parts"))}
		fillIn(t, reflect.ValueOf(&d).Elem())
		h := HybridTransaction{TransactionSummary: d.TransactionSummary, ParentTransactionID: d.Memo, CategoryName: d.AccountName}
		var got bytes.Buffer
		l := list{w: &got}
		for _, record := range []any{&d, &h, &d} {
			if err := l.add(record); err != nil {
				t.Fatal(err)
			}
		}
		whole, line := encoded(t, &d), encoded(t, &h)
		if want := whole + "," + line + "," + whole; got.String() != want {
			t.Fatalf("the list has\n%s\nencoding/json writes\n%s", got.String(), want)
		}
	})
}

func encoded(t *rapid.T, record any) string {
	text, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fillIn draws all that a record has.
func fillIn(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				fillIn(t, v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			fillIn(t, v.Index(i))
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "given") {
			v.Set(reflect.New(v.Type().Elem()))
			fillIn(t, v.Elem())
		}
	case reflect.String:
		v.SetString(texts.Draw(t, "text"))
	case reflect.Int64:
		v.SetInt(int64(amounts.Draw(t, "amount")))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	default:
		t.Fatalf("a record has a %s", v.Type())
	}
}

var (
	texts = rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("<>&\"\\\u2028\u2029\x00\x1f\x7f\b\f\n\r\t/é😀"))),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	amounts = rapid.Map(rapid.Int64(), func(n int64) money.Milli { return money.Milli(n) })
)
