package sourceapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

type outcome struct {
	got    Fetched
	err    error
	text   []byte
	pauses []Pause
}

func newClient(t *testing.T, address, token string, waiting func(Pause)) *Client {
	t.Helper()
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{Address: a, Token: Token{token}, Waiting: waiting})
	if err != nil {
		t.Fatal(err)
	}
	c.times = times{answer: 300 * time.Millisecond, silence: 300 * time.Millisecond, backoff: time.Millisecond, attempt: 3}
	t.Cleanup(c.Close)
	return c
}

func fetch(t *testing.T, s *sourcetest.Server, plan string) outcome {
	t.Helper()
	var o outcome
	c := newClient(t, s.URL, sourcetest.Token, func(p Pause) { o.pauses = append(o.pauses, p) })
	path := filepath.Join(t.TempDir(), "plan.json")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o.got, o.err = c.Fetch(t.Context(), plan, f)
	if o.text, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if o.err != nil && strings.Contains(fmt.Sprintf("%v %+v %s", o.err, o.err, apperr.HintOf(o.err)), sourcetest.Token) {
		t.Errorf("error contains the token: %v", o.err)
	}
	return o
}

func source(t *testing.T) (*sourcetest.Server, string, []byte) {
	t.Helper()
	file := testkit.Plan(t, "--seed", "4", "--years", "3", "--tx", "400", "--plain", "--cards", "2")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := sourcetest.New(t, file)
	plans, err := newClient(t, s.URL, sourcetest.Token, nil).Plans(t.Context())
	if err != nil || len(plans) != 1 {
		t.Fatalf("%d plans, want 1 (error %v)", len(plans), err)
	}
	return s, plans[0].ID, raw
}

func TestPlanIsDownloadedByteForByte(t *testing.T) {
	s, id, want := source(t)
	for _, ref := range []string{id, LastUsed} {
		o := fetch(t, s, ref)
		if o.err != nil || !bytes.Equal(o.text, want) || o.got.ByArrays || o.got.Bytes != int64(len(want)) {
			t.Errorf("fetch %s: %+v, %d of %d bytes (error %v)", ref, o.got, len(o.text), len(want), o.err)
		}
	}
}

func TestOldServersWithBudgetAddresses(t *testing.T) {
	s, id, want := source(t)
	s.OnlyOld()
	o := fetch(t, s, id)
	if o.err != nil || len(o.text) != len(want)+len("budget")-len("plan") {
		t.Fatalf("fetch from an old server: %d bytes (error %v)", len(o.text), o.err)
	}
}

// isWhole reports whether a request is for the whole plan.
func isWhole(r *http.Request) bool { return strings.Count(r.URL.Path, "/") == 3 }

// cutAt sends a part of the real answer and drops the connection.
func cutAt(w http.ResponseWriter, text []byte, from, n int) {
	w.Header().Set("Content-Length", fmt.Sprint(len(text)-from))
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(text)-1, len(text)))
	}
	w.Header().Set("Accept-Ranges", "bytes")
	w.Header().Set("ETag", `"1"`)
	if from > 0 {
		w.WriteHeader(http.StatusPartialContent)
	}
	_, _ = w.Write(text[from:min(from+n, len(text))])
	panic(http.ErrAbortHandler)
}

func TestDownloadIsResumedByRange(t *testing.T) {
	s, id, want := source(t)
	var cuts atomic.Int32
	s.Before(func(w http.ResponseWriter, r *http.Request) bool {
		from := 0
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		if cuts.Add(1) > 12 { // more often than the number of attempts without progress
			return false
		}
		cutAt(w, want, from, 20_000)
		return true
	})
	o := fetch(t, s, id)
	if o.err != nil || !bytes.Equal(o.text, want) || o.got.ByArrays {
		t.Fatalf("resumed fetch: %+v, %d of %d bytes (error %v)", o.got, len(o.text), len(want), o.err)
	}
	if len(o.pauses) != 12 {
		t.Errorf("%d pauses, want 12", len(o.pauses))
	}
}

func TestDownloadRestartsWithoutRanges(t *testing.T) {
	s, id, want := source(t)
	var cuts atomic.Int32
	s.Before(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("Range") != "" {
			t.Error("request of a range that the server did not offer")
		}
		if cuts.Add(1) > 2 {
			return false
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(want)))
		_, _ = w.Write(want[:30_000])
		panic(http.ErrAbortHandler)
	})
	o := fetch(t, s, id)
	if o.err != nil || !bytes.Equal(o.text, want) {
		t.Fatalf("restarted fetch: %d of %d bytes (error %v)", len(o.text), len(want), o.err)
	}
}

func TestTooManyRequestsAreRetriedLater(t *testing.T) {
	s, id, want := source(t)
	var requests atomic.Int32
	s.Before(func(w http.ResponseWriter, _ *http.Request) bool {
		if requests.Add(1) > 1 {
			return false
		}
		w.Header().Set("Retry-After", "1")
		sourcetest.Fail(w, 429, "429", "too_many_requests", "Too many requests")
		return true
	})
	o := fetch(t, s, id)
	if o.err != nil || !bytes.Equal(o.text, want) {
		t.Fatal(o.err)
	}
	if len(o.pauses) != 1 || o.pauses[0].For != time.Second || !o.pauses[0].Busy {
		t.Errorf("pauses: %+v, want one of a second", o.pauses)
	}
}

func TestPlanIsDownloadedByArrays(t *testing.T) {
	trouble := map[string]func(w http.ResponseWriter, r *http.Request){
		"504": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusGatewayTimeout)
			_, _ = w.Write([]byte("<html>Gateway Timeout</html>"))
		},
		"no response": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"connection dropped": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"data":`))
			panic(http.ErrAbortHandler)
		},
	}
	for name, fail := range trouble {
		t.Run(name, func(t *testing.T) {
			s, id, want := source(t)
			s.Before(func(w http.ResponseWriter, r *http.Request) bool {
				if !isWhole(r) {
					return false
				}
				fail(w, r)
				return true
			})
			o := fetch(t, s, id)
			if o.err != nil || !o.got.ByArrays || o.got.Changed || o.got.Bytes != int64(len(o.text)) {
				t.Fatalf("fetch of %d bytes: %+v, want it by arrays and unchanged (error %v)", len(o.text), o.got, o.err)
			}
			if diff := cmp.Diff(unordered(t, want), unordered(t, o.text)); diff != "" {
				t.Errorf("plan by arrays (+) differs from the whole plan (-):\n%s", diff)
			}
		})
	}
}

// unordered returns a document with its records in any order, as lists may return them.
func unordered(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var doc struct {
		Data struct {
			Plan map[string]any `json:"plan"`
		} `json:"data"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for name, value := range doc.Data.Plan {
		if records, ok := value.([]any); ok && name != "months" {
			slices.SortFunc(records, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
	}
	return doc.Data.Plan
}

func TestDownloadStopsWhenCancelled(t *testing.T) {
	s, id, _ := source(t)
	s.Before(func(w http.ResponseWriter, _ *http.Request) bool {
		sourcetest.Fail(w, 429, "429", "too_many_requests", "")
		return true
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	var m memory
	if _, err := newClient(t, s.URL, sourcetest.Token, nil).Fetch(ctx, id, &m); err == nil || ctx.Err() == nil {
		t.Errorf("cancelled fetch: error %v, context %v, want both cancelled", err, ctx.Err())
	}
}
