package web

import (
	"context"
	"net/http"
	"strconv"

	"holdover/internal/app"
)

// reversal is Undo or Redo.
type reversal func(ctx context.Context, who app.Actor, budget string, change int64) (app.Done, error)

// Toast says what was just done, with the way to take it back.
type Toast struct {
	Text   string
	Action string // where the button sends to
	Button string // Undo or Redo; empty where nothing can be taken back
	Change int64
}

// toast is the word about a change; nil where nothing changed. The journal is
// asked where the change does not say itself what it was.
func (s *site) toast(r *http.Request, who app.Actor, id string, done app.Done) (*Toast, error) {
	if done.Change == 0 {
		return nil, nil //nolint:nilnil // no toast is an answer
	}
	label, reversed, change := done.Label, 0, done.Change
	if label == "" {
		var err error
		if label, reversed, err = s.told(r.Context(), who, id, change); err != nil || label == "" {
			return nil, err
		}
	}
	t := &Toast{Text: label, Action: linksOf(id).to("undo"), Button: "Undo", Change: change}
	if reversed == 1 {
		t.Action, t.Button, t.Change = linksOf(id).to("redo"), "Redo", 0
	}
	if reversed == 2 {
		t.Change = 0 // what was made again is the last change that stands
	}
	return t, nil
}

// told is what a change was, for people. One that took another back says so;
// reversed is 1 then, and 2 for one that was made again.
func (s *site) told(ctx context.Context, who app.Actor, id string, change int64) (label string, reversed int, err error) {
	for range 3 {
		entries, err := s.app.History(ctx, who, id, change+1, 1)
		if err != nil || len(entries) == 0 || entries[0].Change != change {
			return "", 0, err
		}
		if entries[0].Reverses == 0 {
			return []string{"", "Undone: ", "Made again: "}[reversed] + entries[0].Label, reversed, nil
		}
		change = entries[0].Reverses
		reversed = reversed%2 + 1
	}
	return "Undone", 1, nil
}

// showInBudget writes a page of a budget: it follows what others change, and
// says what was just done.
func (s *site) showInBudget(w http.ResponseWriter, r *http.Request, who app.Actor, f *app.Frame, p page) error {
	p.frame().Live = liveOf(f)
	if err := s.flash(r, who, p.frame(), f.Budget.ID); err != nil {
		return err
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

// flash is the toast of a page that a browser without scripts was sent back to.
func (s *site) flash(r *http.Request, who app.Actor, f *Frame, id string) error {
	change, err := strconv.ParseInt(r.URL.Query().Get("done"), 10, 64)
	if err != nil {
		return nil // none
	}
	f.Toast, err = s.toast(r, who, id, app.Done{Change: change})
	return err
}
