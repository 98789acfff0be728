package register_test

import (
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var (
	activityPattern = regexp.MustCompile(`<td class="activity [a-z]*"><a href="([^"]*)" hx-boost="false">([^<]*)</a>`)
	tallyPattern    = regexp.MustCompile(`(?s)<p class="tally"[^>]*>(.*?)</p>`)
	figurePattern   = regexp.MustCompile(`<span class="fig [a-z]*">([^<]*)</span>`)
)

// TestActivityLeadsToItsRows follows the links of all activity figures of a year. The register's total equals the figure:
// the link leads to exactly the rows that it sums.
func TestActivityLeadsToItsRows(t *testing.T) {
	t.Parallel()
	t.Run("cards like any account", func(t *testing.T) { activityLeadsToItsRows(t, false) })
	t.Run("cards as envelopes", func(t *testing.T) { activityLeadsToItsRows(t, true) })
}

func activityLeadsToItsRows(t *testing.T, envelopes bool) {
	env := walk.NewEnv(t, webtest.Pages)
	id := env.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "1", "--tx", "400", "--cards", "2"))
	if envelopes {
		if _, err := env.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
			t.Fatal(err)
		}
	}
	months, err := env.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	b := walk.NewPlain(t, env)
	figures, splits, payments := 0, 0, 0 // links followed, totals with other figures, and figures of card payment categories
	b.Open("/budgets/" + id + "?month=" + months[0].Month.String() + "&months=12")
	for _, link := range activityPattern.FindAllStringSubmatch(b.Page, -1) {
		if link[2] == "0.00" {
			continue
		}
		b.Open(html.UnescapeString(link[1]))
		tally := tallyPattern.FindStringSubmatch(b.Page)
		if tally == nil {
			t.Fatalf("%s has no total", link[1])
		}
		all := figurePattern.FindAllStringSubmatch(tally[1], -1) // the last is the total; rows with splits have others before it
		if last := all[len(all)-1][1]; last != link[2] {
			t.Errorf("%s: the activity is %s, the total of the register %s", b.At, link[2], tally[1])
		}
		if !strings.Contains(b.Page, `class="back" href="/budgets/`+id+`?month=`) {
			t.Errorf("%s has no link back to the budget", b.At)
		}
		if n := strings.Count(b.Page, `class="chip"`); n != 3 {
			t.Errorf("%s shows %d filters, want 3", b.At, n)
		}
		figures++
		splits += len(all) - 1
		if strings.Contains(b.Page, "came from the spending categories on") {
			payments++
		}
	}
	if envelopes != (payments > 5) {
		t.Errorf("%d figures are of card payment categories, want more than 5 with envelopes and few without", payments)
	}
	if figures < 100 || splits == 0 { // otherwise the generated plan has too little for this test
		t.Errorf("%d figures were followed, %d of them with splits; want 100 or more, some with splits", figures, splits)
	}
}

// TestRegisterWithoutScripts searches rows, filters them and changes many of them, like a browser without scripts.
func TestRegisterWithoutScripts(t *testing.T) {
	t.Parallel()
	env := walk.NewEnv(t, webtest.Pages)
	id := env.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "1", "--tx", "300"))
	all := "/budgets/" + id + "/accounts/all"
	b := walk.NewPlain(t, env)
	b.Open(all + "?state=uncleared")
	uncleared := regexp.MustCompile(`name="pick" value="([^"]*)"`).FindAllStringSubmatch(b.Page, -1)
	if len(uncleared) < 3 {
		t.Fatalf("the register has %d uncleared rows, want 3 or more", len(uncleared))
	}

	t.Run("search and filter", func(t *testing.T) {
		b := walk.NewPlain(t, env)
		b.Open(all + "?search=vet&category=&since=")
		if !strings.HasSuffix(b.At, "/accounts/all?search=vet") {
			t.Errorf("address of a search: %s, want it without empty fields", b.At)
		}
		b.Open(all + "/filter?search=vet&state=cleared")
		b.Sees(`<input type="checkbox" name="state" value="cleared" checked>`)
		b.Sees(`name="search" value="vet"`)
	})

	t.Run("set the flag of picked rows", func(t *testing.T) {
		b := walk.NewPlain(t, env)
		picked := []string{uncleared[1][1], uncleared[2][1]}
		b.Open("/budgets/" + id + "/menu?chosen=flag&back=" + strings.ReplaceAll(all, "/", "%2F") + "&pick=" + picked[0] + "&pick=" + picked[1])
		b.Sees("2 transactions")
		if status := b.Send("/do/rows-flag", "Set the flag", map[string][]string{"flag": {"blue"}, "pick": picked}); status != http.StatusOK {
			t.Fatalf("set the flag: status %d\n%s", status, b.Page)
		}
		b.Sees("Set the flag of 2 transactions")
		if n := strings.Count(b.Page, "flag flag-blue"); n != 2 {
			t.Errorf("%d blue flags, want 2", n)
		}
		b.Send("/undo", "Undo", nil)
		b.Sees("Undone: Set the flag of 2 transactions")
	})

	t.Run("delete all matching rows", func(t *testing.T) {
		b := walk.NewPlain(t, env)
		count := len(uncleared)
		menu := "/budgets/" + id + "/menu?chosen=delete&matching=state%3Duncleared&count=" + strconv.Itoa(count) + "&back=" + all
		b.Open(menu)
		b.Sees("Undo restores everything.")
		// If the number of matching rows has changed since the user saw it, no row is deleted.
		if status := b.Send("/do/delete-rows", "Delete", map[string][]string{"count": {strconv.Itoa(count + 1)}}); status != http.StatusConflict && status != http.StatusNotFound {
			t.Errorf("delete with a wrong number of rows: status %d, want 409 or 404", status)
		}
		b.Sees("nothing was changed")
		b.Open(menu)
		b.Send("/do/delete-rows", "Delete", nil)
		b.Sees("Deleted " + strconv.Itoa(count) + " transactions")
		b.Send("/undo", "Undo", nil)
		b.Sees("300 transactions")
	})
}
