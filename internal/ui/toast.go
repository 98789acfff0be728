package ui

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
)

// Toast says what was just done, with the way to take it back.
type Toast struct {
	Text   string
	Action string // where the button sends to
	Button string // Undo or Redo; empty where nothing can be taken back
	Change int64
	Offer  *ToastOffer // nil where nothing is offered
}

// ToastOffer leads to a rule that would do by itself what was just done by hand.
type ToastOffer struct{ Text, URL string }

// Toast is the word about a change; nil where nothing changed. The journal is asked where the change does not say itself what
// it was.
func (r *Request) Toast(done app.Done) (*Toast, error) {
	if done.Change == 0 {
		return nil, nil //nolint:nilnil // no toast is an answer
	}
	label, reversed, change := done.Label, 0, done.Change
	if label == "" {
		var err error
		if label, reversed, err = r.ChangeLabel(change); err != nil || label == "" {
			return nil, err
		}
	}
	t := &Toast{Text: label, Action: r.To("undo"), Button: "Undo", Change: change}
	if reversed == 0 {
		var err error
		if t.Offer, err = r.offerAfter(done); err != nil {
			return nil, err
		}
	}
	if reversed == 1 {
		t.Action, t.Button, t.Change = r.To("redo"), "Redo", 0
	}
	if reversed == 2 {
		t.Change = 0 // what was made again is the last change that stands
	}
	return t, nil
}

func (r *Request) offerAfter(done app.Done) (*ToastOffer, error) {
	offer, err := r.App.OfferAfter(r.Context(), r.Actor, r.BudgetID, done)
	if err != nil || offer == nil {
		return nil, err
	}
	q := url.Values{"text": offer.Contains}
	for name, value := range map[string]string{"is": offer.Is, "payee": offer.Payee, "category": offer.Category} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return &ToastOffer{offer.Text, r.To("rules/new?") + q.Encode()}, nil
}

// ChangeLabel is what a change was, for people. One that took another back says so; reversed is 1 then, and 2 for one that was
// made again.
func (r *Request) ChangeLabel(change int64) (label string, reversed int, err error) {
	for range 3 {
		entries, err := r.App.History(r.Context(), r.Actor, r.BudgetID, change+1, 1)
		if err != nil || len(entries) == 0 || entries[0].Change != change {
			return "", 0, err
		}
		if entries[0].Reverses == 0 {
			return []string{"", "Undone: ", "Redone: "}[reversed] + entries[0].Label, reversed, nil
		}
		change = entries[0].Reverses
		reversed = reversed%2 + 1
	}
	return "Undone", 1, nil
}

// RenderBudgetPage writes a page of a budget: it follows what others change, and says what was just done.
func (r *Request) RenderBudgetPage(w http.ResponseWriter, f *app.Frame, p Page) error {
	p.Framed().Live = LiveOf(f)
	if err := r.Flash(p.Framed()); err != nil {
		return err
	}
	return r.Render(w, http.StatusOK, p)
}

type doneKey struct{}

// After is the request for a page that answers a change which was just made.
func (r *Request) After(page *url.URL, done app.Done) *http.Request {
	shown := r.Request.Clone(context.WithValue(r.Context(), doneKey{}, done))
	shown.Method, shown.URL, shown.RequestURI = http.MethodGet, page, page.RequestURI()
	shown.Body, shown.ContentLength, shown.Form, shown.PostForm = http.NoBody, 0, nil, nil
	shown.Header.Del("Content-Type")
	return shown
}

// Flash is the toast of a page that answers a change, or that a browser without scripts was sent back to.
func (r *Request) Flash(f *Frame) error {
	if done, is := r.Context().Value(doneKey{}).(app.Done); is {
		var err error
		f.Toast, err = r.Toast(done)
		return err
	}
	change, err := strconv.ParseInt(r.URL.Query().Get("done"), 10, 64)
	if err != nil {
		return nil // none
	}
	f.Toast, err = r.Toast(app.Done{Change: change})
	return err
}
