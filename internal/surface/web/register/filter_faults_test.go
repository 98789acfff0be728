package register_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A typing error in the filter's dates or amounts led to a page with only the error and a link to the budgets. All
// other choices were lost.
func TestFilterIsShownAgainAsTyped(t *testing.T) {
	t.Parallel()
	_, anna, _, id := walk.Household(t, webtest.Pages)
	for field, c := range map[string][2]string{
		"since": {"31.02.2026", `"31.02.2026" is not a date`}, "until": {"x", `"x" is not a date`},
		"least": {"abc", `"abc" is not an amount`}, "most": {"1.2.3", `"1.2.3" is not an amount`},
		"payee-regexp": {"(rent", `"(rent" is not a regular expression`}, "notes-regexp": {"x{1000}", "The regular expression repeats too much"},
	} {
		for _, page := range []string{"", "/filter"} {
			if page != "" && strings.HasSuffix(field, "-regexp") { // the form reads no transactions
				continue
			}
			q := url.Values{field: {c[0]}, "search": {"rent"}, "notes": {"flat"}, "time": {"last-month"}}
			status, _, text := anna.Get("/budgets/" + id + "/accounts/all" + page + "?" + q.Encode())
			text = strings.NewReplacer("&#34;", `"`, "&quot;", `"`).Replace(text)
			if status != http.StatusBadRequest {
				t.Errorf("%s: status %d, want 400", field, status)
			}
			for _, words := range []string{`<p class="field-fault" role="alert"><bdi>` + c[1], `value="` + c[0] + `"`, `value="rent"`, `value="flat"`, ">Show</button>"} {
				if !strings.Contains(text, words) {
					t.Errorf("%s%s does not contain %s", page, field, words)
				}
			}
		}
	}
	if status, _, text := anna.Get("/budgets/" + id + "/accounts/all?payee=nobody"); status != http.StatusNotFound || strings.Contains(text, "field-fault") {
		t.Errorf("an unknown payee: status %d", status)
	}
}
