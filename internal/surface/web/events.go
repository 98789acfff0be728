package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// beatEvery is the interval at which an idle connection gets a message. Each time, the session and the access to the
// budget are checked.
var beatEvery = 20 * time.Second

// followChanges sends the number of the budget's last change to an open page whenever it increases.
func followChanges(w http.ResponseWriter, r *ui.Request) error {
	id := r.BudgetID
	changes, cancel, err := r.App.Watch(r.Context(), r.Actor, id)
	if err != nil {
		return err
	}
	defer cancel()
	events := ui.NewStream(w)
	if events.Beat() != nil { // the browser then knows that it is connected
		return nil
	}
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	told, _ := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64) // the last change that the page shows; 0 if it is not given
	for {
		now, err := r.App.Knowledge(r.Context(), r.Actor, id)
		if err != nil {
			return nil // the page was closed or the budget deleted
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

// tellOverwritten sends to a page the changes after a number of the journal that replaced another user's changes.
func tellOverwritten(r *ui.Request, events *ui.Stream, since int64) error {
	texts, err := r.App.Overwritten(r.Context(), r.Actor, r.BudgetID, since)
	for _, text := range texts {
		if err == nil {
			err = events.Send("overwritten", strings.ReplaceAll(text, "\n", " "))
		}
	}
	return err
}

// signedIn reports whether the session of a request is still valid. A database error does not end a session.
func signedIn(r *ui.Request) bool {
	return !r.Options.As.IsAnonymous() || apperr.KindOf(r.App.Lasts(r.Context(), r.SessionKey())) != apperr.Unauthorized
}
