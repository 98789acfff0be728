package httpx

import (
	"net/http"
	"testing"

	"holdover/internal/testing/testkit"
)

// FuzzHeaders checks that the client address and content type from any header are short: one key, one word.
func FuzzHeaders(f *testing.F) {
	testkit.Fuzz(f, []string{"192.0.2.1", "192.0.2.1, 2001:db8::1", "[2001:db8::1%eth0]:80", "::ffff:1.2.3.4", "", ",", "multipart/form-data; boundary=x", "application/json; charset=\"", "a/b; c*0=x; c*1=y"}, func(t testing.TB, input []byte) {
		text := string(input)
		r := &http.Request{RemoteAddr: text, Header: http.Header{"X-Forwarded-For": {text}, "Content-Type": {text}}}
		for _, behind := range []bool{false, true} {
			if address := ClientAddress(r, behind); len(address) > len(text) {
				t.Fatalf("header %q gives the longer client address %q", text, address)
			}
		}
		if kind := kindOf(r); len(kind) > len(text) {
			t.Fatalf("header %q gives the longer content type %q", text, kind)
		}
	})
}
