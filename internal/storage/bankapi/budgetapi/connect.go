package budgetapi

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/sourceapi"
)

// The names of the fields.
const (
	fieldAddress = "address"
	fieldToken   = "token"
	fieldPlan    = "plan"
)

// state is what is known between two steps.
type state struct {
	Address string `json:"address"`
	Token   string `json:"token,omitempty"`
	Plan    string `json:"plan,omitempty"` // of the connection that is renewed
	// Plans are the choices of the second step, and Server is the server's name.
	Plans  []plan `json:"plans,omitempty"`
	Server string `json:"server,omitempty"`
}

// plan is a budget of the server.
type plan struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// mostPlans is the maximum number of budgets to choose from.
const mostPlans = 200

// Connect asks for the address and the token, and then for the budget if there are several.
func (p *Provider) Connect(ctx context.Context, in bankapi.Input) (bankapi.Step, error) {
	var s state
	if len(in.State) > 0 {
		if err := json.Unmarshal(in.State, &s); err != nil {
			return bankapi.Step{}, apperr.New(apperr.Invalid, "the connection was not completed in time").WithCause(err).WithHint("begin again")
		}
	}
	switch _, hasToken := in.Values[fieldToken]; {
	case s.Token != "":
		return choose(&s, in.Values[fieldPlan])
	case !hasToken:
		return ask(&s)
	}
	if s.Plan == "" {
		s.Address = strings.TrimSpace(in.Values[fieldAddress])
	}
	s.Token = in.Values[fieldToken]
	return p.list(ctx, &s)
}

// ask returns the first step. The address of a connection that is renewed stays.
func ask(s *state) (bankapi.Step, error) {
	encoded, err := json.Marshal(s)
	step := bankapi.Step{
		Title: "Connect a budget of another server", State: encoded,
		Fields: []bankapi.Field{{Name: fieldToken, Label: "Token", Hint: "It is shown whole only when it is created.", Secret: true}},
	}
	if s.Plan == "" {
		step.Text = "Transactions that are cleared there arrive here. Nothing is changed there."
		step.Fields = slices.Insert(step.Fields, 0, bankapi.Field{
			Name: fieldAddress, Label: "Address", Hint: "Leave it empty for YNAB. For another Holdover: its address, such as https://money.example.",
		})
	}
	return step, err
}

// list lists the budgets that the token can read.
func (p *Provider) list(ctx context.Context, s *state) (bankapi.Step, error) {
	at, err := p.parseAddress(s.Address)
	if err != nil {
		return bankapi.Step{}, apperr.Placed(err, func(e *apperr.Error) { e.Field = fieldAddress })
	}
	token, err := sourceapi.ParseToken(s.Token)
	if err != nil {
		return bankapi.Step{}, wrongToken(err)
	}
	s.Token = token.Reveal()
	c, _, err := p.client(&access{Address: s.Address, Token: s.Token})
	if err != nil {
		return bankapi.Step{}, err
	}
	plans, err := c.Plans(ctx)
	switch kind := apperr.KindOf(err); {
	case kind == apperr.Unauthorized:
		return bankapi.Step{}, wrongToken(err)
	case kind == apperr.NotFound:
		return bankapi.Step{}, apperr.Placed(err, func(e *apperr.Error) { e.Kind, e.Field = apperr.Invalid, fieldAddress })
	case err != nil:
		return bankapi.Step{}, translated(err, at.Name())
	}
	s.Server = at.Name()
	s.Plans = iterutil.Map(plans[:min(len(plans), mostPlans)], func(p sourceapi.Plan) plan { return plan{p.ID, bankapi.Text(p.Name, 100)} })
	switch {
	case s.Plan != "":
		return choose(s, s.Plan)
	case len(s.Plans) == 0:
		return bankapi.Step{}, apperr.New(apperr.Invalid, "the token can read no budget at %s", s.Server).AtField(fieldToken).WithHint("create one there for your own account")
	case len(s.Plans) == 1:
		return choose(s, s.Plans[0].ID)
	}
	encoded, err := json.Marshal(s)
	return bankapi.Step{Title: "Choose the budget", State: encoded, Fields: []bankapi.Field{{
		Name: fieldPlan, Label: "Budget", Value: s.Plans[0].ID,
		Choices: iterutil.Map(s.Plans, func(p plan) bankapi.Choice { return bankapi.Choice{Value: p.ID, Label: p.Name} }),
	}}}, err
}

// wrongToken returns an error about the token as one of its field.
func wrongToken(err error) error {
	return apperr.Placed(err, func(e *apperr.Error) { e.Kind, e.Field = apperr.Invalid, fieldToken })
}

// choose ends connecting with a budget.
func choose(s *state, id string) (bankapi.Step, error) {
	i := slices.IndexFunc(s.Plans, func(p plan) bool { return p.ID == id })
	switch {
	case i < 0 && s.Plan != "":
		return bankapi.Step{}, apperr.New(apperr.Invalid, "this token cannot read the budget of the connection").AtField(fieldToken).
			WithHint("create the token with the account that has the budget, or make a new connection")
	case i < 0:
		return bankapi.Step{}, apperr.New(apperr.Invalid, "no budget is chosen").AtField(fieldPlan).WithHint("choose one of the list")
	}
	secret, err := json.Marshal(access{Address: s.Address, Token: s.Token, Plan: id})
	return bankapi.Step{Secret: secret, Name: bankapi.Text(s.Plans[i].Name+" at "+s.Server, 120)}, err
}
