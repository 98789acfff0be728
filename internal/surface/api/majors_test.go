package api_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"holdover/internal/surface/api"
	"holdover/internal/testing/testkit"
)

// clientReport is the report of the official client, in one major version, about its calls.
type clientReport struct {
	Missed   []string
	Refusals []struct {
		Call    string
		Refused bool
		Error   struct{ ID, Name, Detail string }
	}
	Budgeted int64
	Account  struct{ Balance int64 }
	One      struct {
		ID, Memo string
		Amount   int64
	}
	Many struct {
		IDs        []string `json:"transaction_ids"`
		Duplicates []string `json:"duplicate_import_ids"`
	}
	Bulk *struct {
		Bulk struct {
			IDs        []string `json:"transaction_ids"`
			Duplicates []string `json:"duplicate_import_ids"`
		}
	}
	Changed struct {
		Memo   string
		Amount int64
	}
	Patched struct {
		IDs []string `json:"transaction_ids"`
	}
	Imported struct {
		IDs []string `json:"transaction_ids"`
	}
	Deleted struct{ Deleted bool }
}

// Each major version of the official client makes all its calls, and every response, errors included, is valid by the
// source's description and by ours.
func TestEveryMajorVersionOfTheOfficialClient(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	root := testkit.RepoRoot(t)
	s := serve(t, 0, testkit.Today("--seed", "51", "--years", "1", "--tx", "120", "--cards", "1")...)
	for _, major := range []string{"ynab", "ynab-v2", "ynab-v1"} {
		t.Run(major, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(root, "node_modules", major)); err != nil {
				if os.Getenv("CI") == "true" {
					t.Fatal(err)
				}
				t.Skip("the official client is not installed; make assets installs it")
			}
			handler := api.New(api.Config{App: s.app, Log: s.logger, Authenticate: authenticate})
			own := httptest.NewRecorder()
			handler.ServeHTTP(own, httptest.NewRequest("GET", "/v1/openapi.json", nil))
			ours := describe(t, handler, own.Body.Bytes())
			front := ours
			if text := sourceDescription(t); text != nil {
				front = describe(t, ours, text)
			}
			server := httptest.NewServer(front)
			defer server.Close()
			cmd := exec.CommandContext(t.Context(), node, filepath.Join(root, "internal", "surface", "api", "testdata", "majors.mjs"), major, server.URL+"/v1", s.id)
			cmd.Env, cmd.Stderr = append(os.Environ(), "TOKEN="+token), os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("run version %s of the client: %v\n%.2000s", major, err, s.log)
			}
			var got clientReport
			unmarshal(t, out, &got)
			got.check(t)
		})
	}
}

func (d *clientReport) check(t *testing.T) {
	t.Helper()
	if len(d.Missed) > 0 {
		t.Errorf("calls that the client lacks: %v", d.Missed)
	}
	if d.Budgeted != 12340 || d.Account.Balance != 123450 || d.One.Amount != -10000 || d.Changed.Memo != "changed" || d.Changed.Amount != -11000 {
		t.Errorf("values that the client read: %+v", d)
	}
	if len(d.Many.IDs) != 3 || len(d.Many.Duplicates) != 1 || len(d.Patched.IDs) != 2 || len(d.Imported.IDs) != 0 || !d.Deleted.Deleted {
		t.Errorf("lists that the client read: %+v", d)
	}
	if d.Bulk != nil && (len(d.Bulk.Bulk.IDs) != 1 || len(d.Bulk.Bulk.Duplicates) != 1) {
		t.Errorf("response to the bulk request: %+v", d.Bulk)
	}
	want := []string{"409", "400", "400", "400", "400", "404.2", "404.2", "400"}
	at := 0
	for _, r := range d.Refusals {
		if !r.Refused || r.Error.Detail == "" {
			t.Errorf("%s: refusal %+v, want one with a detail", r.Call, r)
		}
		if len(d.Refusals) == len(want) && r.Error.ID != want[at] {
			t.Errorf("%s, %d: %+v, want %s", r.Call, at, r.Error, want[at])
		}
		at++
	}
}
