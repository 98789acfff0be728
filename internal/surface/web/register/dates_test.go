package register_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// german imports a plan with the date format DD.MM.YYYY.
func german(t *testing.T, world *walk.Env) string {
	t.Helper()
	text, err := os.ReadFile(walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "100"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "german.json")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), `"YYYY-MM-DD"`, `"DD.MM.YYYY"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	return world.ImportFile(t, path)
}

// TestDateFieldsFollowTheBudget: each date field shows and accepts the budget's date format, also without scripts,
// and accepts the format of the device's date picker.
func TestDateFieldsFollowTheBudget(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := german(t, world)
	p, home := world.Person(t), "/budgets/"+id
	account := world.AccountIDs(t, id)[0]
	sees := func(status int, at, words string) {
		t.Helper()
		if got, _, page := p.Get(at); got != status || !strings.Contains(page, words) {
			t.Errorf("%s: status %d, contains %q: %t", at, got, words, strings.Contains(page, words))
		}
	}
	for _, at := range []string{
		"/accounts/all/filter", "/accounts/all/filter?since=2026-01-05", "/accounts/" + account + "?reconcile=1", "/accounts/new?type=checking",
		"/rows/new?account=" + account, "/scheduled/new", "/rules/new",
	} {
		status, _, page := p.Get(home + at)
		if status != http.StatusOK || strings.Contains(page, `type="date"`) || !strings.Contains(page, `data-date="DD.MM.YYYY"`) {
			t.Errorf("%s: status %d, has a date field of the browser: %t", at, status, strings.Contains(page, `type="date"`))
		}
	}
	for typed, shown := range map[string]string{"05.01.2026": "05.01.2026", "2026-01-05": "05.01.2026", "5.1.26": "05.01.2026"} {
		sees(200, home+"/accounts/all/filter?since="+typed, `value="`+shown+`"`)
		sees(200, home+"/accounts/all?since="+typed, "05.01.2026")
		sees(200, home+"/accounts/"+account+"?reconcile=1&bank=1&on="+typed, `value="05.01.2026"`)
		sees(200, home+"/accounts/new?type=checking&name=Giro&place=on&amount=5&date="+typed, "On 05.01.2026 you have")
	}
	sees(400, home+"/accounts/all?since=05.13.2026", "not a date")
	sees(200, home+"/accounts/"+account+"?reconcile=1&bank=1&on=01.01.9999", "01.01.9999 is out of range")
	status, _, page := p.Post(home+"/accounts", "type", "checking", "name", "Giro", "place", "on", "amount", "5", "date", "05.01.2026")
	if status != http.StatusOK || !strings.Contains(page, "Giro") {
		t.Errorf("add an account: status %d", status)
	}
}

// TestWalkTheDatePickerOpensOnTouch touches date fields on a phone.
func TestWalkTheDatePickerOpensOnTouch(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.PhoneLight)
	w.ID = german(t, world)
	w.Open("/budgets/" + w.ID + "/accounts/all/filter?since=2026-01-05")
	w.Eval(`document.getElementById("filter-since").focus()`)
	w.Until("the picker", `(f => f.type === 'date' && f.value === '2026-01-05')(document.getElementById('filter-since'))`)
	desk := walk.New(t, world, walk.WideLight)
	desk.ID = w.ID
	desk.Open("/budgets/" + w.ID + "/accounts/all/filter?since=2026-01-05")
	desk.Eval(`document.getElementById("filter-since").focus()`)
	desk.Keys("+")
	desk.Until("the day after", `(f => f.type === 'text' && f.value === '06.01.2026')(document.getElementById('filter-since'))`)
}
