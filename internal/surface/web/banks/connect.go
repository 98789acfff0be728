package banks

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/pending"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// ReturnPath is the path to which a bank's page returns.
const ReturnPath = "/banks/return"

// mostKeyFile is the maximum size of a key file in bytes.
const mostKeyFile = 64 << 10

// MaxStep is the maximum size of a submitted step in bytes.
const MaxStep = mostKeyFile + httpx.FormBytes

// steps are the steps of connecting that wait for the user, each for the user's session. They contain what the user has entered
// so far, which may be secret.
var steps = pending.Kind{
	Name: "bank step", Life: time.Hour, Places: 6, Bytes: 0,
	Gone: apperr.New(apperr.NotFound, "this step of connecting is over").WithHint("each step is used once, in the browser that began it, within an hour: connect again"),
}

// aboutSteps names what the pending entries belong to. The budget is in the note, because a bank's page does not return it.
const aboutSteps = "connect a bank"

// pendingStep is a step that waits for the user.
type pendingStep struct {
	Budget  string
	Kind    bankapi.Kind
	Renewed string // the id of the connection that is renewed, or ""
	Step    bankapi.Step
}

// StepPage shows a step of connecting: a form, or a link to the bank's page.
type StepPage struct {
	ui.Frame
	Heading, Sub string
	Text         string
	Action       string
	CancelURL    string
	Fault        *ui.FaultText // of the whole form
	Fields       []StepField
	HasFile      bool
	DraftName    string // of a form without secrets; "" for none
	VisitTo      string
	VisitHost    string
	IsReadable   bool // the connection with the browser is not encrypted
}

// StepField is a field of a step.
type StepField struct {
	bankapi.Field
	Options []ui.Option
	Fault   ui.FaultText
}

func (*StepPage) Template() string { return "bank_step" }

// returnURL returns the address to which a bank's page returns.
func returnURL(r *ui.Request) string { return r.Options.PublicOrigin(r.Request) + ReturnPath }

// Connect begins to connect a bank, or to renew a connection.
func Connect(w http.ResponseWriter, r *ui.Request) error {
	if err := r.Require(auth.Manage); err != nil {
		return err
	}
	s := &pendingStep{Budget: r.BudgetID, Kind: bankapi.Kind(r.Get("provider")), Renewed: r.Get("renew")}
	in := bankapi.Input{}
	if s.Renewed != "" {
		state, err := r.App.RenewState(r.Context(), r.Actor, r.BudgetID, s.Renewed)
		if err != nil {
			return err
		}
		in.State = state
	}
	if err := advance(w, r, s, in); err != nil {
		return refuse(w, r, err)
	}
	return nil
}

// refuse shows an error on the list of banks.
func refuse(w http.ResponseWriter, r *ui.Request, failed error) error {
	if !isShown(failed) {
		return failed
	}
	apperr.SetOutcome(r.Context(), apperr.Unchanged) // a step that was used up is no change of the user's
	f, err := r.Frame()
	if err != nil {
		return err
	}
	return showList(w, r, f, failed)
}

// isShown reports whether an error is shown on the page of its form, instead of a page of its own.
func isShown(err error) bool {
	switch apperr.KindOf(err) {
	case apperr.Invalid, apperr.NotFound, apperr.Conflict, apperr.TooMany, apperr.Unavailable:
		return true
	}
	return false
}

// advance makes the next step of connecting and redirects to its page, or to the new connection. A browser that disconnects
// does not end it: the provider may have used up a token already.
func advance(w http.ResponseWriter, r *ui.Request, s *pendingStep, in bankapi.Input) error {
	ctx, next := context.WithoutCancel(r.Context()), rand.Text()
	in.ReturnTo, in.Visit, in.Language = returnURL(r), next, "en"
	step, err := r.App.ConnectBank(ctx, r.Actor, s.Budget, s.Kind, in)
	if err != nil {
		return err
	}
	if step.Secret != nil {
		id, err := r.App.AddBankConnection(ctx, r.Actor, s.Budget, s.Kind, &step, s.Renewed)
		if err != nil {
			return err
		}
		did := "?did=connected"
		if s.Renewed != "" {
			did = "?did=reconnected"
		}
		return r.Redirect(w, connectionURL(ui.LinksOf(s.Budget), id)+did)
	}
	waiting := *s
	waiting.Step = step
	if err := r.App.Waiting.KeepAs(ctx, r.Holder(), steps, next, aboutSteps, &waiting, nil); err != nil {
		return err
	}
	return r.Redirect(w, stepURL(ui.LinksOf(s.Budget), next))
}

func stepURL(l ui.Links, key string) string { return l.To("bank-steps/" + url.PathEscape(key)) }

// Step shows the step that waits under a key.
func Step(w http.ResponseWriter, r *ui.Request) error {
	if err := r.Require(auth.Manage); err != nil {
		return err
	}
	s := &pendingStep{}
	err := r.App.Waiting.Read(r.Context(), r.Holder(), steps, r.PathValue("step"), s)
	if err == nil && s.Budget != r.BudgetID {
		err = steps.Gone
	}
	if err != nil {
		return refuse(w, r, err)
	}
	return showStep(w, r, s, nil)
}

