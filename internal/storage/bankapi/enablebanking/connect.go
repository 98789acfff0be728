package enablebanking

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/bankapi"
)

// The fields of the forms.
const (
	fieldApplication = "application"
	fieldKey         = "key"
	fieldCountry     = "country"
	fieldBank        = "bank"
)

// stage is the step that a state belongs to.
type stage string

const (
	stageForm  stage = "" // asks for the application
	stageBank  stage = "bank"
	stageVisit stage = "visit"
	stageRenew stage = "renew" // Renew returned it
)

// state is what the next step needs.
type state struct {
	Stage       stage  `json:"stage"`
	Application string `json:"application"`
	Key         string `json:"key"`
	Country     string `json:"country"`
	Bank        string `json:"bank,omitempty"`
	Visit       string `json:"visit,omitempty"`
}

func (s state) encode() ([]byte, error) { return json.Marshal(s) }

// longestConsent is the longest time of a consent in the European Union.
const longestConsent = 180 * 24 * time.Hour

// unknownConsent is the time of a consent if a bank's longest is unknown.
const unknownConsent = 90 * 24 * time.Hour

// consentMargin is subtracted from the longest time, because the service's clock may be behind.
const consentMargin = 5 * time.Minute

// Connect returns the next step of connecting.
func (p *Provider) Connect(ctx context.Context, in bankapi.Input) (bankapi.Step, error) {
	var s state
	if len(in.State) > 0 {
		if err := json.Unmarshal(in.State, &s); err != nil {
			return bankapi.Step{}, apperr.New(apperr.Invalid, "this step of connecting cannot be continued").WithCause(err).WithHint("start to connect again")
		}
	}
	switch s.Stage {
	case stageForm:
		if in.Values == nil {
			return applicationForm(state{}, in.ReturnTo, ""), nil
		}
		s = state{
			Application: strings.ToLower(strings.TrimSpace(in.Values[fieldApplication])), Key: strings.TrimSpace(in.Values[fieldKey]),
			Country: strings.ToUpper(strings.TrimSpace(in.Values[fieldCountry])),
		}
		return p.listBanks(ctx, in, s)
	case stageRenew:
		return p.renew(ctx, in, s)
	case stageBank:
		s.Bank = in.Values[fieldBank]
		return p.visitBank(ctx, in, s)
	case stageVisit:
		return p.openSession(ctx, in, s)
	}
	return bankapi.Step{}, apperr.New(apperr.Invalid, "this step of connecting is unknown").WithHint("start to connect again")
}

// applicationForm returns the form for the application. problem is a sentence without a full stop, or "".
func applicationForm(s state, returnTo, problem string) bankapi.Step {
	text := "Enter the application that you registered at " + name + "."
	if problem != "" {
		text = "There is a problem: " + problem + ". Enter the application again."
	}
	if returnTo != "" {
		text += " Its redirect URLs have to contain " + returnTo + " exactly."
	}
	if strings.HasPrefix(returnTo, "http://") {
		text += " " + name + " accepts only addresses that begin with https://, so open Holdover at such an address first."
	}
	return bankapi.Step{
		Title: "Your application at " + name, Text: text,
		Fields: []bankapi.Field{
			{Name: fieldApplication, Label: "Application ID", Hint: "The name of the saved file without its ending, such as 0b0a9a35-9d3a-4f0e-8f0e-6d2b5a7c1e11", Value: s.Application},
			{Name: fieldKey, Label: "Private key", Hint: "The file with the ending .pem", Secret: true, Long: true, File: true},
			{Name: fieldCountry, Label: "Country of the bank", Value: s.Country, Choices: countries()},
		},
	}
}

