package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/moneymovement"
	"holdover/internal/model/budget"
)

// MoneyMovement is money that was assigned to a category, taken from it, or
// moved between two. No category means To Budget.
type MoneyMovement struct {
	ID              string      `json:"id" format:"uuid"`
	Month           *string     `json:"month" format:"date"`
	MovedAt         *string     `json:"moved_at" format:"date-time"`
	Note            *string     `json:"note"`
	GroupID         *string     `json:"money_movement_group_id"`
	PerformedBy     *string     `json:"performed_by_user_id" format:"uuid" doc:"As in the answer of /user; null of an import, and of a user who was removed"`
	FromCategoryID  *string     `json:"from_category_id"`
	ToCategoryID    *string     `json:"to_category_id"`
	Amount          money.Milli `json:"amount"`
	AmountFormatted string      `json:"amount_formatted"`
	AmountCurrency  decimal     `json:"amount_currency"`
	Deleted         bool        `json:"deleted" doc:"Never: an amount is taken back by another movement. The source says it too, where its description does not"`
}

// MoneyMovementGroup is movements that were one change.
type MoneyMovementGroup struct {
	ID          string  `json:"id" format:"uuid"`
	CreatedAt   string  `json:"group_created_at" format:"date-time"`
	Month       string  `json:"month" format:"date"`
	Note        *string `json:"note"`
	PerformedBy *string `json:"performed_by_user_id" format:"uuid"`
	Deleted     bool    `json:"deleted" doc:"Never, as of a movement"`
}

type MovementList struct {
	Movements       []MoneyMovement `json:"money_movements" nullable:"false"`
	ServerKnowledge int64           `json:"server_knowledge"`
}

// MovementGroupList lists groups of movements of one change.
type MovementGroupList struct {
	Groups          []MoneyMovementGroup `json:"money_movement_groups" nullable:"false"`
	ServerKnowledge int64                `json:"server_knowledge"`
}

// performed is a response about changes. Until withPerformers, it contains the actors as the journal names them.
type performed[T any] interface {
	*T
	performers() []**string
}

func (m *MovementList) performers() (all []**string) {
	for i := range m.Movements {
		all = append(all, &m.Movements[i].PerformedBy)
	}
	return all
}

func (m *MovementGroupList) performers() (all []**string) {
	for i := range m.Groups {
		all = append(all, &m.Groups[i].PerformedBy)
	}
	return all
}

// changesOf registers a call about changes of a plan. The users are read after the plan, because each read needs a
// connection to the database.
func changesOf[I, T any, P planned[I], Q performed[T]](a *api, id, path, summary string, do func(*readSession, P, *T) error) {
	get(a, id, path, "Money movements", summary, func(ctx context.Context, in *I) (T, error) {
		out, err := after(ctx, a, *P(in).plan(), nil, func(l *readSession, out *T) error { return do(l, in, out) })
		if err == nil {
			err = a.withPerformers(ctx, Q(&out).performers())
		}
		return out, err
	})
}

// withPerformers replaces actors of the journal by the ids of users, as /user returns them, or by null if the user was
// removed.
func (a *api) withPerformers(ctx context.Context, performers []**string) error {
	performers = slices.DeleteFunc(performers, func(p **string) bool { return *p == nil })
	ids, err := a.app.JournalUserIDs(ctx, iterutil.Map(performers, func(p **string) string { return **p }))
	machine, itsTokens := app.Machine().JournalPerson()
	for _, p := range performers {
		id := ids[**p]
		if **p == machine || strings.HasPrefix(**p, itsTokens) {
			id = idOf(app.Machine())
		}
		*p = some(id)
	}
	return err
}

func (l *readSession) listMovements(_ *PlanPath, out *MovementList) error {
	cells, err := l.Cells()
	if err != nil {
		return err
	}
	return l.movementsOf(0, cells, out)
}

func (l *readSession) listMonthMovements(in *MonthPath, out *MovementList) error {
	m, err := monthNamed(in.Month, l.today)
	if err != nil {
		return err
	}
	cells, err := l.CellsIn(m)
	if err != nil {
		return err
	}
	return l.movementsOf(m, cells, out)
}

// movementsOf lists the movements of a month with its cells, or of all months for 0.
func (l *readSession) movementsOf(m civil.Month, cells []budget.Cell, out *MovementList) error {
	since, err := l.BudgetedSince(m)
	*out = MovementList{Movements: []MoneyMovement{}, ServerKnowledge: l.Knowledge()}
	for _, one := range moneymovement.Brought(cells, since, l.Header().Created) {
		out.Movements = append(out.Movements, l.movement(0, &one))
	}
	for _, change := range moneymovement.Changes(since) {
		for i := range change {
			shown := l.movement(i, &change[i])
			if len(change) > 1 {
				shown.GroupID = some(l.made("group", 0, &change[0]))
			}
			out.Movements = append(out.Movements, shown)
		}
	}
	return err
}

func (l *readSession) listMovementGroups(_ *PlanPath, out *MovementGroupList) error {
	return l.movementGroupsOf(0, out)
}

func (l *readSession) listMonthMovementGroups(in *MonthPath, out *MovementGroupList) error {
	m, err := monthNamed(in.Month, l.today)
	if err != nil {
		return err
	}
	return l.movementGroupsOf(m, out)
}

func (l *readSession) movementGroupsOf(m civil.Month, out *MovementGroupList) error {
	since, err := l.BudgetedSince(m)
	*out = MovementGroupList{Groups: []MoneyMovementGroup{}, ServerKnowledge: l.Knowledge()}
	for _, change := range moneymovement.Changes(since) {
		if first := &change[0]; len(change) > 1 {
			out.Groups = append(out.Groups, MoneyMovementGroup{
				ID: l.made("group", 0, first), CreatedAt: first.At.Format(time.RFC3339), Month: first.Month.First().String(), Note: some(first.Label), PerformedBy: some(first.Actor),
			})
		}
	}
	return err
}

func (l *readSession) movement(i int, m *moneymovement.Movement) MoneyMovement {
	return MoneyMovement{
		ID: l.made("movement", i, m), Month: some(m.Month.First().String()), MovedAt: some(m.At.Format(time.RFC3339)),
		Note: some(m.Label), PerformedBy: some(m.Actor), FromCategoryID: some(l.categories[m.From].ID), ToCategoryID: some(l.categories[m.To].ID),
		Amount: m.Amount, AmountFormatted: l.format.WithSymbol(m.Amount), AmountCurrency: decimal(m.Amount),
	}
}

// made returns a stable id for the ith record of a change, which has none stored.
func (l *readSession) made(what string, i int, m *moneymovement.Movement) string {
	return uuid.NewSHA1(names, fmt.Appendf(nil, "%s %s %d %d %d", l.Info().ID, what, m.Change, m.Month, i)).String()
}
