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
	sent, _ := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64) // the last change that the page shows; 0 if it is not given
	last, err := r.App.Knowledge(r.Context(), r.Actor, id)
	for err == nil { // otherwise the page was closed, the budget deleted, or the user's access ended
		if last > sent {
			if sent > 0 && sendOverwritten(r, events, sent) != nil {
				return nil
			}
			sent = last
			if events.Send("change", strconv.FormatInt(last, 10)) != nil {
				return nil
			}
		}
		select {
		case <-r.Context().Done():
			return nil
		case last = <-changes:
			if last == 0 { // the budget was deleted
				return nil
			}
		case <-beat.C:
			if !signedIn(r) || events.Beat() != nil {
				return nil
			}
			last, err = r.App.Knowledge(r.Context(), r.Actor, id)
		}
	}
	return nil
}

// sendOverwritten sends to a page the changes after a number of the journal that replaced another user's changes. It
// returns an error if the user may not see the budget any more.
func sendOverwritten(r *ui.Request, events *ui.Stream, since int64) error {
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
	return !r.Options.As.IsAnonymous() || r.Actor.ByProxy || apperr.KindOf(r.App.Lasts(r.Context(), r.SessionKey())) != apperr.Unauthorized
}