var applicationID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// open checks the values of the application form and returns the application's API.
func (p *Provider) open(ctx context.Context, in bankapi.Input, s state) (a api, isSandbox bool, err error) {
	if !applicationID.MatchString(s.Application) {
		return api{}, false, apperr.New(apperr.Invalid, "this is not the ID of an application").AtField(fieldApplication).
			WithHint("it has five groups of digits and letters with hyphens between them")
	}
	key, err := parseKey(s.Key)
	if err != nil {
		return api{}, false, err
	}
	if !slices.ContainsFunc(countries(), func(c bankapi.Choice) bool { return c.Value == s.Country }) {
		return api{}, false, apperr.New(apperr.Invalid, "the country is missing").AtField(fieldCountry).WithHint("choose the country of the bank")
	}
	a = api{o: p.o, application: s.Application, key: key}
	var application struct {
		RedirectURLs []string `json:"redirect_urls"`
		IsActive     bool     `json:"active"`
		Environment  string   `json:"environment"`
		Countries    []string `json:"countries"`
	}
	err = a.call(ctx, http.MethodGet, []string{"application"}, nil, nil, nil, &application)
	switch {
	case err != nil && apperr.CodeOf(err) == bankapi.Reconnect: // there is no access yet that could have ended
		return api{}, false, apperr.New(apperr.Invalid, "%s does not accept this application with this private key", name).AtField(fieldApplication).WithCause(err).
			WithHint("check that the key belongs to the application, that the application still exists, and that the clock of this server is right")
	case err != nil:
		return api{}, false, err
	case !application.IsActive:
		return api{}, false, apperr.New(apperr.Invalid, "the application is not active yet").AtField(fieldApplication).
			WithHint("open the application at %s and activate it by linking your own accounts", name)
	case !slices.Contains(application.RedirectURLs, in.ReturnTo):
		return api{}, false, missingRedirect(in.ReturnTo)
	case len(application.Countries) > 0 && !slices.Contains(application.Countries, s.Country):
		return api{}, false, apperr.New(apperr.Invalid, "the application has no access to banks in %s", countryName(s.Country)).AtField(fieldCountry).
			WithHint("choose another country, or add this one to the application at %s", name)
	}
	return a, application.Environment == "SANDBOX", nil
}

func missingRedirect(to string) *apperr.Error {
	return apperr.New(apperr.Invalid, "the application does not allow the bank's page to return to this Holdover").
		WithHint("open the application at %s, add %s to its redirect URLs, and continue here", name, to)
}

// bank is a bank in the service's list.
type bank struct {
	Name      string   `json:"name"`
	Country   string   `json:"country"`
	UserTypes []string `json:"psu_types"`
	Validity  int64    `json:"maximum_consent_validity"` // in seconds
	IsBeta    bool     `json:"beta"`
}

// banks returns the banks of a country that have personal accounts, by name.
func (a api) banks(ctx context.Context, country string) ([]bank, error) {
	var list struct {
		Banks []bank `json:"aspsps"`
	}
	query := url.Values{"country": {country}, "psu_type": {personal}, "service": {"AIS"}}
	if err := a.call(ctx, http.MethodGet, []string{"aspsps"}, query, nil, nil, &list); err != nil {
		return nil, err
	}
	list.Banks = slices.DeleteFunc(list.Banks, func(b bank) bool {
		return b.Name == "" || b.Country != country || len(b.UserTypes) > 0 && !slices.Contains(b.UserTypes, personal)
	})
	slices.SortFunc(list.Banks, func(x, y bank) int {
		return cmp.Or(cmp.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), cmp.Compare(x.Name, y.Name))
	})
	return list.Banks, nil
}

const personal = "personal"

// listBanks returns the form with the banks of a country.
func (p *Provider) listBanks(ctx context.Context, in bankapi.Input, s state) (bankapi.Step, error) {
	a, isSandbox, err := p.open(ctx, in, s)
	if err != nil {
		return bankapi.Step{}, err
	}
	banks, err := a.banks(ctx, s.Country)
	if err != nil {
		return bankapi.Step{}, err
	}
	return bankForm(s, banks, isSandbox)
}

