package migration

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/cleanup"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

var cleanUpKinds = append(migration.CleanUpKinds(), cleanup.CardReserves)

// CleanUp shows the proposed clean-ups, with the choices in the address.
func CleanUp(w http.ResponseWriter, r *ui.Request) error {
	p, err := cleanUpPage(r, r.URL.Query())
	if err != nil {
		return err
	}
	if r.URL.Query().Has("done") {
		if p.Verified, err = verifiedNow(r); err != nil {
			return err
		}
	}
	return r.Render(w, http.StatusOK, p)
}

// cleanUpPage renders the page; form contains the choices for the kind that it names.
func cleanUpPage(r *ui.Request, form url.Values) (*CleanUpPage, error) {
	screen, err := r.Screen()
	if err != nil {
		return nil, err
	}
	chosen := cleanup.Kind(form.Get("kind"))
	all, err := r.App.ProposeCleanUp(r.Context(), r.Actor, r.BudgetID, cleanUpsAsked(form))
	if err != nil {
		return nil, err
	}
	done, err := r.App.CleanUpsDone(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, err
	}
	d := &cleanUpDrawing{screen: screen, Figures: ui.Figures{Format: screen.Budget.CurrencyFormat}, Links: r.Links, now: r.Now, chosen: chosen, all: form.Get("all") != ""}
	p := d.page(all, done)
	p.Sidebar, p.Live = ui.SidebarOf(&screen.Frame, ui.OnCleanUp, ""), ui.LiveOf(&screen.Frame)
	return p, r.Flash(&p.Frame)
}

// cleanUpsAsked returns requests for all kinds, limited to the first items, except for the kind that the form
// requests completely.
func cleanUpsAsked(form url.Values) []migration.CleanUpAsked {
	asked := migration.CleanUpsAsked(cleanUpKinds...)
	for one := range iterutil.Pointers(asked) {
		one.Most = maxItems
		if one.Kind != cleanup.Kind(form.Get("kind")) {
			continue
		}
		one.Choices = choicesIn(form)
		if form.Get("all") != "" {
			one.Most = 0
		}
	}
	return asked
}

// choicesIn parses the choices of a form: excluded items, and whether duplicates are merged, renamed or left.
func choicesIn(form url.Values) cleanup.Choices {
	c := cleanup.Choices{
		PerCard: form.Get("per-card") == "1", StayAboveZero: form.Get("stay-above") == "1",
		Leave: map[string]bool{}, Take: map[string]bool{}, Rename: map[string]string{},
	}
	for _, id := range form["leave"] {
		c.Leave[id] = true
	}
	for field, values := range form {
		id, is := strings.CutPrefix(field, "do:")
		if !is {
			continue
		}
		switch values[0] {
		case "merge":
			c.Take[id] = true
		case "leave":
			c.Leave[id] = true
		case "rename":
			c.Rename[id] = form.Get("name:" + id)
		}
	}
	return c
}

// verifiedNow returns the current verification, or nil for a budget that was not imported.
func verifiedNow(r *ui.Request) (*Verified, error) {
	f, err := r.Frame()
	if err != nil || !f.Imported {
		return nil, err
	}
	report, err := r.App.Verify(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, err
	}
	return &Verified{Mark: markOf(report), Sentence: report.Sentence, ToBudget: report.ToBudget}, nil
}

// ApplyCleanUp applies a clean-up with the choices of the form. An error is shown on the page, with the choices
// unchanged.
func ApplyCleanUp(w http.ResponseWriter, r *ui.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	kind := r.PathValue("kind")
	done, _, err := r.App.ApplyCleanUp(r.Context(), r.Actor, r.BudgetID, cleanup.Kind(kind), choicesIn(r.PostForm))
	if err != nil {
		if httpx.StatusOf(err) >= http.StatusInternalServerError || apperr.KindOf(err) == apperr.NotFound || apperr.KindOf(err) == apperr.Forbidden {
			return err
		}
		form := r.PostForm
		form.Set("kind", kind)
		p, pageErr := cleanUpPage(r, form)
		if pageErr != nil {
			return err
		}
		p.Fault, p.FaultOf = ui.FaultIn(err), kind
		return r.Render(w, httpx.StatusOf(r.Logged(err)), p)
	}
	return r.Redirect(w, r.To("clean-up?done=")+strconv.FormatInt(done.Change, 10)+"#"+url.PathEscape(kind))
}

// CleanUpPage proposes changes after which the budget matches its source, with a card for each kind of clean-up.
type CleanUpPage struct {
	ui.Frame
	Sentence  string
	Verified  *Verified // set after a clean-up was applied
	Cards     []CleanUpCard
	MayChange bool
	VerifyURL string
	UndoURL   string
	Fault     *ui.FaultText
	FaultOf   string // the kind of the card that shows the error
}

// Verified is the comparison with the file after a clean-up.
type Verified struct {
	Mark     Mark
	Sentence string
	ToBudget string
}

// CleanUpCard shows one kind of clean-up: its findings and changes.
type CleanUpCard struct {
	Kind       string
	Title      string
	About      string // a description in a sentence or two
	Found      string // the findings
	Outcome    string // months before and after
	Nothing    bool   // there is nothing to do
	ApplyURL   string // empty if there is nothing to apply
	Apply      string // the button
	PageURL    string // address of the page, to update the preview with other choices
	First      string // the title of a clean-up that should be applied first
	FirstURL   string
	Cards      bool   // the choice of a separate category for each card is offered
	IsPerCard  bool   // one category for each card
	Below      string // number of months that become negative, and the reason
	IsCapped   bool   // less is assigned so that no month becomes negative
	Plot       *Plot
	Items      CleanUpRows
	Count      string // number of items
	More       string // number of items not listed
	All        bool   // all items are listed, as requested
	Open       bool   // the list of items is open
	Left       int    // number of excluded items
	Reserves   []ReserveRow
	Together   string // balance of a common debt category for all cards
	Months     CleanUpMonths
	Guide      []GuideStep
	Done       *CleanUpDone
	Duplicates bool // items are merged, renamed or left
}

// CleanUpRow is an item of a clean-up.
type CleanUpRow struct {
	ID     string
	What   string
	URL    string // address of the row concerned, or empty
	Into   string
	When   string
	Amount ui.Figure
	Why    string
	Do     string // the change
	Left   bool
	Fixed  bool // it cannot be changed
	Choose bool // merge, rename or leave
	Choice string
	Name   string
}

// ReserveRow is a card with a reserve that differs from its balance.
type ReserveRow struct {
	Card     string
	Sentence string
	Balance  ui.Figure
	Reserve  ui.Figure
	Debt     ui.Figure
	Category *ui.Figure
}

// CleanUpMonth is a month's To Budget before and after.
type CleanUpMonth struct {
	Name    string
	URL     string
	Before  ui.Figure
	After   ui.Figure
	Source  *ui.Figure
	Matches bool
	Below   bool // the change makes it negative
}

// GuideStep is a step of the guide to do it by hand. Links lead to the places that it names.
type GuideStep struct {
	Text  string
	Links []GuideLink
}

// GuideLink links to the place of a step.
type GuideLink struct{ Text, URL string }

// CleanUpDone is a clean-up that was applied and not undone.
type CleanUpDone struct {
	Label  string
	When   string
	Change int64
}

func (*CleanUpPage) Template() string { return "cleanup" }
