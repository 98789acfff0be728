package migration

import (
	"net/http"
	"strings"
	"time"

	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/model/guide"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

func FromSourceForm(w http.ResponseWriter, r *ui.Request) error {
	return showFromSource(w, r, nil)
}

func showFromSource(w http.ResponseWriter, r *ui.Request, failed error) error {
	p := &FromSourcePage{Frame: ui.Frame{Title: "Import from YNAB"}, Steps: guide.Token(), Fault: ui.FaultIn(failed)}
	switch err := r.App.MayNameSource(r.Context(), r.Actor); {
	case err == nil:
		p.Elsewhere = true
	case apperr.KindOf(err) != apperr.Forbidden:
		return err
	}
	p.Readable = !r.Secure() && !r.AtThisMachine()
	if failed != nil {
		p.Address = strings.TrimSpace(r.PostFormValue("address"))
		p.Open = p.Address != ""
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// SourcePlans lists the plans in the response itself, so that neither the token nor its key is part of an address.
func SourcePlans(w http.ResponseWriter, r *ui.Request) error {
	from, err := migration.ParseSource(r.PostFormValue("address"), r.PostFormValue("token"))
	if err != nil {
		return showFromSource(w, r, r.Logged(err))
	}
	plans, err := r.App.SourcePlans(r.Context(), r.Actor, from)
	if err != nil {
		return showFromSource(w, r, r.Logged(err))
	}
	held, err := keepToken(r, from, plans)
	if err != nil {
		return err
	}
	return showSourcePlans(w, r, held, nil)
}

func showSourcePlans(w http.ResponseWriter, r *ui.Request, held *pendingToken, failed error) error {
	p := &SourcePlansPage{
		Frame: ui.Frame{Title: "Choose a plan"}, Source: held.from.Address.Name(), Held: held.key, Fault: ui.FaultIn(failed),
		Name: strings.TrimSpace(r.PostFormValue("name")), Plans: planChoices(held.Plans, r.PostFormValue("plan"), r.Now),
	}
	w.Header().Set("Cache-Control", "no-store")
	return r.Render(w, httpx.StatusOf(failed), p)
}

// ImportFromSource downloads a plan and imports it. After an error the token remains stored, so that another plan can
// be chosen.
func (in *Inbox) ImportFromSource(w http.ResponseWriter, r *ui.Request) error {
	held, err := findToken(r, r.PostFormValue("held"))
	if err != nil {
		return showFromSource(w, r, r.Logged(err))
	}
	got, ask, err := in.fetchAndImport(r, held)
	if err != nil && ask == "" {
		return showSourcePlans(w, r, held, r.Logged(err))
	}
	forget(r, tokens, held.key)
	if ask != "" {
		return r.Redirect(w, ask)
	}
	return r.Redirect(w, ui.LinksOf(got.Budget.ID).To("report"))
}

// fetchAndImport downloads and imports. ask is the address of the question about a plan that was imported before.
func (in *Inbox) fetchAndImport(r *ui.Request, held *pendingToken) (got migration.Imported, ask string, err error) {
	plan, err := held.plan(r.PostFormValue("plan"))
	if err != nil {
		return got, "", err
	}
	job := in.jobs.begin(r, unknownTotal)
	defer in.jobs.end(job)
	opts := migration.FetchOptions{
		ImportOptions: migration.ImportOptions{
			Name:     strings.TrimSpace(r.PostFormValue("name")),
			FileName: held.from.Address.Name(),
			Progress: func(int64) { job.whole.Store(true) },
		},
		Fetched: func(bytes int64) { job.read.Store(bytes) },
	}
	question := askLater(r, &opts.ImportOptions)
	return question.outcome(r.App.ImportFromSource(r.Context(), r.Actor, held.from, plan.ID, opts))
}

// FromSourcePage is the form for the token. It never contains any part of a token.
type FromSourcePage struct {
	ui.Frame
	Fault     *ui.FaultText
	Address   string // as typed, shown again after an error
	Elsewhere bool   // an address other than YNAB's is allowed
	Open      bool   // the field for the address is open
	Readable  bool   // the connection to this server is not encrypted
	Steps     []string
}

func (*FromSourcePage) Template() string { return "from_source" }

// SourcePlansPage lists the plans of the source.
type SourcePlansPage struct {
	ui.Frame
	Fault  *ui.FaultText
	Source string
	Held   string // key of the token, which the server stores
	Name   string // as typed, shown again after an error
	Plans  []PlanChoice
}

func (*SourcePlansPage) Template() string { return "from_source_plans" }

// PlanChoice is a plan of a source.
type PlanChoice struct {
	ID      string
	Name    string
	Facts   string // "EUR · March 2016 to August 2026 · changed today"
	Current bool
}

func planChoices(plans []sourceapi.Plan, chosen string, now time.Time) []PlanChoice {
	choices := make([]PlanChoice, len(plans))
	current := 0
	for i, p := range plans {
		choices[i] = PlanChoice{ID: p.ID, Name: p.Name, Facts: planFacts(p, now)}
		if p.ID == chosen {
			current = i
		}
	}
	choices[current].Current = true
	return choices
}

// planFacts describes a plan; the source may omit any of its properties.
func planFacts(p sourceapi.Plan, now time.Time) string {
	facts := p.Currency
	add := func(text string) {
		if facts != "" {
			facts += " · "
		}
		facts += text
	}
	if p.FirstMonth != 0 {
		add(ui.MonthsText(p.FirstMonth, p.LastMonth))
	}
	if !p.LastModifiedOn.IsZero() {
		add("changed " + ui.Ago(p.LastModifiedOn, now))
	}
	return facts
}
