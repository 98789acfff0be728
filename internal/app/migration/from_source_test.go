package migration_test

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

func sourceChoice(t *testing.T, address, token string) migration.SourceChoice {
	t.Helper()
	from, err := migration.ParseSource(address, token)
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// An anonymous actor and a read-only token cannot import, and only the admin can choose the address that the server
// calls.
func TestImportFromSourceNeedsPermission(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	source := sourcetest.New(t, testkit.Plan(t, "--seed", "6", "--years", "1", "--tx", "50"))
	from := sourceChoice(t, source.URL, sourcetest.Token)
	readOnly := anna
	readOnly.Scope = auth.ReadOnly
	for _, c := range []struct {
		who  app.Actor
		kind apperr.Kind
	}{{app.Actor{}, apperr.Unauthorized}, {readOnly, apperr.Forbidden}, {ben, apperr.Forbidden}, {anna, ""}, {app.Machine(), ""}} {
		before := len(source.Calls())
		testkit.WantKind(t, a.MayNameSource(t.Context(), c.who), c.kind)
		_, err := a.SourcePlans(t.Context(), c.who, from)
		testkit.WantKind(t, err, c.kind)
		_, err = a.ImportFromSource(t.Context(), c.who, from, sourceapi.LastUsed, migration.FetchOptions{})
		testkit.WantKind(t, err, c.kind)
		if asked := len(source.Calls()) > before; asked != (c.kind == "") {
			t.Errorf("%s: the source was called: %t, want %t", c.who.Name, asked, c.kind == "")
		}
	}
}

// A failure of the source is reported at once, without the token, and leaves no file behind; neither does a success.
func TestSourceFailureIsReportedWithoutTheToken(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	temp := t.TempDir()
	if runtime.GOOS != "windows" {
		t.Setenv("TMPDIR", temp)
	}
	source := sourcetest.New(t, testkit.Plan(t, "--seed", "6", "--years", "1", "--tx", "50"))
	rightToken, wrongToken := sourceChoice(t, source.URL, sourcetest.Token), sourceChoice(t, source.URL, "another-token-altogether")
	for _, c := range []struct {
		name   string
		from   migration.SourceChoice
		plan   string
		before func(http.ResponseWriter, *http.Request) bool
		kind   apperr.Kind
	}{
		{name: "wrong token", from: wrongToken, plan: sourceapi.LastUsed, kind: apperr.Unauthorized},
		{name: "unknown plan", from: rightToken, plan: "no-such-plan", kind: apperr.NotFound},
		{name: "busy", from: rightToken, plan: sourceapi.LastUsed, kind: apperr.TooMany, before: func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Retry-After", "1800")
			sourcetest.Fail(w, 429, "429", "too_many_requests", "Too many requests")
			return true
		}},
		{name: "response is not a plan", from: rightToken, plan: sourceapi.LastUsed, kind: apperr.NotAPlan, before: func(w http.ResponseWriter, _ *http.Request) bool {
			_, err := w.Write([]byte(`{"data":{"account":{}}}`))
			return err == nil
		}},
		{name: "success", from: rightToken, plan: sourceapi.LastUsed},
	} {
		source.Before(c.before)
		made, err := a.ImportFromSource(t.Context(), anna, c.from, c.plan, migration.FetchOptions{})
		testkit.WantKind(t, err, c.kind)
		if err != nil && strings.Contains(err.Error()+apperr.HintOf(err), c.from.Token.Reveal()) {
			t.Errorf("%s: error %q contains the token", c.name, err)
		}
		if err == nil && (made.Budget.ID == "" || made.Report.File != rightToken.Address.Name()) {
			t.Errorf("%s: imported budget %+v from the file %q, want the file %q", c.name, made.Budget, made.Report.File, rightToken.Address.Name())
		}
		if left, err := filepath.Glob(filepath.Join(temp, "*")); err != nil || len(left) > 0 {
			t.Errorf("%s: files left behind: %v (error %v)", c.name, left, err)
		}
	}
	if os.TempDir() != temp && runtime.GOOS != "windows" {
		t.Error("temporary files are not in the folder that the test checks")
	}
}

// A source without plans is reported.
func TestSourceWithoutPlansIsReported(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	_, err := a.SourcePlans(t.Context(), anna, sourceChoice(t, sourcetest.New(t).URL, sourcetest.Token))
	testkit.WantKind(t, err, apperr.NotFound)
}
