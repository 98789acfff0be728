package web

import (
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
)

// pageWords are the words for first, previous, next and last.
type pageWords [4]string

func wordsFor(l *listing) pageWords {
	switch {
	case l.Sort != app.SortDate:
		return pageWords{"First", "Previous", "Next", "Last"}
	case l.Ascending:
		return pageWords{"Oldest", "Older", "Newer", "Newest"}
	}
	return pageWords{"Newest", "Newer", "Older", "Oldest"}
}

// pager leads to the pages before and after the one shown. Pages by date go on
// from a row, others from a number.
func pager(r *http.Request, l *listing, got *app.Register) Pager {
	to := got.From + len(got.Rows) - 1
	p := Pager{From: thousands(got.From), To: thousands(to), Total: thousands(got.Total)}
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
	from := func(key string, row *app.RegisterRow, number int) url.Values {
		set := url.Values{"row": {strconv.Itoa(number)}}
		if l.Sort == app.SortDate {
			set.Set(key, positionText(row.At))
		}
		return set
	}
	if got.From > 1 {
		p.First = PageLink{words[0], at(nil)}
		before := got.From
		if l.Sort != app.SortDate {
			before = max(1, got.From-app.PageRows)
		}
		p.Previous = PageLink{words[1], at(from("before", &got.Rows[0], before))}
	}
	if to < got.Total {
		p.Next = PageLink{words[2], at(from("after", &got.Rows[len(got.Rows)-1], to+1))}
		p.Last = PageLink{words[3], at(url.Values{"last": {"1"}})}
	}
	return p
}
