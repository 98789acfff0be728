package httpx

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	now := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC)
	p := &Pace{Most: 3, Within: time.Minute}
	for i := range 5 {
		if wait := p.Take("anna", now.Add(time.Duration(i)*time.Second)); (wait > 0) != (i >= 3) {
			t.Errorf("%d: %v", i, wait)
		}
	}
	if wait := p.Take("anna", now.Add(10*time.Second)); wait != 50*time.Second {
		t.Error(wait)
	}
	if p.Take("ben", now) != 0 || p.Take("anna", now.Add(time.Minute)) != 0 {
		t.Error("another, or the next minute, has to wait")
	}
	for i := range 3 * paceKeys {
		p.Take(fmt.Sprint(i), now)
	}
	if len(p.seen) > paceKeys+1 || p.Take("one more", now) == 0 {
		t.Errorf("%d are remembered; a crowd gains turns", len(p.seen))
	}
	if p.Take("later", now.Add(time.Hour)) != 0 {
		t.Error("a crowd of an hour ago still counts")
	}
}

func TestClientAddress(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "[2001:db8:1:2:3::4]:1234"
	r.Header.Add("X-Forwarded-For", "1.1.1.1")
	r.Header.Add("X-Forwarded-For", "2.2.2.2, 192.0.2.7")
	if a, b := ClientAddress(r, false), ClientAddress(r, true); a != "2001:db8:1:2:3::4" || b != "192.0.2.7" {
		t.Error(a, b)
	}
}
