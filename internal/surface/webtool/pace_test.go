package webtool

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// TestCallsToTheSourceAreLimited: any client could make the tool call its source 1,149 times in three seconds, which
// exhausts the source's rate limit for all other users.
func TestCallsToTheSourceAreLimited(t *testing.T) {
	r := newRig(t, "/export", false)
	r.tool.cfg.BehindProxy = true
	var calls atomic.Int64
	r.source.authorise = func(http.ResponseWriter, *http.Request) bool { calls.Add(1); return false }
	press := func(from string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url+"/connect", nil)
		if err == nil {
			req.Header.Set("X-Forwarded-For", from)
		}
		resp, _ := r.do(req, err)
		return resp
	}
	for i := range 3 * mostCalls {
		resp := press("2001:db8::" + strconv.FormatInt(int64(i), 16))
		if want := i < mostCalls; (resp.StatusCode == http.StatusSeeOther) != want {
			t.Fatalf("request %d: status %d", i, resp.StatusCode)
		}
		if wait := resp.Header.Get("Retry-After"); (wait == "") != (i < mostCalls) {
			t.Fatalf("request %d: Retry-After %q", i, wait)
		}
	}
	if resp := press("192.0.2.7"); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("request from another address: status %d", resp.StatusCode)
	}
	if n := calls.Load(); n > 3 { // each is cached for ten seconds
		t.Errorf("the source was called %d times, want at most 3", n)
	}
	later := time.Now().Add(2 * time.Minute)
	r.tool.now = func() time.Time { return later }
	if resp := press("2001:db8::1"); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("request two minutes later: status %d", resp.StatusCode)
	}
}