// Submit makes the next step with the values of a form. A step is used once, unless its values are refused: a token that is
// sent twice would be used up by the first request.
func Submit(w http.ResponseWriter, r *ui.Request) error {
	if err := r.Require(auth.Manage); err != nil {
		return err
	}
	values, err := stepValues(r)
	if err != nil {
		return err
	}
	key, s := r.PathValue("step"), &pendingStep{}
	err = r.App.Waiting.Take(r.Context(), r.Holder(), steps, key, aboutSteps, s)
	if err == nil && s.Budget != r.BudgetID {
		err = steps.Gone
	}
	if err != nil {
		return refuse(w, r, err)
	}
	in := bankapi.Input{State: s.Step.State, Values: map[string]string{}}
	for i := range s.Step.Fields {
		field := &s.Step.Fields[i]
		in.Values[field.Name] = values.Get(field.Name)
		if field.File && strings.TrimSpace(in.Values[field.Name]) == "" && r.File != nil {
			in.Values[field.Name] = string(r.File.Data)
		}
	}
	failed := advance(w, r, s, in)
	if failed == nil {
		return nil
	}
	for i := range s.Step.Fields {
		if field := &s.Step.Fields[i]; !field.Secret {
			field.Value = in.Values[field.Name]
		}
	}
	if err := r.App.Waiting.KeepAs(context.WithoutCancel(r.Context()), r.Holder(), steps, key, aboutSteps, s, nil); err != nil {
		return err
	}
	if !isShown(failed) {
		return failed
	}
	apperr.SetOutcome(r.Context(), apperr.Unchanged)
	return showStep(w, r, s, failed)
}

// stepValues reads the form of a step, with its file if it has one.
func stepValues(r *ui.Request) (url.Values, error) {
	file, err := ui.FormWithFile(r, mostKeyFile, httpx.FormBytes)
	if err != nil {
		return nil, err
	}
	if file != nil && len(file.Data) > mostKeyFile {
		return nil, apperr.New(apperr.Invalid, "the file is too large for a key").WithHint("choose the key file that the provider gave you")
	}
	r.File = file
	return r.PostForm, nil
}

func showStep(w http.ResponseWriter, r *ui.Request, s *pendingStep, failed error) error {
	f, err := r.Frame()
	if err != nil {
		return err
	}
	p := &StepPage{
		Frame: ui.Frame{Title: "Connect a bank", Sidebar: ui.SidebarOf(f, ui.OnBanks, "")}, Heading: s.Step.Title, Text: s.Step.Text,
		Action: stepURL(r.Links, r.PathValue("step")), CancelURL: r.To("banks"), IsReadable: !r.Secure() && !r.AtThisMachine(),
	}
	for _, about := range r.App.BankProviders() {
		if about.Kind == s.Kind {
			p.Sub = about.Name
		}
	}
	if s.Renewed != "" {
		p.CancelURL = connectionURL(r.Links, s.Renewed)
	}
	if s.Step.VisitTo != "" {
		to, err := url.Parse(s.Step.VisitTo)
		if err != nil {
			return err
		}
		p.VisitTo, p.VisitHost = s.Step.VisitTo, to.Host
	}
	names := make([]string, len(s.Step.Fields))
	for i := range s.Step.Fields {
		names[i] = s.Step.Fields[i].Name
	}
	faults := ui.FieldFaults{}
	if failed != nil {
		faults = ui.AtField(r.Logged(failed), names...)
		if whole, ok := faults[""]; ok {
			p.Fault = &whole
		}
	}
	for i := range s.Step.Fields {
		field := StepField{Field: s.Step.Fields[i], Fault: faults[s.Step.Fields[i].Name]}
		for _, c := range field.Choices {
			field.Options = append(field.Options, ui.ChosenOption(c.Value, c.Label, field.Value))
		}
		p.HasFile = p.HasFile || field.File
		p.Fields = append(p.Fields, field)
	}
	if !slices.ContainsFunc(p.Fields, func(f StepField) bool { return f.Secret }) {
		p.DraftName = string(s.Kind)
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// Return continues when a bank's page returns. The parameter "state" is the key of the step.
func Return(w http.ResponseWriter, r *ui.Request) error {
	q, s := r.URL.Query(), &pendingStep{}
	if err := r.App.Waiting.Take(r.Context(), r.Holder(), steps, q.Get("state"), aboutSteps, s); err != nil {
		return err
	}
	r.BudgetID, r.Links = s.Budget, ui.LinksOf(s.Budget)
	if err := r.Require(auth.Manage); err != nil {
		return err
	}
	in := bankapi.Input{State: s.Step.State, Values: map[string]string{}}
	for name := range q {
		in.Values[name] = q.Get(name)
	}
	if err := advance(w, r, s, in); err != nil {
		return refuse(w, r, err)
	}
	return nil
}
