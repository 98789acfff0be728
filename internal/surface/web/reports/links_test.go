package reports_test

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var (
	linkedDay    = regexp.MustCompile(`<a class="spot" href="([^"]*)" aria-label="[^"]*[Oo]n this day: [^0-9-]*([-0-9.,]+)"`)
	linkedFigure = regexp.MustCompile(`<td class="num [-a-z0-9 ]*"><a href="([^"]*)">([^<]*)</a></td>`)
	tally        = regexp.MustCompile(`(?s)<p class="tally"[^>]*>(.*?)</p>`)
	linkedName   = regexp.MustCompile(`<th scope="row" class="name"><a href="([^"]*)">.*?</th><td class="num [a-z]*">(?:<a [^>]*>)?([^<]*)<`)
	totalOf      = regexp.MustCompile(`class="depth-0 sum"><th scope="row" class="name"><bdi>Total</bdi></th><td class="num [a-z]*">([^<]*)<`)
	told         = regexp.MustCompile(`<span class="fig [a-z]*">([^<]*)</span>`)
)

// linkedBook is a budget with links of reports to follow.
type linkedBook struct {
	world    *walk.Env
	at, span string // address of its reports; past months of it
	most     string // the category with the largest expenses
	payment  string // a card payment category
	account  string // an account on budget
	// accountGroup is a group of two accounts, as an address names it.
	accountGroup string
	some         string // categories and, group, the group of the first, as an address names them
	group        string
}

func linked(t *testing.T) linkedBook {
	t.Helper()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "500", "--cards", "2"))
	if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	months, err := world.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	book := linkedBook{world: world, at: "/budgets/" + id + "/reports/", span: "from=" + months[4].Month.String() + "&to=" + months[9].Month.String()}
	for i, c := range months[0].Categories {
		if c.Card != "" {
			book.payment = c.ID
		} else if i%2 == 1 && !c.Income {
			book.some += "category=" + c.ID + "&"
		}
	}
	book.most = slices.MinFunc(months[6].Categories, func(a, b app.MonthCategory) int { return cmp.Compare(a.Activity, b.Activity) }).ID
	screen, err := world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range screen.Categories {
		for _, g := range screen.Groups {
			if c.ID == book.most && g.No == c.Group {
				book.group = "group=" + g.ID + "&"
			}
		}
	}
	var onBudget []string
	for _, a := range screen.Accounts {
		if a.OnBudget {
			book.account = a.ID
			if !a.Closed {
				onBudget = append(onBudget, a.ID)
			}
		}
	}
	book.addTags(t, id, onBudget, months[4].Month)
	return book
}

