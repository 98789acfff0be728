package sourceapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
)

// Plan is an entry in a source's list of plans.
type Plan struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	LastModifiedOn time.Time   `json:"last_modified_on"` // zero if the source does not send it
	FirstMonth     civil.Month `json:"first_month"`
	LastMonth      civil.Month `json:"last_month"`
	Currency       string      `json:"currency"` // ISO code

	summary json.RawMessage // the entry as received
	dflt    bool
}

// LastUsed and Default replace a plan's id: the source chooses the plan.
const (
	LastUsed = "last-used"
	Default  = "default"
)

// Plans lists the plans that the token can read, the newest change first.
func (c *Client) Plans(ctx context.Context) ([]Plan, error) {
	list, err := c.list(ctx)
	if err != nil {
		return nil, err
	}
	return list.plans, nil
}

// list is the list of plans, and the word for a plan in this source's paths.
type list struct {
	plans []Plan
	word  string // "plans" or, for servers that support only the old form, "budgets"
}

func (c *Client) list(ctx context.Context) (list, error) {
	got, err := c.listAs(ctx, "plans", "plan")
	if f, ok := errors.AsType[*failure](err); !ok || f.status != http.StatusNotFound {
		return got, err
	}
	old, oldErr := c.listAs(ctx, "budgets", "budget")
	if f, ok := errors.AsType[*failure](oldErr); ok && f.status == http.StatusNotFound {
		return got, err // the source has neither call: the first response explains it best
	}
	return old, oldErr
}

func (c *Client) listAs(ctx context.Context, word, one string) (list, error) {
	var data map[string]json.RawMessage
	if err := c.small(ctx, call{path: []string{word}, what: "the list of plans"}, &data); err != nil {
		return list{}, err
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(data[word], &entries); err != nil {
		return list{}, c.strange("the list of plans").WithCause(err)
	}
	var dflt struct{ ID string }
	if raw := data["default_"+one]; raw != nil {
		_ = json.Unmarshal(raw, &dflt) // without it, no plan is the default
	}
	l := list{word: word}
	for _, raw := range entries {
		p, err := readPlan(raw)
		if err != nil {
			return list{}, c.strange("the list of plans").WithCause(err)
		}
		p.dflt = p.ID == dflt.ID
		l.plans = append(l.plans, p)
	}
	slices.SortStableFunc(l.plans, func(a, b Plan) int { return b.LastModifiedOn.Compare(a.LastModifiedOn) })
	return l, nil
}

func readPlan(raw json.RawMessage) (Plan, error) {
	var e struct {
		ID             string `json:"id"`
		Name           string `json:"name"`
		LastModifiedOn string `json:"last_modified_on"`
		FirstMonth     string `json:"first_month"`
		LastMonth      string `json:"last_month"`
		CurrencyFormat *struct {
			ISOCode string `json:"iso_code"`
		} `json:"currency_format"`
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return Plan{}, err
	}
	if e.ID == "" {
		return Plan{}, errors.New("a plan without an id")
	}
	p := Plan{ID: e.ID, Name: cmp.Or(strings.TrimSpace(e.Name), e.ID), summary: raw}
	p.LastModifiedOn, _ = time.Parse(time.RFC3339, e.LastModifiedOn) // optional, since it is only displayed
	p.FirstMonth, _ = civil.ParseMonth(e.FirstMonth)
	p.LastMonth, _ = civil.ParseMonth(e.LastMonth)
	if e.CurrencyFormat != nil {
		p.Currency = e.CurrencyFormat.ISOCode
	}
	return p, nil
}

// Pick returns the plan with an id or name, or the one for "last-used".
func Pick(plans []Plan, ref string) (Plan, error) {
	if ref == LastUsed && len(plans) > 0 {
		return plans[0], nil
	}
	var named []Plan
	for _, p := range plans {
		switch {
		case strings.EqualFold(p.ID, ref), ref == Default && p.dflt:
			return p, nil
		case strings.EqualFold(p.Name, strings.TrimSpace(ref)):
			named = append(named, p)
		}
	}
	switch len(named) {
	case 1:
		return named[0], nil
	case 0:
		return Plan{}, apperr.New(apperr.NotFound, "plan %q not found", ref).WithHint("%s", Names(plans))
	}
	ids := iterutil.Map(named, func(p Plan) string { return p.ID })
	return Plan{}, apperr.New(apperr.Conflict, "%d plans are named %q", len(named), ref).
		WithHint("give one's id: %s", strings.Join(ids, ", "))
}

// Names returns a hint that lists the names of plans.
func Names(plans []Plan) string {
	if len(plans) == 0 {
		return "the plans are: none"
	}
	quoted := iterutil.Map(plans, func(p Plan) string { return `"` + printable(p.Name) + `"` })
	return "the plans are: " + strings.Join(quoted, ", ")
}

func (c *Client) strange(what string) *apperr.Error {
	return apperr.New(apperr.Unavailable, "%s answered with something that is not %s", c.opts.Address.Name(), what).WithCode(Strange).
		WithHint("check the address; it looks like http://127.0.0.1:8585 or https://api.ynab.com")
}
