package httpx

import (
	"net/http/httptest"
	"testing"
)

func TestClientAddress(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "[2001:db8:1:2:3::4]:1234"
	r.Header.Add("X-Forwarded-For", "1.1.1.1")
	r.Header.Add("X-Forwarded-For", "2.2.2.2, 192.0.2.7")
	if a, b := ClientAddress(r, false), ClientAddress(r, true); a != "2001:db8:1:2:3::4" || b != "192.0.2.7" {
		t.Errorf("address %s, behind a proxy %s; want 2001:db8:1:2:3::4 and 192.0.2.7", a, b)
	}
}
