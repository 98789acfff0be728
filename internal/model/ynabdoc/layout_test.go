package ynabdoc

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"holdover/internal/base/civil"
)

const small = `"id":"p","name":"Café","accounts":[{"id":"a","name":"Checking","on_budget":true,"balance":1}],"odd_thing":{"x":[1]},"months":[]`

// TestWrappersOfAPlan reads every way in which the plan can be wrapped.
func TestWrappersOfAPlan(t *testing.T) {
	for _, c := range []struct {
		file, key string
		wrapped   bool
		knowledge int64
	}{
		{`{"data":{"plan":{` + small + `},"server_knowledge":7}}`, "plan", true, 7},
		{`{"data":{"server_knowledge":7,"budget":{` + small + `},"x":1},"y":[2]}`, "budget", true, 7},
		{`{"plan":{` + small + `},"server_knowledge":8,"note":null}`, "plan", false, 8},
		{`{"budget":{` + small + `}}`, "budget", false, 0},
		{`{` + small + `,"server_knowledge":9}`, "", false, 9},
		{`{"server_knowledge":9,` + small + `}`, "", false, 9},
		{`{"data":{` + small + `}}`, "", true, 0},
		{`{"server_knowledge":"many","plan":{` + small + `}}`, "plan", false, 0},
	} {
		doc := decode(t, []byte(c.file))
		if doc.LeadingKey != c.key || doc.Wrapped != c.wrapped || doc.ServerKnowledge != c.knowledge {
			t.Errorf("%.40s: key %q, wrapped %v, knowledge %d", c.file, doc.LeadingKey, doc.Wrapped, doc.ServerKnowledge)
		}
		if doc.Plan.Name != "Café" || len(doc.Plan.Accounts) != 1 || len(doc.Plan.Extra()) != 1 {
			t.Errorf("%.40s: the plan is %+v", c.file, doc.Plan)
		}
		checkSame(t, []byte(c.file), encode(t, doc, ""))
	}
}

// TestEncodings reads files as editors and shells may save them.
func TestEncodings(t *testing.T) {
	file := "{\r\n \"plan\":{" + small + "}}\r\n"
	little, big := unicode.LittleEndian, unicode.BigEndian
	for name, encoded := range map[string]string{
		"UTF-8 with byte order mark":            "\xEF\xBB\xBF" + file,
		"UTF-16 little-endian, byte order mark": wide(t, file, unicode.UTF16(little, unicode.UseBOM)),
		"UTF-16 big-endian, byte order mark":    wide(t, file, unicode.UTF16(big, unicode.UseBOM)),
		"UTF-16 little-endian, no mark":         wide(t, file, unicode.UTF16(little, unicode.IgnoreBOM)),
		"UTF-16 big-endian, no mark":            wide(t, file, unicode.UTF16(big, unicode.IgnoreBOM)),
	} {
		doc, err := Decode(strings.NewReader(encoded))
		if err != nil {
			t.Errorf("%s: decode: %v", name, err)
			continue
		}
		checkSame(t, []byte(file), encode(t, doc, ""))
	}
}

func wide(t *testing.T, text string, into encoding.Encoding) string {
	t.Helper()
	out, err := into.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDecodeOfOneArray reads the answer to a call for one array, as the client of the source
// meets it, with nested parts.
func TestDecodeOfOneArray(t *testing.T) {
	file := `{"data":{"transactions":[{"id":"t","date":"2026-01-31","amount":-5,"account_id":"a","account_name":"Checking",
		"subtransactions":[{"id":"s","amount":-5}]}],"server_knowledge":3}}`
	doc, err := DecodeWith(strings.NewReader(file), Options{Part: true})
	if err != nil {
		t.Fatal(err)
	}
	if doc.ServerKnowledge != 3 || doc.Plan.Has("accounts") {
		t.Errorf("the part is decoded as %+v", doc)
	}
	for parent, sub := range doc.Plan.EachSubtransaction() {
		if parent != "t" || sub.ID != "s" || doc.Plan.Transactions[0].Date != civil.MakeDate(2026, 1, 31) {
			t.Errorf("the part %+v is in transaction %q, want t", sub, parent)
		}
		checkSame(t, []byte(file), encode(t, doc, ""))
		return
	}
	t.Error("the nested part is lost")
}

// TestProgressCountsEveryByte checks that every byte is reported.
func TestProgressCountsEveryByte(t *testing.T) {
	file := planFiles(t)["kwd.json"]
	var last int64
	_, err := DecodeWith(bytes.NewReader(file), Options{Progress: func(n int64) {
		if n < last {
			t.Errorf("progress %d after %d", n, last)
		}
		last = n
	}})
	if err != nil || last != int64(len(file)) {
		t.Errorf("%d of %d bytes reported, error %v", last, len(file), err)
	}
}
