package register

import (
	"net/url"
	"strconv"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// pageWords are the labels for the first, previous, next and last page.
type pageWords [4]string

func wordsFor(l *listing) pageWords {
	switch {
	case l.Sort != registers.SortDate:
		return pageWords{"First", "Previous", "Next", "Last"}
	case l.Ascending:
		return pageWords{"Oldest", "Older", "Newer", "Newest"}
	}
	return pageWords{"Newest", "Newer", "Older", "Oldest"}
}

// pager returns links to the previous and next page. Pages by date continue after a row, others from a position.
func pager(r *ui.Request, l *listing, got *registers.Page) ui.Pager {
	to := got.From + len(got.Rows) - 1
	p := ui.Pager{From: humanize.Count(got.From), To: humanize.Count(to), Total: humanize.Count(got.Total)}
	if len(got.Rows) == 0 {
		return p
	}
	words := wordsFor(l)
	at := func(set url.Values) string {
		q := r.URL.Query()
		for _, key := range []string{"after", "before", "row", "last", "done"} {
			q.Del(key)
		}
		for key, value := range set {
			q[key] = value
		}
		if len(q) == 0 {
			return r.URL.Path
		}
		return r.URL.Path + "?" + q.Encode()
	}
	from := func(key string, row *registers.Row, number int) url.Values {
		set := url.Values{"row": {strconv.Itoa(number)}}
		if l.Sort == registers.SortDate {
			set.Set(key, positionText(row.At))
		}
		return set
	}
	if got.From > 1 {
		p.First = ui.PageLink{Label: words[0], URL: at(nil)}
		before := got.From
		if l.Sort != registers.SortDate {
			before = max(1, got.From-rows.PageSize)
		}
		p.Previous = ui.PageLink{Label: words[1], URL: at(from("before", &got.Rows[0], before))}
	}
	if to < got.Total {
		p.Next = ui.PageLink{Label: words[2], URL: at(from("after", &got.Rows[len(got.Rows)-1], to+1))}
		p.Last = ui.PageLink{Label: words[3], URL: at(url.Values{"last": {"1"}})}
	}
	return p
}

// pagingOf parses the start of a register's page.
func pagingOf(q url.Values) registers.Paging {
	p := registers.Paging{Last: q.Has("last")}
	p.After, p.Before = positionIn(q.Get("after")), positionIn(q.Get("before"))
	p.From, _ = strconv.Atoi(q.Get("row")) // 0 by default
	return p
}

// positionText formats a row's position for an address: "2026-03-31.1234".
func positionText(p registers.Position) string {
	return p.Date.String() + "." + strconv.FormatInt(int64(p.No), 10)
}

func positionIn(text string) registers.Position {
	if len(text) < 12 {
		return registers.Position{}
	}
	date, err := civil.ParseDate(text[:10])
	no, err2 := strconv.ParseInt(text[11:], 10, 64)
	if err != nil || err2 != nil {
		return registers.Position{}
	}
	return registers.Position{Date: date, No: budget.TxNo(no)}
}
