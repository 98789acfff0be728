package register_test

import (
	"html"
	"net/http"
	"regexp"
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

// Every activity figure of the budget links to exactly the rows that it sums; the register's total equals it.
func TestActivityLeadsToItsRows(t *testing.T) {
	t.Parallel()
	for _, envelopes := range []bool{false, true} {
		t.Run(map[bool]string{false: "cards like any account", true: "cards as envelopes"}[envelopes], func(t *testing.T) { activityLeadsToItsRows(t, envelopes) })
	}
}

func activityLeadsToItsRows(t *testing.T, envelopes bool) {
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "1", "--tx", "400", "--cards", "2"))
	if envelopes {
		if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
			t.Fatal(err)
		}
	}
	months, err := world.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	b, figures, splits := walk.NewPlain(t, world), 0, 0
	payments := 0
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
		all := figurePattern.FindAllStringSubmatch(tally[1], -1)
		if last := all[len(all)-1][1]; last != link[2] {
			t.Errorf("%s: the activity is %s, the total of the register %s", b.At, link[2], tally[1])
		}
		if !strings.Contains(b.Page, `class="back" href="/budgets/`+id+`?month=`) || strings.Count(b.Page, `class="chip"`) != 3 {
			t.Errorf("%s has no way back, or not three filters", b.At)
		}
		figures++
		splits += len(all) - 1
		if strings.Contains(b.Page, "came from the categories that were spent from on") {
			payments++
		}
	}
	if envelopes != (payments > 5) {
		t.Errorf("%d figures are card payments", payments)
	}
	if figures < 100 || splits == 0 {
		t.Errorf("%d figures, %d with splits: too few for this test", figures, splits)
	}
}

// TestRegisterWithoutScripts searches rows and changes many of them like a browser without scripts.
func TestRegisterWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "1", "--tx", "300"))
	b, all := walk.NewPlain(t, world), "/budgets/"+id+"/accounts/all"
	b.Open(all + "?search=vet&category=&since=")
	if !strings.HasSuffix(b.At, "/accounts/all?search=vet") {
		t.Errorf("the address contains defaults: %s", b.At)
	}
	b.Open(all + "/filter?search=vet&state=cleared")
	b.Sees(`<input type="checkbox" name="state" value="cleared" checked>`)
	b.Sees(`name="search" value="vet"`)
	b.Open(all + "?state=uncleared")
	picks := regexp.MustCompile(`name="pick" value="([^"]*)"`).FindAllStringSubmatch(b.Page, -1)
	if len(picks) < 3 {
		t.Fatal("the register has too few rows")
	}
	menu := "/budgets/" + id + "/menu?chosen=flag&back=" + strings.ReplaceAll(all, "/", "%2F") + "&pick=" + picks[1][1] + "&pick=" + picks[2][1]
	b.Open(menu)
	b.Sees("2 transactions")
	both := []string{picks[1][1], picks[2][1]}
	if status := b.Send("/do/rows-flag", "Set the flag", map[string][]string{"flag": {"blue"}, "pick": both}); status != http.StatusOK {
		t.Fatalf("set the flag: status %d\n%s", status, b.Page)
	}
	b.Sees("Set the flag of 2 transactions")
	if n := strings.Count(b.Page, "flag flag-blue"); n != 2 {
		t.Errorf("%d blue flags", n)
	}
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Set the flag of 2 transactions")

	// All matching rows; if their number has changed, no row is changed.
	b.Open("/budgets/" + id + "/menu?chosen=delete&matching=state%3Duncleared&count=" + walk.Quoted(len(picks)) + "&back=" + all)
	b.Sees("Undo brings everything back.")
	if status := b.Send("/do/delete-rows", "Delete", map[string][]string{"count": {"3"}}); status != http.StatusConflict && status != http.StatusNotFound {
		t.Errorf("a wrong number of rows: status %d", status)
	}
	b.Sees("nothing was changed")
	b.Open("/budgets/" + id + "/menu?chosen=delete&matching=state%3Duncleared&count=" + walk.Quoted(len(picks)) + "&back=" + all)
	b.Send("/do/delete-rows", "Delete", nil)
	b.Sees("Deleted " + walk.Quoted(len(picks)) + " transactions")
	b.Send("/undo", "Undo", nil)
	b.Sees("300 transactions")
}
