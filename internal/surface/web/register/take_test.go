package register_test

import (
	"encoding/csv"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var linkToRow = regexp.MustCompile(`href="[^"]*/rows/[^"]*"`)

// A download has all rows in the displayed order, and the page for paper as many as fit; it has no controls, and
// counts the omitted rows.
func TestDownloadAndPrintHaveTheDisplayedRows(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	home := "/budgets/" + w.ImportFile(t, walk.Generated(t, "--seed", "7", "--years", "2", "--tx", "2600")) + "/accounts/all"
	p := w.Person(t)
	for _, way := range []string{"sort=amount&order=up", "sort=amount&order=down", "sort=payee&order=up"} {
		_, _, text := p.Get(home + "/csv?" + way)
		lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(lines) <= registers.PrintedRows {
			t.Fatalf("%s: %d lines, error %v", way, len(lines), err)
		}
		wholes := slices.DeleteFunc(lines[1:], func(line []string) bool { return line[9] != "" }) // parts follow their split
		values, payees := make([]float64, len(wholes)), make([]string, len(wholes))
		for i, line := range wholes {
			if values[i], err = strconv.ParseFloat(line[6], 64); err != nil {
				t.Fatal(err)
			}
			payees[i] = strings.ToLower(line[2])
		}
		switch way {
		case "sort=amount&order=down":
			slices.Reverse(values)
			fallthrough
		case "sort=amount&order=up":
			if !slices.IsSorted(values) {
				t.Errorf("%s: the download is in another order", way)
			}
		default:
			if !slices.IsSorted(payees) {
				t.Errorf("%s: the download is in another order", way)
			}
		}
		_, _, paper := p.Get(home + "/print?" + way)
		if n := strings.Count(paper, `class="tx`); n != registers.PrintedRows {
			t.Errorf("%s: %d rows are printed", way, n)
		}
		if !strings.Contains(paper, "These are the first 2,000 of") {
			t.Errorf("%s: the page for print does not count the omitted rows", way)
		}
		first, _, _ := strings.Cut(paper[strings.Index(paper, `class="tx`):], "</table>")
		if linkToRow.MatchString(first) {
			t.Errorf("%s: the page for print links to forms: %q", way, linkToRow.FindString(first))
		}
		if rest := first[1:]; !strings.Contains(rest[:strings.Index(rest, `class="tx`)], html.EscapeString(wholes[0][2])) {
			t.Errorf("%s: the page for print does not begin with %v", way, wholes[0])
		}
	}
	if _, _, paper := p.Get(home + "/print?search=" + url.QueryEscape("nothing is called so")); strings.Contains(paper, "These are the first") {
		t.Error("the page for print of no rows counts omitted rows")
	}
}

// If a transaction has the maximum number of receipts, the page has no upload form. After one is removed, it has one
// again.
func TestNoUploadFormAtTheMaximumOfReceipts(t *testing.T) {
	t.Parallel()
	w, anna, _, id := walk.Household(t, webtest.Pages)
	var row string
	if err := w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{Limit: 1}, func(r rows.Row) error { row = r.ID; return nil }); err != nil {
		t.Fatal(err)
	}
	at := "/budgets/" + id + "/rows/" + row + "/receipts"
	for n := range rows.MaxReceiptsOfRow {
		if status, _, page := anna.Upload(at, "bill.png", walk.Picture(t)); status != http.StatusOK || strings.Contains(page, "Add receipt") != (n < rows.MaxReceiptsOfRow-1) {
			t.Fatalf("upload receipt %d: status %d", n+1, status)
		}
	}
	if status, _, page := anna.Upload(at, "bill.png", walk.Picture(t)); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest || !strings.Contains(page, "already has 10 receipts") {
		t.Errorf("upload one receipt too many: status %d", status)
	}
	receipts, err := w.App.RowReceipts(t.Context(), app.Machine(), id, row)
	if err != nil {
		t.Fatal(err)
	}
	anna.Post("/budgets/"+id+"/do/remove-receipt", "receipt", receipts.Receipts[3].ID, "back", at)
	anna.Expect(http.StatusOK, at, "Add receipt")(anna.Get(at))
}

// Only the active saved filter is marked.
func TestTheActiveSavedFilterIsMarked(t *testing.T) {
	t.Parallel()
	_, anna, _, id := walk.Household(t, webtest.Pages)
	home := "/budgets/" + id
	for name, query := range map[string]string{"Shops": "search=store", "Waiting": "unapproved=1"} {
		anna.Post(home+"/do/keep-filter", "id", app.NewID(), "name", name, "query", query)
	}
	for query, marked := range map[string]string{"search=store": "Shops", "unapproved=1": "Waiting", "search=other": ""} {
		_, _, page := anna.Get(home + "/accounts/all/filter?" + query)
		var on []string
		_, filters, _ := strings.Cut(page, "kept-filters")
		filters, _, _ = strings.Cut(filters, "</ul>")
		for _, link := range strings.Split(filters, "<li>") {
			if strings.Contains(link, `aria-current="true"`) {
				on = append(on, link[strings.Index(link, "<bdi>")+5:strings.Index(link, "</bdi>")])
			}
		}
		if !strings.Contains(filters, ">Shops<") || !strings.Contains(filters, ">Waiting<") || strings.Join(on, " ") != marked {
			t.Errorf("%s: %v is marked", query, on)
		}
	}
}