func bankForm(s state, banks []bank, isSandbox bool) (bankapi.Step, error) {
	if len(banks) == 0 {
		return bankapi.Step{}, apperr.New(apperr.Invalid, "%s has no bank in %s for personal accounts", name, countryName(s.Country)).AtField(fieldCountry).WithHint("choose another country")
	}
	step := bankapi.Step{Title: "Your bank", Text: "Next you visit the page of the bank and agree that Holdover reads your accounts. It cannot pay anything."}
	if isSandbox {
		step.Text = "This application belongs to the sandbox, so its banks and transactions are invented. " + step.Text
	}
	choices := make([]bankapi.Choice, len(banks))
	for i, b := range banks {
		choices[i] = bankapi.Choice{Value: b.Name, Label: bankapi.Text(b.Name, longestName)}
		if b.IsBeta {
			choices[i].Label += " (beta)"
		}
	}
	step.Fields = []bankapi.Field{{Name: fieldBank, Label: "Bank", Hint: "Banks marked “beta” are new at " + name + " and may fail", Value: s.Bank, Choices: choices}}
	s.Stage = stageBank
	var err error
	step.State, err = s.encode()
	return step, err
}

// renew leads to the page of the bank without a form. It shows the form for an entry that is not accepted any more.
func (p *Provider) renew(ctx context.Context, in bankapi.Input, s state) (bankapi.Step, error) {
	a, isSandbox, err := p.open(ctx, in, s)
	if known := apperr.All(err); len(known) == 1 && known[0].Field != "" {
		return applicationForm(s, in.ReturnTo, known[0].Message), nil
	}
	if err != nil {
		return bankapi.Step{}, err
	}
	banks, err := a.banks(ctx, s.Country)
	if err != nil {
		return bankapi.Step{}, err
	}
	if i := find(banks, s.Bank); i >= 0 {
		return p.startVisit(ctx, in, s, a, banks[i])
	}
	return bankForm(s, banks, isSandbox)
}

func find(banks []bank, name string) int {
	return slices.IndexFunc(banks, func(b bank) bool { return b.Name == name })
}

// visitBank returns the visit to the page of the bank that the user chose.
func (p *Provider) visitBank(ctx context.Context, in bankapi.Input, s state) (bankapi.Step, error) {
	key, err := parseKey(s.Key)
	if err != nil {
		return bankapi.Step{}, err
	}
	a := api{o: p.o, application: s.Application, key: key}
	banks, err := a.banks(ctx, s.Country)
	if err != nil {
		return bankapi.Step{}, err
	}
	i := find(banks, s.Bank)
	if i < 0 {
		return bankapi.Step{}, apperr.New(apperr.Invalid, "no bank is chosen").AtField(fieldBank).WithHint("choose an entry of the list")
	}
	return p.startVisit(ctx, in, s, a, banks[i])
}

func (p *Provider) startVisit(ctx context.Context, in bankapi.Input, s state, a api, b bank) (bankapi.Step, error) {
	longest := unknownConsent
	if b.Validity > 0 && b.Validity < int64(longestConsent/time.Second) {
		longest = time.Duration(b.Validity) * time.Second
	} else if b.Validity > 0 {
		longest = longestConsent
	}
	body := map[string]any{
		"access": map[string]any{"valid_until": p.o.Now().UTC().Add(longest - min(consentMargin, longest/2)).Format(time.RFC3339), "balances": true, "transactions": true},
		"aspsp":  map[string]any{"name": b.Name, "country": b.Country}, "state": in.Visit, "redirect_url": in.ReturnTo, "psu_type": personal,
	}
	if language.MatchString(in.Language) {
		body["language"] = in.Language
	}
	var visit struct {
		URL string `json:"url"`
	}
	err := a.call(ctx, http.MethodPost, []string{"auth"}, nil, nil, body, &visit)
	if codeOf(err) == wrongRedirect {
		err = missingRedirect(in.ReturnTo)
	}
	if err != nil {
		return bankapi.Step{}, err
	}
	to, err := p.o.ParseAddress(visit.URL)
	if err != nil {
		return bankapi.Step{}, apperr.New(apperr.Unavailable, "%s named no page of the bank that can be visited", name).WithCode(bankapi.Malformed).WithHint("try again later")
	}
	s.Stage, s.Bank, s.Visit = stageVisit, b.Name, in.Visit
	step := bankapi.Step{Title: "Visit " + bankapi.Text(b.Name, longestName), Text: "The bank asks you to sign in and to choose the accounts. Afterwards it returns here.", VisitTo: to.String()}
	step.State, err = s.encode()
	return step, err
}

var language = regexp.MustCompile(`^[a-z]{2}$`)
