package plandoc

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"holdover/internal/fault"
)

// FuzzDecode holds that no input makes a panic, that every error is a fault with
// a message, and that what decodes is encoded to an equal document under any
// leading key.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(odds))
	f.Add([]byte(`{"data":{"plan":{` + small + `},"server_knowledge":7}}`))
	f.Add([]byte(`{"server_knowledge":9,` + small + `}`))
	f.Add([]byte(`{"plan":{"transactions":[{"id":"t","amount":1e2,"date":"2026-01-01","account_id":"a","subtransactions":[{"id":"s","amount":0}]}]}}`))
	f.Add([]byte(`{"error":{"id":"401","name":"not_authorized"}}`))
	f.Add([]byte("\xff\xfe{\x00}\x00"))
	f.Add([]byte("<html><title>x</title>"))
	f.Fuzz(func(t *testing.T, file []byte) {
		doc, err := Decode(bytes.NewReader(file))
		if err != nil {
			explained(t, err)
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
		same(t, text, encode(t, doc, ""))
		for _, key := range []string{"plan", "budget"} {
			again := decode(t, encode(t, doc, key))
			same(t, encode(t, doc, "plan"), encode(t, again, "plan"))
		}
	})
}

func explained(t *testing.T, err error) {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Message == "" || f.Hint == "" || f.Kind == fault.Internal {
		t.Fatalf("%#v", err)
	}
}
