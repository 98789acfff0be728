package ui

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
)

// Toast reports the change just made, with a button that undoes it.
type Toast struct {
	Text   string
	Action string // the address of the button's form
	Button string // Undo or Redo; empty if the change cannot be undone
	Change int64
	Offer  *ToastOffer // nil if there is no offer
}

// ToastOffer links to a new rule that would make the change just made by hand automatically.
type ToastOffer struct{ Text, URL string }

// Toast returns the toast for a change, or nil if nothing changed. If the change has no label, the label is read from
// the journal.
func (r *Request) Toast(done app.ChangeResult) (*Toast, error) {
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
		t.Change = 0 // a redone change is the last change in effect
	default:
		t.Action, t.Button, t.Change = r.To("redo"), "Redo", 0
	}
	return t, nil
}

func (r *Request) offerAfter(done app.ChangeResult) (*ToastOffer, error) {
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

// ChangeLabel returns the label of a change for display. The label of an undo or redo states that it is one.
func ChangeLabel(label string, of app.Reversal) string { return Whole(of.Describe(label)) }

// RenderBudgetPage writes a page of a budget that follows the changes of other users and shows the toast of a change.
func (r *Request) RenderBudgetPage(w http.ResponseWriter, f *pageframe.Frame, p Page) error {
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

// After returns the request for a page that answers a change that was just made.
func (r *Request) After(page *url.URL, done app.ChangeResult) *http.Request {
	shown := r.Request.Clone(context.WithValue(r.Context(), doneKey{}, done))
	shown.Method, shown.URL, shown.RequestURI = http.MethodGet, page, page.RequestURI()
	shown.Body, shown.ContentLength, shown.Form, shown.PostForm = http.NoBody, 0, nil, nil
	shown.Header.Del("Content-Type")
	return shown
}

// answersChange reports whether the page is the response to a change that was just made.
func (r *Request) answersChange() bool { return r.Context().Value(doneKey{}) != nil }

// Flash sets the toast of a page that answers a change, or to which a browser without scripts was redirected.
func (r *Request) Flash(f *Frame) error {
	if done, is := r.Context().Value(doneKey{}).(app.ChangeResult); is {
		var err error
		f.Toast, err = r.Toast(done)
		return err
	}
	change, err := strconv.ParseInt(r.URL.Query().Get("done"), 10, 64)
	if err != nil {
		return nil // none
	}
	f.Toast, err = r.Toast(app.ChangeResult{Change: change})
	return err
}
