package sourceapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

// TestTruncatedPlanIsRequestedAgain: the source reported the truncated plan as complete.
func TestTruncatedPlanIsRequestedAgain(t *testing.T) {
	s := sourcetest.New(t, testkit.Plan(t, "--seed", "20", "--years", "1", "--tx", "200", "--name", "Household"))
	var wholes atomic.Int32
	s.Before(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.Count(r.URL.Path, "/") != 3 || wholes.Add(1) > 1 {
			return false
		}
		_, _ = fmt.Fprint(w, `{"data":{"plan":{"id":"p","name":"a \" } quote","accounts":[{"id":"a"}`)
		return true
	})
	plans, err := newClient(t, s.URL, sourcetest.Token, nil).Plans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := fetch(t, s, plans[0].ID)
	if o.err != nil || o.got.ByArrays || len(o.pauses) != 1 || wholes.Load() != 2 {
		t.Errorf("fetch: %+v after %d pauses and %d requests, want 1 and 2 (error %v)", o.got, len(o.pauses), wholes.Load(), o.err)
	}
	if _, err := ynabdoc.Decode(strings.NewReader(string(o.text))); err != nil {
		t.Error(err)
	}
}

// TestSourceWithoutPayeeLocations: the plan can still be downloaded by its arrays.
func TestSourceWithoutPayeeLocations(t *testing.T) {
	s := sourcetest.New(t, testkit.Plan(t, "--seed", "20", "--years", "1", "--tx", "200", "--name", "Household"))
	s.Before(func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.HasSuffix(r.URL.Path, "/payee_locations"):
			sourcetest.Fail(w, http.StatusNotFound, "404.1", "not_found", "no such call")
		case strings.Count(r.URL.Path, "/") == 3:
			w.WriteHeader(http.StatusGatewayTimeout)
		default:
			return false
		}
		return true
	})
	plans, err := newClient(t, s.URL, sourcetest.Token, nil).Plans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := fetch(t, s, plans[0].ID)
	if o.err != nil || !o.got.ByArrays {
		t.Fatalf("fetch: %+v, want it by arrays (error %v)", o.got, o.err)
	}
	doc, err := ynabdoc.Decode(strings.NewReader(string(o.text)))
	if err != nil || len(doc.Plan.Transactions) == 0 || len(doc.Plan.PayeeLocations) != 0 {
		t.Errorf("plan without payee locations: it has %d (error %v)", len(doc.Plan.PayeeLocations), err)
	}
}

// TestTruncatedJSONIsDetected feeds every prefix of a document in pieces of different sizes.
func TestTruncatedJSONIsDetected(t *testing.T) {
	const text = `{"a":[1,{"b":"x\"}]\\"}],"c":"ü"}`
	rapid.Check(t, func(t *rapid.T) {
		end, piece := rapid.IntRange(1, len(text)).Draw(t, "end"), rapid.IntRange(1, 9).Draw(t, "piece")
		var s shape
		for at := 0; at < end; at += piece {
			s.see([]byte(text[at:min(at+piece, end)]))
		}
		if s.whole() != (end == len(text)) {
			t.Errorf("%q: whole %t, want %t", text[:end], s.whole(), end == len(text))
		}
	})
}
