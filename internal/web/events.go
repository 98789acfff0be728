package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"holdover/internal/fault"
	"holdover/internal/ui"
)

// beatEvery is how often a quiet connection is kept open, and it is looked
// whether its page may still see the budget and its session goes on.
var beatEvery = 20 * time.Second

// followChanges tells an open page the number of the budget's last change,
// whenever there is a new one.
func followChanges(w http.ResponseWriter, r *ui.Request) error {
	id := r.BudgetID
	changes, cancel, err := r.App.Watch(r.Context(), r.Actor, id)
	if err != nil {
		return err
	}
	defer cancel()
	events := ui.NewStream(w)
	if events.Beat() != nil { // so that the browser knows that it is connected
		return nil
	}
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	told, _ := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64) // what the page shows; 0 where it does not say
	for {
		now, err := r.App.Knowledge(r.Context(), r.Actor, id)
		if err != nil {
			return nil // the page or the budget is gone
		}
		if now > told {
			if told > 0 && tellOverwritten(r, events, told) != nil {
				return nil
			}
			told = now
			if events.Send("change", strconv.FormatInt(now, 10)) != nil {
				return nil
			}
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-changes:
		case <-beat.C:
			if !signedIn(r) || events.Beat() != nil {
				return nil
			}
		}
	}
}

// tellOverwritten tells a page of the changes since a number of the journal that replaced what others had changed.
func tellOverwritten(r *ui.Request, events *ui.Stream, since int64) error {
	texts, err := r.App.Overwritten(r.Context(), r.Actor, r.BudgetID, since)
	for _, text := range texts {
		if err == nil {
			err = events.Send("overwritten", strings.ReplaceAll(text, "\n", " "))
		}
	}
	return err
}

// signedIn says whether the session of a request goes on. A database that does not answer
// right now ends no session.
func signedIn(r *ui.Request) bool {
	return !r.Options.As.Nobody() || fault.KindOf(r.App.Lasts(r.Context(), r.SessionKey())) != fault.Unauthorized
}
