package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/storage/store"
)

// fetch exports a plan the way that holdover export does.
func fetch(t *testing.T, address, plan string) ([]byte, sourceapi.Fetched) {
	t.Helper()
	at, err := sourceapi.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := sourceapi.ParseToken(token)
	if err != nil {
		t.Fatal(err)
	}
	client, err := sourceapi.New(sourceapi.Options{Address: at, Token: secret})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := client.Fetch(t.Context(), plan, file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return text, got
}

// Import, serve, export, import elsewhere: an equal budget, holds and rollovers
// included, and again equal the second time.
func TestRoundTripThroughTheAPI(t *testing.T) {
	for _, options := range []string{
		"--seed 41 --years 1 --tx 200 --cards 2",
		"--seed 42 --years 3 --tx 200 --cards 0 --plain",
		"--seed 43 --years 1 --tx 100 --cards 4 --currency JPY",
		"--seed 45 --years 2 --tx 150 --cards 1 --currency KWD --link-split-mirror",
		"--seed 46 --years 1 --tx 120 --currency EUR --leading-key budget --bare",
		"--seed 47 --years 1 --tx 100 --future-months 6 --rta net",
		"--seed 48 --years 1 --tx 80 --accounts 12 --payees 200 --groups 2 --categories 40",
		"--seed 49 --years 4 --tx 60 --end-month 2019-03 --name 日本/../x",
	} {
		s := serve(t, 0, strings.Fields(options)...)
		holdAndRollOver(t, s)
		first, _ := fetch(t, s.url, s.id)
		again := serveDocument(t, first)
		second, _ := fetch(t, again.url, again.id)
		third := serveDocument(t, second)
		last, _ := fetch(t, third.url, third.id)
		copied := ordered(t, second)
		if diff := differences(copied, ordered(t, last)); diff != "" {
			t.Errorf("%s: second round trip differs from the first:\n%.2000s", options, diff)
		}
		if diff := differences(ordered(t, first), copied); diff != "" {
			t.Errorf("%s: copy differs from the budget:\n%.2000s", options, diff)
		}
	}
}

func holdAndRollOver(t *testing.T, s *served) {
	t.Helper()
	months, err := s.app.Months(t.Context(), app.Machine(), s.id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	held, rolled := 0, 0
	for _, m := range months {
		if m.ToBudget > 1000 && held < 2 {
			if _, err := s.app.Hold(t.Context(), app.Machine(), s.id, m.Month, m.ToBudget/2); err != nil {
				t.Fatal(err)
			}
			held++
		}
		for _, c := range m.Categories {
			if c.Balance < 0 && !c.Income && rolled < 3 {
				rolled += rollOver(t, s, c.ID, m.Month)
			}
		}
	}
	if held == 0 && rolled == 0 {
		t.Fatal("the plan has no hold and no rollover")
	}
}

func rollOver(t *testing.T, s *served, category string, m civil.Month) int {
	t.Helper()
	if _, err := s.app.Rollover(t.Context(), app.Machine(), s.id, category, m, true); err != nil {
		t.Fatal(err)
	}
	return 1
}

func serveDocument(t *testing.T, text []byte) *served {
	t.Helper()
	return serveFrom(t, 0, func(a *app.App) (string, error) {
		got, err := a.Import(t.Context(), app.Machine(), bytes.NewReader(text), migration.ImportOptions{})
		return got.Budget.ID, err
	}, store.Config{Dir: databasetest.Dir(t)})
}

// A plan assembled from the lists equals the whole plan.
func TestListsEqualTheWholePlan(t *testing.T) {
	s := serve(t, 0, "--seed", "44", "--years", "1", "--tx", "300", "--cards", "2")
	whole, _ := fetch(t, s.url, s.id)
	target, err := url.Parse(strings.TrimSuffix(s.url, "/v1"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	lame := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Count(r.URL.Path, "/") == 3 {
			w.WriteHeader(http.StatusGatewayTimeout)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	defer lame.Close()
	pieces, got := fetch(t, lame.URL, s.id)
	if !got.ByArrays || got.Changed {
		t.Fatalf("download: %+v, want it by arrays and unchanged", got)
	}
	want, have := ordered(t, whole), ordered(t, pieces)
	for name := range want {
		if strings.HasPrefix(name, "holdover ") {
			delete(want, name) // lists do not have it
		}
	}
	if diff := cmp.Diff(withoutEmptyMembers(want), withoutEmptyMembers(have)); diff != "" {
		t.Errorf("plan of the lists (+) differs from the whole plan (-):\n%.3000s", diff)
	}
}

// differences returns the differences of two documents. It compares them first, which takes a hundredth of the time
// of a diff.
func differences(want, have any) string {
	if reflect.DeepEqual(want, have) {
		return ""
	}
	return cmp.Diff(want, have)
}

// withoutEmptyMembers removes empty members: null, and those that only records of Holdover have.
func withoutEmptyMembers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			empty, isMap := value.(map[string]any)
			if value != nil && !(isMap && len(empty) == 0) && name != "payee_name" && name != "category_name" {
				out[name] = withoutEmptyMembers(value)
			}
		}
		return out
	case []any:
		for i := range v {
			v[i] = withoutEmptyMembers(v[i])
		}
	}
	return v
}

// ordered decodes a document's plan with its records in a fixed order, and without the members that differ between
// copies: id and modification time.
func ordered(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var doc struct {
		Data struct{ Plan map[string]any }
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	plan := doc.Data.Plan
	delete(plan, "id")
	delete(plan, "last_modified_on")
	if own, ok := plan["holdover"].(map[string]any); ok {
		for name, value := range own {
			plan["holdover "+name] = value // moved up so that its records are ordered too
		}
		delete(plan, "holdover")
	}
	for name, value := range plan {
		if records, ok := value.([]any); ok && name != "months" {
			plan[name] = inOrder(records)
		}
	}
	return plan
}

// inOrder sorts records by their text, which is computed once for each.
func inOrder(records []any) []any {
	type written struct {
		text   string
		record any
	}
	all := iterutil.Map(records, func(r any) written { return written{fmt.Sprint(r), r} })
	slices.SortFunc(all, func(a, b written) int { return strings.Compare(a.text, b.text) })
	return iterutil.Map(all, func(w written) any { return w.record })
}
