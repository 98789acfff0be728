package ynabdoc

import (
	"bytes"
	"io"
	"os"
	"testing"
)

// benchFile returns a generated plan: PLANDOC_BENCH, or a small one of testdata.
func benchFile(b *testing.B) []byte {
	path := os.Getenv("PLANDOC_BENCH")
	if path == "" {
		path = "testdata/kwd.json"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return text
}

func BenchmarkDecode(b *testing.B) {
	text := benchFile(b)
	for b.Loop() {
		if _, err := Decode(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	doc := decode(b, benchFile(b))
	for b.Loop() {
		if err := doc.Encode(io.Discard, "plan"); err != nil {
			b.Fatal(err)
		}
	}
}
