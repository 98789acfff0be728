package register_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A change of all rows that match a filter is made only if their number equals the displayed one; a form without a
// number changes nothing. "No category" is a valid choice, a missing choice is not.
func TestRowsChosenByFilterAreCounted(t *testing.T) {
	t.Parallel()
	w, anna, _, id := walk.Household(t, webtest.Pages)
	home := "/budgets/" + id
	found := func() (n int, categories string) {
		t.Helper()
		err := w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{Search: "corner store"}, func(r rows.Row) error {
			n, categories = n+1, categories+r.CategoryName
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return n, categories
	}
	total, categories := found()
	if total < 2 || categories == "" {
		t.Fatalf("%d rows in the category %q", total, categories)
	}
	post := func(do string, fields ...string) (int, string) {
		t.Helper()
		status, _, page := anna.Post(home+do, append([]string{"matching", "search=corner+store", "back", home + "/accounts/all"}, fields...)...)
		return status, page
	}
	_, _, menu := anna.Get(home + "/menu?chosen=delete&matching=search%3Dcorner%2Bstore&count=" + strconv.Itoa(total) + "&back=" + home + "/accounts/all")
	shown := regexp.MustCompile(`name="shown" value="([^"]+)"`).FindStringSubmatch(menu)
	if shown == nil {
		t.Fatalf("the menu does not name the number of rows: %s", menu)
	}
	if status, _ := post("/do/delete-rows", "count", strconv.Itoa(total), "even", "1"); status < http.StatusBadRequest {
		t.Errorf("a form without rows and filter: status %d", status)
	}
	for _, count := range []string{"", "0", "-1", "x", "1"} {
		if status, _ := post("/do/delete-rows", "count", count, "shown", shown[1], "even", "1"); status < http.StatusBadRequest {
			t.Errorf("the number %q of transactions: status %d", count, status)
		}
		if n, _ := found(); n != total {
			t.Fatalf("%d of %d rows remain in %q", n, total, count)
		}
	}
	count := []string{"count", strconv.Itoa(total), "shown", shown[1], "even", "1"}
	if status, page := post("/do/rows-category", append(count, "category", "")...); status < http.StatusBadRequest || !strings.Contains(page, "No category selected") {
		t.Errorf("no row chosen: status %d", status)
	}
	if status, _ := post("/do/rows-category", append(count, "category", "none")...); status != http.StatusOK {
		t.Errorf("no category: status %d", status)
	}
	if n, categories := found(); n != total || categories != "" {
		t.Errorf("%d of %d rows are in %q", n, total, categories)
	}
}
