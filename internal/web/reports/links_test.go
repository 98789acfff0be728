package reports_test

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

var (
	linkedDay    = regexp.MustCompile(`<a class="spot" href="([^"]*)" aria-label="[^"]*[Oo]n this day: [^0-9-]*([-0-9.,]+)"`)
	linkedFigure = regexp.MustCompile(`<td class="num [a-z]*"><a href="([^"]*)">([^<]*)</a></td>`)
	tally        = regexp.MustCompile(`(?s)<p class="tally"[^>]*>(.*?)</p>`)
	told         = regexp.MustCompile(`<span class="fig [a-z]*">([^<]*)</span>`)
)

// TestFiguresLeadToTheirRows follows the figures of each report: the register that a figure leads to tells the same sum. What was
// spent has a minus there.
func TestFiguresLeadToTheirRows(t *testing.T) {
	t.Parallel()
	world := walk.NewWorld(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "500", "--cards", "2"))
	if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	months, err := world.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	span := "from=" + months[4].Month.String() + "&to=" + months[9].Month.String()
	payment, some := "", ""
	for i, c := range months[0].Categories {
		if c.Card != "" {
			payment = c.ID
		} else if i%2 == 1 && !c.Income {
			some += "category=" + c.ID + "&"
		}
	}
	most := slices.MinFunc(months[6].Categories, func(a, b app.MonthCategory) int { return cmp.Compare(a.Activity, b.Activity) }).ID
	screen, err := world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	group := ""
	for _, c := range screen.Categories {
		for _, g := range screen.Groups {
			if c.ID == most && g.No == c.Group {
				group = "group=" + g.ID + "&"
			}
		}
	}
	b := walk.NewPlain(t, world)
	for _, report := range []string{
		"spending?", "spending?by=category&", "spending?by=payee&", "spending?by=account&", "spending?by=flag&", "month?", "calendar?", "income?",
		"categories/" + most + "?", "categories/" + payment + "?", "spending?by=payee&" + some, "spending?by=account&" + some + group, "spending?by=category&" + group, "spending?by=category&not=category&" + some, "spending?by=payee&not=category&" + some, "spending?by=account&not=category&" + some + group, "spending?by=category&not=category&" + group,
		"spending?by=payee&not=flag&flag=none&", "spending?by=flag&not=payee&payee=none&", "income?not=category&" + some, "month?not=category&" + some, "calendar?not=category&" + some, "calendar?not=payee&payee=none&" + some, "spending?by=account&category=none&" + some,
	} {
		b.Open("/budgets/" + id + "/reports/" + report + span)
		seen, page := map[string]bool{}, b.Page
		for _, link := range append(linkedFigure.FindAllStringSubmatch(b.Page, -1), linkedDay.FindAllStringSubmatch(b.Page, -1)...) {
			to := html.UnescapeString(link[1])
			if seen[to] || len(seen) == 40 || !strings.Contains(to, "/accounts/") || link[2] == "0.00" {
				continue
			}
			seen[to] = true
			b.Open(to)
			row := tally.FindStringSubmatch(b.Page)
			if row == nil {
				t.Fatalf("%s tells nothing", to)
			}
			figures := told.FindAllStringSubmatch(row[1], -1)
			unsigned := func(text string) string { return strings.TrimPrefix(text, "−") }
			if last := figures[len(figures)-1][1]; unsigned(last) != unsigned(link[2]) {
				t.Errorf("%s: %s leads to %s, which tells %s", report, link[2], to, last)
			}
		}
		if strings.HasPrefix(report, "month") && !linkedDay.MatchString(page) {
			t.Errorf("%s: no day leads to its transactions", report)
		}
		if len(seen) < 3 && !strings.HasPrefix(report, "categories") || len(seen) == 0 {
			t.Errorf("%s: %d figures lead to transactions", report, len(seen))
		}
	}
}
