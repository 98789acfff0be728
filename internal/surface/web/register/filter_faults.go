package register

import (
	"net/http"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// The typed fields of a filter, dates and amounts, by their names in addresses.
const (
	sinceKey = "since"
	untilKey = "until"
	leastKey = "least"
	mostKey  = "most"
)

// mistyped returns an error about a typed field of the filter.
func mistyped(err error, field string) error {
	return apperr.Placed(err, func(f *apperr.Error) { f.Field = field })
}

// refuseFilter shows the filter as it was typed, with the error next to its field. It returns other errors.
func refuseFilter(w http.ResponseWriter, r *ui.Request, failed error) error {
	faults := ui.AtField(failed, sinceKey, untilKey, leastKey, mostKey, rows.PayeeRegexpField, rows.NotesRegexpField)
	if _, elsewhere := faults[""]; elsewhere {
		return failed
	}
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	typed := func(field string) string { return strings.TrimSpace(q.Get(field)) }
	since, until := ui.DayTyped(b.DateFormat, typed(sinceKey), r.Today), ui.DayTyped(b.DateFormat, typed(untilKey), r.Today)
	least, most := typed(leastKey), typed(mostKey)
	for _, field := range []string{sinceKey, untilKey, leastKey, mostKey} {
		q.Del(field)
	}
	if since.Text != "" || until.Text != "" {
		q.Del("time") // the address names either a period or dates
	}
	l, err := listingIn(accountOf(r), q, b.CurrencyFormat, r.Today)
	if err != nil {
		return err
	}
	p, err := filterPage(r, l)
	if err != nil {
		return err
	}
	p.Since, p.Until, p.Least, p.Most, p.Faults = since, until, least, most, faults
	p.More.Refuse(faults)
	return r.Render(w, httpx.StatusOf(failed), p)
}