// addTags puts two accounts into a group, and adds transactions with tags, some with two, some of them splits.
func (book *linkedBook) addTags(t *testing.T, id string, accounts []string, from civil.Month) {
	t.Helper()
	_, group, err := book.world.App.CreateAccountGroup(t.Context(), app.Machine(), id, "Everyday")
	if err != nil {
		t.Fatal(err)
	}
	book.accountGroup = "account=group:" + group + "&"
	for _, account := range accounts[:2] {
		if _, err := book.world.App.GroupAccount(t.Context(), app.Machine(), id, account, group, ""); err != nil {
			t.Fatal(err)
		}
	}
	for i, notes := range []string{"#holiday", "ferry #Holiday #family", "#family", "bread", "#house and #holiday", "#house"} {
		for k, account := range accounts {
			e := rows.Entry{Account: account, Date: from.Add(i).DayAt(k + 3), Amount: money.Milli(-1_230*(i+1) - 10*k), Memo: notes, Category: book.most, PayeeName: "Ferry"}
			if k%2 == 1 {
				e.Parts = []rows.PartEntry{{Amount: e.Amount + 500, Category: book.most, Memo: "#part"}, {Amount: -500, Memo: "plain"}}
				e.Category = ""
			}
			if _, _, err := book.world.App.AddRow(t.Context(), app.Machine(), id, e); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestFiguresLinkToTheirRows follows the figures of each report: the register behind a figure has the same sum, with
// a minus for expenses.
func TestFiguresLinkToTheirRows(t *testing.T) {
	t.Parallel()
	book := linked(t)
	b, some, group := walk.NewPlain(t, book.world), book.some, book.group
	for _, report := range []string{
		"spending?", "spending?by=category&", "spending?by=payee&", "spending?by=account&", "spending?by=flag&", "month?", "calendar?", "income?", "categories/" + book.most + "?", "categories/" + book.payment + "?",
		"spending?by=payee&" + some, "spending?by=account&" + some + group, "spending?by=account&category=none&" + some, "spending?by=category&" + group,
		"spending?by=category&not=category&" + some, "spending?by=payee&not=category&" + some, "spending?by=account&not=category&" + some + group, "spending?by=category&not=category&" + group,
		"spending?by=account&not=category&category=none&", "spending?by=payee&not=account&account=" + book.account + "&", "spending?by=payee&not=flag&flag=none&", "spending?by=flag&not=payee&payee=none&",
		"income?" + group, "income?not=category&" + some, "month?not=category&" + some, "month?" + group,
		"spending?by=category&least=20&most=150&", "spending?by=payee&most=60.5&", "income?least=30&", "calendar?least=20&",
		"spending?by=category&across=account&", "spending?by=payee&across=category&", "spending?by=flag&across=quarter&", "spending?by=month&across=group&", "spending?across=payee&" + group,
		"spending?by=account&across=group&not=category&" + some, "spending?by=payee&across=flag&least=20&", "spending?by=account&across=payee&not=payee&payee=none&" + some,
		"calendar?" + group, "calendar?not=category&" + some, "calendar?not=payee&payee=none&" + some,
		"spending?by=tag&", "spending?by=tag&across=month&", "spending?by=category&across=tag&", "spending?by=tag&across=account-group&", "spending?by=tag&across=payee&" + some,
		"spending?by=account-group&", "spending?by=account-group&across=group&", "spending?by=category&across=account-group&" + book.accountGroup, "spending?by=payee&" + book.accountGroup,
		"spending?by=category&tag=%23holiday&", "spending?by=tag&tag=%23holiday&tag=%23house&", "spending?by=tag&across=month&not=tag&tag=none&", "spending?by=payee&not=tag&tag=%23holiday&",
		"income?not=tag&tag=%23holiday&", "month?tag=%23family&tag=%23house&", "calendar?tag=none&", "spending?by=account&across=tag&tag=none&",
		"spending?by=category&payee-regexp=^f&", "spending?by=tag&across=month&not=payee-regexp&payee-regexp=^f&", "spending?by=account&notes-regexp=ferry|bread&", "spending?by=category&not=notes-regexp&notes-regexp=plain&",
		"income?not=notes-regexp&notes-regexp=plain&", "month?payee-regexp=^f&", "calendar?notes-regexp=%23house&least=2&",
		"spending?by=account&match=any&tag=%23house&flag=red&" + some, "spending?by=account-group&match=any&payee-regexp=^f&category=none&", "spending?by=month&across=account&match=any&least=100&not=tag&tag=none&" + group,
		"calendar?match=any&tag=%23house&not=flag&flag=none&", "month?match=any&notes-regexp=ferry&tag=%23house&", "calendar?match=any&notes-regexp=ferry&payee=none&least=50&" + some,
	} {
		b.Open(book.at + report + book.span)
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
				t.Fatalf("%s has no total", to)
			}
			figures := told.FindAllStringSubmatch(row[1], -1)
			unsigned := func(text string) string { return strings.TrimPrefix(text, "−") }
			if last := figures[len(figures)-1][1]; unsigned(last) != unsigned(link[2]) {
				t.Errorf("%s: %s leads to %s with the total %s", report, link[2], to, last)
			}
		}
		if strings.HasPrefix(report, "month") && !linkedDay.MatchString(page) {
			t.Errorf("%s: no day links to its transactions", report)
		}
		if len(seen) < 3 && !strings.HasPrefix(report, "categories") || len(seen) == 0 {
			t.Errorf("%s: %d figures link to transactions", report, len(seen))
		}
	}
}

// TestNamesLinkToDetailedReports follows the names of each report's lines: the report behind a name sums to the line's
// figure, and so does the register at the end.
func TestNamesLinkToDetailedReports(t *testing.T) {
	t.Parallel()
	book := linked(t)
	b, some, group := walk.NewPlain(t, book.world), book.some, book.group
	for _, report := range []string{
		"spending?", "spending?by=category&", "spending?by=payee&", "spending?by=account&", "spending?by=flag&", "month?", "income?",
		"spending?" + some, "spending?" + group, "spending?by=account&" + group, "spending?by=category&" + some, "month?" + some, "month?" + group, "income?" + some,
		"spending?not=category&" + some, "spending?by=category&not=category&" + group, "spending?by=flag&not=category&" + group, "spending?not=flag&flag=none&", "month?not=payee&payee=none&",
		"spending?by=tag&", "spending?by=account-group&", "spending?by=tag&tag=%23holiday&", "spending?by=account-group&" + book.accountGroup,
		"spending?payee-regexp=^f&", "spending?by=account&match=any&tag=%23house&notes-regexp=ferry&", "income?not=payee-regexp&payee-regexp=^f&",
		"spending?by=category&least=20&most=150&", "spending?by=account&not=account&account=" + book.account + "&", "income?not=category&" + some,
	} {
		at := book.span
		if strings.HasPrefix(report, "month") { // the link covers only its last month
			at = "from=" + strings.TrimPrefix(at[strings.Index(at, "&to="):], "&to=") + at[strings.Index(at, "&to="):]
		}
		b.Open(book.at + report + at)
		names := linkedName.FindAllStringSubmatch(b.Page, -1)
		if len(names) == 0 {
			t.Errorf("%s: no name is a link", report)
		}
		unsigned := func(text string) string { return strings.TrimPrefix(text, "−") }
		for i, name := range names {
			if i == 30 {
				break
			}
			to := html.UnescapeString(name[1])
			b.Open(to)
			sum := ""
			if row := tally.FindStringSubmatch(b.Page); row != nil {
				figures := told.FindAllStringSubmatch(row[1], -1)
				sum = figures[len(figures)-1][1]
			} else if total := totalOf.FindStringSubmatch(b.Page); total != nil {
				sum = total[1]
			}
			if unsigned(sum) != unsigned(name[2]) && name[2] != "0.00" {
				t.Errorf("%s: a line of %s leads to %s with the total %q", report, name[2], to, sum)
			}
		}
	}
}
