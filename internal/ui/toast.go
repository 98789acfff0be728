package ui

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/frame"
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
	if done.Label == "" && done.Of == "" {
		entries, err := r.App.History(r.Context(), r.Actor, r.BudgetID, done.Change+1, 1)
		if err != nil || len(entries) == 0 || entries[0].Change != done.Change {
			return nil, err
		}
		done.Label, done.Reversal = entries[0].Label, entries[0].Reversal
	}
	t := &Toast{Text: ChangeLabel(done.Label, done.Reversal), Action: r.To("undo"), Button: "Undo", Change: done.Change}
	switch {
	case done.Of == "":
		var err error
		if t.Offer, err = r.offerAfter(done); err != nil {
			return nil, err
		}
	case done.Again:
		t.Change = 0 // what was made again is the last change that stands
	default:
		t.Action, t.Button, t.Change = r.To("redo"), "Redo", 0
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

// ChangeLabel is what a change was, for people: one that took another back, or made it again, says so.
func ChangeLabel(label string, of app.Reversal) string { return Whole(of.Says(label)) }

// RenderBudgetPage writes a page of a budget: it follows what others change, and says what was just done.
func (r *Request) RenderBudgetPage(w http.ResponseWriter, f *frame.Frame, p Page) error {
	p.Framed().Live = LiveOf(f)
	if err := r.Flash(p.Framed()); err != nil {
		return err
	}
	if r.isCacheable(w, f, p) {
		return r.renderCached(w, p)
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

// answersChange says whether the page answers a change which was just made.
func (r *Request) answersChange() bool { return r.Context().Value(doneKey{}) != nil }

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
