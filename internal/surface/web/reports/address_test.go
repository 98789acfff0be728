package reports

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// parseReading parses a request for a report, such as "spending?by=payee", in June 2026.
func parseReading(t *testing.T, about string) *reading {
	t.Helper()
	name, query, _ := strings.Cut(about, "?")
	rd, err := read(&ui.Request{
		Request: httptest.NewRequest("GET", "/budgets/b/reports/"+name+"?"+query, nil), Links: ui.LinksOf("b"), BudgetID: "b", Today: civil.MakeDate(2026, 6, 15),
	}, report.Kind(name))
	if err != nil {
		t.Fatalf("%s is refused: %v", about, err)
	}
	return rd
}

// checkAddress compares an address of the budget with the expected one, in a readable form.
func checkAddress(t *testing.T, at, want string) {
	t.Helper()
	short, err := url.PathUnescape(strings.TrimPrefix(at, "/budgets/b/"))
	if short = strings.TrimPrefix(short, "reports/"); err != nil || short != want {
		t.Errorf("%s, want %s", short, want)
	}
}

// An address omits defaults; a field without listed values cannot be excluded.
func TestAddressesOmitDefaults(t *testing.T) {
	t.Parallel()
	for about, want := range map[string]string{
		"spending?time=12-months&by=group":                     "spending",
		"spending?by=payee&from=&to=&category=&payee=":         "spending?by=payee",
		"spending?from=2026-01&to=2026-03":                     "spending?from=2026-01&to=2026-03",
		"spending?to=2026-03":                                  "spending?from=2025-04&to=2026-03",
		"spending?from=2026-01&to=2026-03&time=last-year":      "spending?from=2026-01&to=2026-03",
		"spending?category=group:g&category=c":                 "spending?category=c&group=g", // as the form names them
		"spending?category=group:g&not=category":               "spending?group=g&not=category",
		"spending?group=g&not=category&not=payee":              "spending?group=g&not=category",
		"spending?not=category&not=account&not=payee&not=flag": "spending",
		"spending?flag=red&not=flag":                           "spending?flag=red&not=flag",
		"coming?days=90&targets=0":                             "coming",
		"coming?days=30&targets=1":                             "coming?days=30&targets=1",
		"calendar?as=csv&done=7":                               "calendar",
	} {
		checkAddress(t, parseReading(t, about).with(), want)
	}
}

// Another period replaces the previous one, another dimension keeps it, and another report keeps only the period.
func TestAddressesOfOtherPeriodsAndDimensions(t *testing.T) {
	t.Parallel()
	at := "spending?by=payee&category=c&from=2026-01&not=category&out=all&own=o&to=2026-03"
	rd := parseReading(t, at)
	checkAddress(t, rd.with(), at)
	checkAddress(t, rd.with("time", "last-year"), "spending?by=payee&category=c&not=category&own=o&time=last-year")
	checkAddress(t, rd.with("by", ""), "spending?category=c&from=2026-01&not=category&out=all&own=o&to=2026-03")
	checkAddress(t, rd.address(report.KindIncome, rd.sameTime()), "income?from=2026-01&to=2026-03")
	rd = parseReading(t, "spending?time=last-year&by=payee")
	checkAddress(t, rd.with("from", "2026-02", "to", "2026-04"), "spending?by=payee&from=2026-02&to=2026-04")
	checkAddress(t, rd.address(report.KindNetWorth, rd.sameTime()), "net-worth?time=last-year")
}

// Narrowing to one value replaces the included or excluded values of its field; other fields stay.
func TestAddressesNarrowedToOneValue(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "spending?category=a&flag=red&group=g&not=category&not=flag&own=o&payee=p")
	checkAddress(t, rd.narrowed(reports.ByPayee, "category", "b"), "spending?by=payee&category=b&flag=red&not=flag&payee=p")
	checkAddress(t, rd.narrowed(reports.ByGroup, "flag", "blue"), "spending?category=a&flag=blue&group=g&not=category&payee=p")
	checkAddress(t, rd.without(reports.ChosenFilter{Field: "category", ID: "a", Name: "Rent"}), "spending?flag=red&group=g&not=category&not=flag&own=o&payee=p")
	checkAddress(t, rd.without(reports.ChosenFilter{Field: "flag", ID: "red", Name: "red"}), "spending?category=a&group=g&not=category&own=o&payee=p")
	checkAddress(t, parseReading(t, "spending?category=a&category=Rent&not=category").without(reports.ChosenFilter{Field: "category", ID: "r", Name: "Rent"}), "spending?category=a&not=category")
	checkAddress(t, parseReading(t, "spending?category=Rent&not=category").without(reports.ChosenFilter{Field: "category", ID: "r", Name: "Rent"}), "spending")
}

