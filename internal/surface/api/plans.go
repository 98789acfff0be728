package api

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

type PlanSummaryBase struct {
	ID             string       `json:"id" format:"uuid"`
	Name           string       `json:"name"`
	LastModifiedOn string       `json:"last_modified_on" format:"date-time"`
	FirstMonth     string       `json:"first_month" format:"date"`
	LastMonth      string       `json:"last_month" format:"date"`
	DateFormat     DateFormat   `json:"date_format"`
	CurrencyFormat money.Format `json:"currency_format"`
}

type PlanSummary struct {
	PlanSummaryBase
	Accounts []Account `json:"accounts,omitzero" nullable:"false"`
}

type DateFormat struct {
	Format string `json:"format" example:"DD.MM.YYYY"`
}

type plansIn struct {
	IncludeAccounts bool `query:"include_accounts" doc:"Whether each plan comes with its accounts"`
}

type PlanPath struct {
	PlanID string `path:"plan_id" doc:"A plan's id, last-used or default"`
}

// planID returns the address of the path parameter, which resolvePlanID resolves.
func (p *PlanPath) planID() *string { return &p.PlanID }

type sinceIn struct {
	PlanPath
	Since int64 `query:"last_knowledge_of_server" doc:"Only what has changed since this server_knowledge"`
}

type PlanList struct {
	Plans       []PlanSummary `json:"plans" nullable:"false"`
	DefaultPlan *PlanSummary  `json:"default_plan"`
}

type BudgetList struct {
	Budgets       []PlanSummary `json:"budgets" nullable:"false"`
	DefaultBudget *PlanSummary  `json:"default_budget"`
}

func (a *api) plans(ctx context.Context, in *plansIn) (PlanList, error) {
	who := actorOf(ctx)
	budgets, last, err := a.app.BudgetsAndLastUsed(ctx, who)
	if err != nil {
		return PlanList{}, err
	}
	out := PlanList{Plans: make([]PlanSummary, 0, len(budgets))}
	for i := range budgets {
		plan := summaryOf(&budgets[i], a.app.Today(ctx))
		if in.IncludeAccounts {
			plan.Accounts, err = readData(ctx, a, plan.ID, func(session *readSession, all *[]Account) (err error) {
				*all, err = session.accountsSince(0)
				return err
			})
			if err != nil {
				return PlanList{}, err
			}
		}
		out.Plans = append(out.Plans, plan)
	}
	chosen := who.Default
	if chosen == "" && last != nil {
		chosen = last.ID
	}
	out.DefaultPlan = iterutil.First(out.Plans, func(p PlanSummary) bool { return p.ID == chosen }) // null if there is none
	return out, nil
}

func (a *api) budgets(ctx context.Context, in *plansIn) (BudgetList, error) {
	list, err := a.plans(ctx, in)
	return BudgetList{Budgets: list.Plans, DefaultBudget: list.DefaultPlan}, err
}

func summaryOf(b *pageframe.Budget, today civil.Date) PlanSummary {
	first := cmp.Or(b.FirstMonth, today.Month())
	return PlanSummary{PlanSummaryBase: PlanSummaryBase{
		ID: b.ID, Name: b.Name, LastModifiedOn: b.LastModifiedOn.UTC().Format(time.RFC3339),
		FirstMonth: first.First().String(), LastMonth: max(first, b.LastMonth).First().String(),
		DateFormat: DateFormat{b.DateFormat}, CurrencyFormat: b.CurrencyFormat,
	}}
}

// Settings contains the date and currency formats of a plan.
type Settings struct {
	Settings struct {
		DateFormat     DateFormat   `json:"date_format"`
		CurrencyFormat money.Format `json:"currency_format"`
		ExpectedIncome money.Milli  `json:"expected_income,omitempty" doc:"The income that the user expects in a month; the source does not have it"`
	} `json:"settings"`
}

func (a *api) settings(ctx context.Context, in *PlanPath) (out Settings, err error) {
	id, err := a.resolvePlanID(ctx, in.PlanID)
	if err != nil {
		return out, err
	}
	b, err := a.app.Budget(ctx, actorOf(ctx), id)
	setETag(ctx, b.Knowledge)
	out.Settings.DateFormat, out.Settings.CurrencyFormat = DateFormat{b.DateFormat}, b.CurrencyFormat
	out.Settings.ExpectedIncome = b.ExpectedIncome
	return out, err
}

// User is the owner of a token.
type User struct {
	User struct {
		ID string `json:"id" format:"uuid"`
	} `json:"user"`
}

// names is the name space of generated ids: the source's ids are UUIDs, while these records have numbers here.
var names = uuid.MustParse("5b2f8a3e-6a53-4f0b-9d0e-1f6f0d6c2a11")

func (a *api) user(ctx context.Context, _ *struct{}) (out User, err error) {
	out.User.ID = idOf(actorOf(ctx))
	return out, nil
}

// idOf returns the id of an actor for programs. The command line is no user; its id is made from its name.
func idOf(who app.Actor) string {
	return cmp.Or(who.UserID, uuid.NewSHA1(names, []byte(who.Name)).String())
}
