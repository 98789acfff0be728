package ui

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// ledgerPage returns a page of pieces, each with an inner piece. There is text around them, and before the piece with
// index between.
func ledgerPage(heading string, between int, rows ...string) *renderedPage {
	text := `<html><body data-knowledge="7"><main id="main"` + aroundPlace + `><h1>` + heading + `</h1><ul>`
	for i, row := range rows {
		if i == between {
			text += `<li class="month">May</li>`
		}
		text += PieceBegins + `<li id="` + row[:1] + `">` + row + PieceBegins + `<b id="sum-` + row[:1] + `">` + row[1:] + `</b>` + PieceEnds + `</li>` + PieceEnds
	}
	return cutOut([]byte(text+`</ul></main></body></html>`), nil)
}

var stampPattern = regexp.MustCompile(`data-(?:is|around)="([^"]+)"`)

// asks returns the response to a script that shows one page and requests another.
func asks(shows, page *renderedPage) string {
	r := httptest.NewRequest("GET", "/", nil)
	var has []string
	for _, m := range stampPattern.FindAllStringSubmatch(string(shows.page), -1) {
		has = append(has, m[1])
	}
	r.Header.Set(stampsHeader, strings.Join(has, " "))
	return string(page.answerTo(r, &Frame{Title: "Ledger"}))
}

// A script that has the text around the fragments gets only the fragments that it lacks. If anything around them
// differs, in text or in the positions of fragments, it gets the whole page.
func TestOnlyMissingFragmentsAreSent(t *testing.T) {
	t.Parallel()
	shows := ledgerPage("Checking", 1, "a1", "b2", "c3")
	for what, c := range map[string]struct {
		page  *renderedPage
		whole bool
		fresh string // the ids that come
	}{
		"no change":                        {ledgerPage("Checking", 1, "a1", "b2", "c3"), false, ""},
		"one changed fragment":             {ledgerPage("Checking", 1, "a1", "b9", "c3"), false, "b sum-b"},
		"one fragment less":                {ledgerPage("Checking", 1, "a1", "b2"), false, ""},
		"one fragment more":                {ledgerPage("Checking", 1, "a1", "b2", "c3", "d4"), false, "d sum-d"},
		"another heading":                  {ledgerPage("Savings", 1, "a1", "b2", "c3"), true, ""},
		"no text between the fragments":    {ledgerPage("Checking", -1, "a1", "b2", "c3"), true, ""},
		"text between at another position": {ledgerPage("Checking", 2, "a1", "b2", "c3"), false, ""},
		"text between comes first":         {ledgerPage("Checking", 0, "a1", "b2", "c3"), true, ""},
		"no fragments":                     {ledgerPage("Checking", 1), true, ""},
	} {
		got := asks(shows, c.page)
		if whole := strings.HasPrefix(got, "<html>"); whole != c.whole {
			t.Errorf("%s: the whole page is sent: %t", what, whole)
			continue
		}
		if c.whole {
			continue
		}
		var fresh []string
		for _, m := range regexp.MustCompile(`\bid="([^"]+)"`).FindAllStringSubmatch(got, -1) {
			fresh = append(fresh, m[1])
		}
		if sent := strings.Join(fresh, " "); sent != c.fresh {
			t.Errorf("%s: the fragments %q are sent, want %q", what, sent, c.fresh)
		}
	}
	if got := string(shows.answerTo(httptest.NewRequest("GET", "/", nil), &Frame{})); !strings.HasPrefix(got, "<html>") {
		t.Error("a browser without the page gets fragments alone")
	}
	moved := asks(shows, ledgerPage("Checking", 1, "a1", "c3", "b2"))
	if order := regexp.MustCompile(`data-order="([^"]*)"`).FindStringSubmatch(moved); order == nil || len(strings.FieldsFunc(order[1], func(r rune) bool { return r == ' ' || r == ',' })) != 3 || strings.Contains(moved, `id="`) {
		t.Errorf("in another order the page is %s", moved)
	}
}
