package sourceapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// PlanReader reads the lists of one plan.
type PlanReader struct {
	Plan Plan

	c    *Client
	base []string // "plans", the plan's id
}

// OpenPlan returns the reader of the plan with an id. It lists the plans. Error: NotFound.
func (c *Client) OpenPlan(ctx context.Context, id string) (*PlanReader, error) {
	l, err := c.list(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := Pick(l.plans, id)
	if err != nil {
		return nil, err
	}
	return &PlanReader{Plan: plan, c: c, base: []string{l.word, plan.ID}}, nil
}

// Account is an account of a plan.
type Account struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Type    string      `json:"type"` // as the source names it
	Closed  bool        `json:"closed"`
	Deleted bool        `json:"deleted"`
	Balance money.Milli `json:"balance"`
	Cleared money.Milli `json:"cleared_balance"`
}

// Accounts returns the plan's accounts.
func (p *PlanReader) Accounts(ctx context.Context) (all []Account, err error) {
	var data struct {
		Accounts []Account `json:"accounts"`
	}
	what := "the plan's accounts"
	if err := p.c.small(ctx, p.call(what, nil, "accounts"), &data); err != nil {
		return nil, err
	}
	for _, a := range data.Accounts {
		if a.ID == "" {
			return nil, p.c.strange(what).WithCause(errors.New("an account without an id"))
		}
	}
	return data.Accounts, nil
}

// CategoryGroup is a group of categories of a plan.
type CategoryGroup struct {
	Name       string     `json:"name"`
	Categories []Category `json:"categories"`
}

// Category is a category of a plan.
type Category struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Categories returns the plan's categories, deleted and hidden ones included.
func (p *PlanReader) Categories(ctx context.Context) ([]CategoryGroup, error) {
	var data struct {
		Groups []CategoryGroup `json:"category_groups"`
	}
	err := p.c.small(ctx, p.call("the plan's categories", nil, "categories"), &data)
	return data.Groups, err
}

// Transaction is a transaction of a plan.
type Transaction struct {
	ID              string           `json:"id"`
	Account         string           `json:"account_id"`
	Date            civil.Date       `json:"date"`
	Amount          money.Milli      `json:"amount"`
	Memo            string           `json:"memo"`
	Cleared         string           `json:"cleared"` // as the source names it
	Payee           string           `json:"payee_name"`
	Category        string           `json:"category_id"`
	TransferAccount string           `json:"transfer_account_id"`
	Deleted         bool             `json:"deleted"`
	Parts           []Subtransaction `json:"subtransactions"`
}

// Subtransaction is a part of a split transaction.
type Subtransaction struct {
	Amount          money.Milli `json:"amount"`
	Memo            string      `json:"memo"`
	Category        string      `json:"category_id"`
	TransferAccount string      `json:"transfer_account_id"`
	Deleted         bool        `json:"deleted"`
}

// Transactions passes the plan's transactions since a day to do, in one request that is not repeated. The response is not kept
// in memory.
func (p *PlanReader) Transactions(ctx context.Context, since civil.Date, do func(*Transaction) error) error {
	what := p.call("the plan's transactions", url.Values{"since_date": {since.String()}}, "transactions")
	resp, err := p.c.open(ctx, what)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := p.c.data(what, resp.Body, 0)
	if err != nil {
		return err
	}
	s := splitter{member: "transactions", eachRecord: func(raw json.RawMessage) error {
		var t Transaction
		if err := json.Unmarshal(raw, &t); err != nil {
			return &unexpectedResponse{err}
		}
		return do(&t)
	}}
	err = s.split(body)
	strange, isStrange := errors.AsType[*unexpectedResponse](err)
	if _, isKnown := errors.AsType[*apperr.Error](err); isStrange && !isKnown {
		return p.c.strange(what.what).WithCause(strange)
	}
	return err
}

// call returns the call of a path below the plan.
func (p *PlanReader) call(what string, query url.Values, path ...string) call {
	return call{path: append(p.base[:2:2], path...), query: query, what: what}
}
