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

// getMovements registers a GET call about movements of money. The users are read after the plan, because each read needs a
// connection to the database.
func getMovements[I, T any, P planPath[I], Q performed[T]](a *api, id, path, summary string, do func(*readSession, P, *T) error) {
	get(a, id, path, "Money movements", summary, func(ctx context.Context, in *I) (T, error) {
		out, err := readData(ctx, a, *P(in).planID(), func(session *readSession, out *T) error { return do(session, in, out) })
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

func (session *readSession) listMovements(_ *PlanPath, out *MovementList) error {
	cells, err := session.Cells()
	if err != nil {
		return err
	}
	return session.movementsOf(0, cells, out)
}

func (session *readSession) listMonthMovements(in *MonthPath, out *MovementList) error {
	m, err := monthNamed(in.Month, session.today)
	if err != nil {
		return err
	}
	cells, err := session.CellsIn(m)
	if err != nil {
		return err
	}
	return session.movementsOf(m, cells, out)
}

// movementsOf lists the movements of a month with its cells, or of all months for 0.
func (session *readSession) movementsOf(m civil.Month, cells []budget.Cell, out *MovementList) error {
	since, err := session.BudgetedSince(m)
	*out = MovementList{Movements: []MoneyMovement{}, ServerKnowledge: session.Knowledge()}
	for _, one := range moneymovement.Brought(cells, since, session.Header().Created) {
		out.Movements = append(out.Movements, session.movement(0, &one))
	}
	for _, change := range moneymovement.Changes(since) {
		for i := range change {
			shown := session.movement(i, &change[i])
			if len(change) > 1 {
				shown.GroupID = some(session.made("group", 0, &change[0]))
			}
			out.Movements = append(out.Movements, shown)
		}
	}
	return err
}

func (session *readSession) listMovementGroups(_ *PlanPath, out *MovementGroupList) error {
	return session.movementGroupsOf(0, out)
}

func (session *readSession) listMonthMovementGroups(in *MonthPath, out *MovementGroupList) error {
	m, err := monthNamed(in.Month, session.today)
	if err != nil {
		return err
	}
	return session.movementGroupsOf(m, out)
}

func (session *readSession) movementGroupsOf(m civil.Month, out *MovementGroupList) error {
	since, err := session.BudgetedSince(m)
	*out = MovementGroupList{Groups: []MoneyMovementGroup{}, ServerKnowledge: session.Knowledge()}
	for _, change := range moneymovement.Changes(since) {
		if first := &change[0]; len(change) > 1 {
			out.Groups = append(out.Groups, MoneyMovementGroup{
				ID: session.made("group", 0, first), CreatedAt: first.At.Format(time.RFC3339), Month: first.Month.First().String(), Note: some(first.Label), PerformedBy: some(first.Actor),
			})
		}
	}
	return err
}

func (session *readSession) movement(i int, m *moneymovement.Movement) MoneyMovement {
	return MoneyMovement{
		ID: session.made("movement", i, m), Month: some(m.Month.First().String()), MovedAt: some(m.At.Format(time.RFC3339)),
		Note: some(m.Label), PerformedBy: some(m.Actor), FromCategoryID: some(session.categories[m.From].ID), ToCategoryID: some(session.categories[m.To].ID),
		Amount: m.Amount, AmountFormatted: session.format.WithSymbol(m.Amount), AmountCurrency: decimal(m.Amount),
	}
}

// made returns a stable id for the ith record of a change, which has none stored.
func (session *readSession) made(what string, i int, m *moneymovement.Movement) string {
	return uuid.NewSHA1(names, fmt.Appendf(nil, "%s %s %d %d %d", session.Info().ID, what, m.Change, m.Month, i)).String()
}
