package api

import (
	"context"
	"encoding/json"
	"io"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/exporter"
	"holdover/internal/storage/store"
)

// PlanDetail is a whole plan or a delta. The parts of splits are in a separate array.
type PlanDetail struct {
	_ struct{} `additionalProperties:"true"`
	PlanSummaryBase
	Accounts                 []AccountBase                 `json:"accounts" nullable:"false"`
	Payees                   []Payee                       `json:"payees" nullable:"false"`
	PayeeLocations           []PayeeLocation               `json:"payee_locations" nullable:"false"`
	CategoryGroups           []CategoryGroup               `json:"category_groups" nullable:"false"`
	Categories               []CategoryBase                `json:"categories" nullable:"false"`
	Months                   []MonthDetailBase             `json:"months" nullable:"false"`
	Transactions             []TransactionBase             `json:"transactions" nullable:"false"`
	Subtransactions          []SubTransactionBase          `json:"subtransactions" nullable:"false"`
	ScheduledTransactions    []ScheduledTransactionBase    `json:"scheduled_transactions" nullable:"false"`
	ScheduledSubtransactions []ScheduledSubTransactionBase `json:"scheduled_subtransactions" nullable:"false"`
	Holdover                 any                           `json:"holdover" doc:"What the source has no word for: holds, rollovers"`
}

type PlanDetailResponse struct {
	Data struct {
		Plan            PlanDetail `json:"plan"`
		ServerKnowledge int64      `json:"server_knowledge"`
	} `json:"data"`
}

// BudgetDetailResponse is the same in the older form.
type BudgetDetailResponse struct {
	Data struct {
		Budget          PlanDetail `json:"budget"`
		ServerKnowledge int64      `json:"server_knowledge"`
	} `json:"data"`
}

// wholePlan streams a plan as its document under a key, or returns a delta.
func (a *api) wholePlan(key string) func(context.Context, *sinceIn, io.Writer) error {
	return func(ctx context.Context, in *sinceIn, w io.Writer) error {
		id, err := a.resolvePlanID(ctx, in.PlanID)
		if err != nil {
			return err
		}
		changes, err := a.changes(ctx, id, in.Since)
		if err != nil {
			return err
		}
		if changes == nil {
			return a.app.PlanDocument(ctx, actorOf(ctx), id, key, w, func(knowledge int64) { setETag(ctx, knowledge) })
		}
		return json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{key: changes.plan, "server_knowledge": changes.knowledge}})
	}
}

// changes contains the changed records of a plan; nil means all records.
type changes struct {
	plan      PlanDetail
	knowledge int64
}

func (a *api) changes(ctx context.Context, id string, since int64) (out *changes, err error) {
	if since <= 0 {
		return nil, nil //nolint:nilnil // everything
	}
	b, err := a.app.Budget(ctx, actorOf(ctx), id)
	if err != nil {
		return nil, err
	}
	err = a.readPlan(ctx, id, func(session *readSession) error {
		changed, err := session.changedSince(since, store.KindInfo)
		if err != nil || changed.all {
			return err
		}
		out = &changes{knowledge: session.Knowledge(), plan: PlanDetail{PlanSummaryBase: summaryOf(&b, session.today).PlanSummaryBase}}
		return session.fill(&out.plan, since)
	})
	return out, err
}

func (session *readSession) fill(p *PlanDetail, since int64) error {
	for _, part := range []func(*PlanDetail, int64) error{session.fillAccounts, session.fillPayees, session.fillCategories, session.fillMonths, session.fillRows, session.fillScheduled, session.fillMarks} {
		if err := part(p, since); err != nil {
			return err
		}
	}
	return nil
}

func (session *readSession) fillAccounts(p *PlanDetail, since int64) error {
	list, err := session.accountsSince(since)
	p.Accounts = iterutil.Map(list, func(a Account) AccountBase { return a.AccountBase })
	return err
}

func (session *readSession) fillPayees(p *PlanDetail, since int64) (err error) {
	if p.Payees, err = session.payeesSince(since); err != nil {
		return err
	}
	p.PayeeLocations, err = session.placesSince(since)
	return err
}

func (session *readSession) fillCategories(p *PlanDetail, since int64) error {
	p.CategoryGroups, p.Categories = []CategoryGroup{}, []CategoryBase{}
	groups, err := session.groupsSince(since)
	for _, g := range groups {
		p.CategoryGroups = append(p.CategoryGroups, g.CategoryGroup)
		for _, c := range g.Categories {
			p.Categories = append(p.Categories, c.CategoryBase)
		}
	}
	return err
}

func (session *readSession) fillMonths(p *PlanDetail, since int64) error {
	p.Months = []MonthDetailBase{}
	every := false
	for _, kind := range []store.Kind{store.KindCategory, store.KindGroup, store.KindInfo} {
		c, err := session.changedSince(since, kind)
		if err != nil {
			return err
		}
		every = every || len(c.numbers)+len(c.gone) > 0 // every month names and describes its categories
	}
	return session.eachMonth(since, every, func(months exporter.Months, m civil.Month, gone bool) error {
		if gone {
			p.Months = append(p.Months, MonthDetailBase{MonthSummaryBase: goneMonth(m), Categories: []CategoryBase{}})
			return nil
		}
		lists, err := session.lists(m)
		if err != nil {
			return err
		}
		record, err := months.Month(m)
		if err != nil {
			return err
		}
		detail := MonthDetailBase{MonthSummaryBase: monthBase(record), Categories: []CategoryBase{}}
		for _, c := range lists.Categories(m) {
			detail.Categories = append(detail.Categories, categoryBase(&c))
		}
		p.Months = append(p.Months, detail)
		return nil
	})
}

func (session *readSession) fillMarks(p *PlanDetail, _ int64) error {
	lists, err := session.listsWith(nil)
	if err != nil {
		return err
	}
	p.Holdover, err = lists.Marks()
	return err
}

func (session *readSession) fillRows(p *PlanDetail, since int64) error {
	p.Transactions, p.Subtransactions = []TransactionBase{}, []SubTransactionBase{}
	c, err := session.changedSince(since, store.KindTransaction)
	if err != nil {
		return err
	}
	return session.eachChanged(&c, store.Filter{}, session.details, func(record any) error {
		d := record.(*TransactionDetail)
		p.Transactions = append(p.Transactions, d.TransactionBase)
		for _, part := range d.Subtransactions {
			part.CategoryName = named(part.CategoryID, part.CategoryName)
			p.Subtransactions = append(p.Subtransactions, part.SubTransactionBase)
		}
		return nil
	})
}

func (session *readSession) fillScheduled(p *PlanDetail, since int64) error {
	p.ScheduledTransactions, p.ScheduledSubtransactions = []ScheduledTransactionBase{}, []ScheduledSubTransactionBase{}
	list, err := session.scheduledSince(since)
	for _, s := range list {
		p.ScheduledTransactions = append(p.ScheduledTransactions, s.ScheduledTransactionBase)
		for _, part := range s.Subtransactions {
			part.CategoryName = named(part.CategoryID, part.CategoryName)
			p.ScheduledSubtransactions = append(p.ScheduledSubtransactions, part.ScheduledSubTransactionBase)
		}
	}
	return err
}

// named returns the name only with an id: the whole plan, unlike lists, names nothing else.
func named(id, name *string) *string {
	if id == nil {
		return nil
	}
	return name
}