// Earlier and later months follow the present range; a longer range does not unnecessarily extend beyond today; the
// way back from narrowed reports has as many steps as there were.
func TestAddressesOfMonths(t *testing.T) {
	t.Parallel()
	months := parseReading(t, "income?from=2025-10&to=2026-01&by=x").months()
	checkAddress(t, months.Earlier.URL, "income?by=x&from=2025-06&to=2025-09")
	checkAddress(t, months.Later.URL, "income?by=x&from=2026-02&to=2026-05")
	checkAddress(t, months.More.URL, "income?by=x&from=2025-08&to=2026-03")
	checkAddress(t, parseReading(t, "income?from=2026-01&to=2026-06").months().More.URL, "income?from=2025-07&to=2026-06")
	checkAddress(t, parseReading(t, "income?from=2026-07&to=2026-08").months().More.URL, "income?from=2026-06&to=2026-09")
	for out, want := range map[string]string{
		"out=12-months": "income", "out=all": "income?time=all", "out=2025-01..2026-06&out=all": "income?out=2025-01..2026-06&time=all", "out=all&out=2025-01..2026-06": "income?from=2025-01&out=all&to=2026-06",
	} {
		checkAddress(t, parseReading(t, "income?from=2026-01&to=2026-06&"+out).months().Back.URL, want)
	}
	rd := parseReading(t, "income?own=o&time=last-year")
	checkAddress(t, rd.alone(report.Span{From: civil.MakeMonth(2026, 1), Until: civil.MakeMonth(2026, 1)}), "income?from=2026-01&out=last-year&to=2026-01")
	checkAddress(t, rd.closer(), "income?out=last-year")
}

// Months link to the adjacent ones, within the supported range.
func TestAddressesOfMonthsAround(t *testing.T) {
	t.Parallel()
	for about, want := range map[string]string{
		"month?":                           "May 2026, June 2026, July 2026",
		"calendar?from=2026-03&to=2026-03": "February 2026, March 2026, April 2026, This month",
		"month?from=2199-12&to=2199-12":    "November 2199, December 2199, This month",
		"calendar?from=1900-01&to=1900-01": "January 1900, February 1900, This month",
		"calendar?from=9999-12&to=9999-12": "December 9999, This month",
		"month?time=last-year&payee=p":     "November 2025, December 2025, January 2026, This month",
	} {
		rd := parseReading(t, about)
		var labels []string
		for _, link := range rd.monthsAround(rd.query.Until) {
			labels = append(labels, link.Label)
		}
		if got := strings.Join(labels, ", "); got != want {
			t.Errorf("%s: %s, want %s", about, got, want)
		}
	}
	around := parseReading(t, "month?payee=p&out=all").monthsAround(civil.MakeMonth(2026, 3))
	checkAddress(t, around[0].URL, "month?from=2026-02&out=all&payee=p&to=2026-02")
	checkAddress(t, around[3].URL, "month?payee=p")
}

// The link of a figure lists the rows of its line within the report's filters, including exclusions except that of
// the line's own field.
func TestAddressesOfRows(t *testing.T) {
	t.Parallel()
	for about, want := range map[string]string{
		"spending?":                              "accounts/all?counts=spending&payee=p",
		"spending?category=a&group=g":            "accounts/all?category=a&category=group:g&counts=spending&payee=p",
		"spending?category=none":                 "accounts/all?counts=spending&payee=p&uncategorised=1",
		"spending?category=none&not=category":    "accounts/all?category=none&counts=spending&not=category&payee=p",
		"spending?account=x":                     "accounts/x?counts=spending&payee=p",
		"spending?account=x&account=y":           "accounts/all?account=x&account=y&counts=spending&payee=p",
		"spending?account=x&not=account":         "accounts/all?account=x&counts=spending&not=account&payee=p",
		"spending?payee=q&payee=r&not=payee":     "accounts/all?counts=spending&payee=p",
		"spending?flag=red&flag=none":            "accounts/all?counts=spending&flag=red&flag=none&payee=p",
		"income?category=a&group=g&not=category": "accounts/all?category=a&category=group:g&counts=spending&not=category&payee=p",
	} {
		checkAddress(t, parseReading(t, about).rowsOf(rows.CountsAsSpending, lineValue{"payee", "p"}), want)
	}
	checkAddress(t, parseReading(t, "income?category=a&group=g&not=category&not=flag&flag=red").whateverCategory().rowsOf(rows.CountsAsIncome, lineValue{"payee", "p"}), "accounts/all?counts=income&flag=red&not=flag&payee=p")
	checkAddress(t, parseReading(t, "spending?group=g").rowsOf(rows.CountsAsSpending, lineValue{"group", "g"}), "accounts/all?category=group:g&counts=spending")
	checkAddress(t, parseReading(t, "spending?").rowsOf(rows.CountsAsSpending, lineValue{"group", rows.None}), "accounts/all?counts=spending&uncategorised=1")
	if some := parseReading(t, "spending?category=a").rowsOf(rows.CountsAsSpending, lineValue{"group", "g"}); some != "" {
		t.Errorf("some categories of a group link to %s, the whole group", some)
	}
	june := report.Span{From: civil.MakeMonth(2026, 5), Until: civil.MakeMonth(2026, 6)}
	checkAddress(t, parseReading(t, "spending?").rowsIn(rows.CountsAsSpending, "", "")(june), "accounts/all?counts=spending&since=2026-05-01&until=2026-06-30")
}
