package binenc_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/binenc"
)

// Decoding returns exactly the encoded numbers and texts: UUIDs, near-UUIDs and everything else.
func TestDecodeReturnsWhatWasEncoded(t *testing.T) {
	const id = "0f6a4c1e-52b7-4d0a-9a31-c0ffee123456"
	texts := []string{
		"", "a", id, strings.ToUpper(id), strings.ReplaceAll(id, "-", "_"), id[:35] + "g", id[:35], id + "0", "{" + id[1:35] + "}", strings.ReplaceAll(id, "-", ""),
		"urn:uuid:" + id[:27], "Käse für 3,50 €", "\x00\x01\xff", strings.Repeat("long ", 1000), id,
	}
	numbers := []int64{0, 1, -1, 63, -64, 64, math.MaxInt64, math.MinInt64}
	b := binenc.Numbers(binenc.Texts(nil, texts...), numbers...)
	r := binenc.Reader{Rest: b}
	for _, want := range texts {
		if got := r.Text(); got != want {
			t.Errorf("%q is decoded as %q", want, got)
		}
	}
	var back []int64
	for range numbers {
		back = append(back, r.Number())
	}
	if !slices.Equal(back, numbers) || r.Spoilt || len(r.Rest) != 0 {
		t.Errorf("decoded %d (spoilt %v, %d bytes left), want %d", back, r.Spoilt, len(r.Rest), numbers)
	}
	if n := len(binenc.Texts(nil, id)); n != 17 {
		t.Errorf("an encoded UUID takes %d bytes", n)
	}
	for cut := range b {
		r := binenc.Reader{Rest: b[:cut]}
		for range texts {
			r.Text()
		}
		for range numbers {
			r.Number()
		}
		if !r.Spoilt {
			t.Fatalf("%d of %d bytes are decoded without an error", cut, len(b))
		}
	}
}
