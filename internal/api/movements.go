package api

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/store"
)

// MoneyMovement is money that was assigned to a category, taken from it, or
// moved between two. No category means To Budget.
type MoneyMovement struct {
	ID              string      `json:"id" format:"uuid"`
	Month           *string     `json:"month" format:"date"`
	MovedAt         *string     `json:"moved_at" format:"date-time"`
	Note            *string     `json:"note"`
	GroupID         *string     `json:"money_movement_group_id"`
	PerformedBy     *string     `json:"performed_by_user_id"`
	FromCategoryID  *string     `json:"from_category_id"`
	ToCategoryID    *string     `json:"to_category_id"`
	Amount          money.Milli `json:"amount"`
	AmountFormatted string      `json:"amount_formatted"`
	AmountCurrency  decimal     `json:"amount_currency"`
}

// MoneyMovementGroup is movements that were one change.
type MoneyMovementGroup struct {
	ID          string  `json:"id" format:"uuid"`
	CreatedAt   string  `json:"group_created_at" format:"date-time"`
	Month       string  `json:"month" format:"date"`
	Note        *string `json:"note"`
	PerformedBy *string `json:"performed_by_user_id"`
}

// MovementList is how money was assigned.
type MovementList struct {
	Movements       []MoneyMovement `json:"money_movements" nullable:"false"`
	ServerKnowledge int64           `json:"server_knowledge"`
}

// MovementGroupList is what was assigned together.
type MovementGroupList struct {
	Groups          []MoneyMovementGroup `json:"money_movement_groups" nullable:"false"`
	ServerKnowledge int64                `json:"server_knowledge"`
}

func (l *look) listMovements(_ *PlanPath, out *MovementList) error { return l.movementsOf("", out) }

func (l *look) listMonthMovements(in *MonthPath, out *MovementList) error {
	return l.movementsOf(in.Month, out)
}

func (l *look) movementsOf(month string, out *MovementList) error {
	changes, err := l.moved(month)
	if err != nil {
		return err
	}
	brought, err := l.brought(month, changes)
	*out = MovementList{Movements: append([]MoneyMovement{}, brought...), ServerKnowledge: l.Knowledge()}
	for _, c := range changes {
		out.Movements = append(out.Movements, l.pair(c)...)
	}
	return err
}

func (l *look) listMovementGroups(_ *PlanPath, out *MovementGroupList) error {
	return l.movementGroupsOf("", out)
}

func (l *look) listMonthMovementGroups(in *MonthPath, out *MovementGroupList) error {
	return l.movementGroupsOf(in.Month, out)
}

func (l *look) movementGroupsOf(month string, out *MovementGroupList) error {
	changes, err := l.moved(month)
	*out = MovementGroupList{Groups: []MoneyMovementGroup{}, ServerKnowledge: l.Knowledge()}
	for _, c := range changes {
		if len(l.pair(c)) > 1 {
			out.Groups = append(out.Groups, MoneyMovementGroup{
				ID: l.groupID(c[0]), CreatedAt: c[0].At.Format(time.RFC3339), Month: c[0].Month.First().String(), Note: some(c[0].Label),
			})
		}
	}
	return err
}

// moved is what was moved, by change and month.
func (l *look) moved(month string) ([][]store.Moved, error) {
	var m cal.Month
	if month != "" {
		var err error
		if m, err = l.month(month); err != nil {
			return nil, err
		}
	}
	all, err := l.Moved(m)
	at := map[[2]int64]int{}
	var changes [][]store.Moved
	for _, one := range all {
		k := [2]int64{one.Change, int64(one.Month)}
		i, known := at[k]
		if !known {
			i = len(changes)
			at[k] = i
			changes = append(changes, nil)
		}
		changes[i] = append(changes[i], one)
	}
	return changes, err
}

// brought are the amounts that the budget began with, as an import brought them:
// with them the movements of a category in a month sum to what is budgeted.
func (l *look) brought(month string, changes [][]store.Moved) ([]MoneyMovement, error) {
	since := map[budget.CellKey]money.Milli{}
	for _, change := range changes {
		for _, m := range change {
			since[budget.CellKey{Category: m.Category, Month: m.Month}] += m.Amount
		}
	}
	cells, err := l.cells(month)
	if err != nil {
		return nil, err
	}
	for i := range cells {
		key := budget.CellKey{Category: cells[i].Category, Month: cells[i].Month}
		since[key] -= cells[i].Budgeted
	}
	keys := slices.SortedFunc(maps.Keys(since), func(a, b budget.CellKey) int {
		return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.Category, b.Category))
	})
	var out []MoneyMovement
	begun := l.Header().Created
	for _, key := range keys {
		amount := -since[key]
		if amount == 0 {
			continue
		}
		m := store.Moved{At: begun, Label: "Brought with the budget", Month: key.Month, Change: -int64(key.Category)}
		from, to := budget.CategoryNo(0), key.Category
		if amount < 0 {
			from, to, amount = to, from, -amount
		}
		out = append(out, l.movement(m, 0, from, to, amount))
	}
	return out, nil
}

// cells are those of a month, or ("") of all.
func (l *look) cells(month string) ([]budget.Cell, error) {
	if month == "" {
		return l.Cells()
	}
	m, err := l.month(month)
	if err != nil {
		return nil, err
	}
	return l.CellsIn(m)
}

// pair says from where to where the money of one change went: what one
// category lost and another got went from the one to the other, the rest came
// from To Budget or went back there.
func (l *look) pair(change []store.Moved) []MoneyMovement {
	var got, lost []store.Moved
	for _, m := range change {
		if m.Amount > 0 {
			got = append(got, m)
		} else {
			m.Amount = -m.Amount
			lost = append(lost, m)
		}
	}
	var out []MoneyMovement
	move := func(from, to budget.CategoryNo, amount money.Milli) {
		out = append(out, l.movement(change[0], len(out), from, to, amount))
	}
	for len(got) > 0 && len(lost) > 0 {
		amount := min(got[0].Amount, lost[0].Amount)
		move(lost[0].Category, got[0].Category, amount)
		if got[0].Amount -= amount; got[0].Amount == 0 {
			got = got[1:]
		}
		if lost[0].Amount -= amount; lost[0].Amount == 0 {
			lost = lost[1:]
		}
	}
	for _, m := range got {
		move(0, m.Category, m.Amount)
	}
	for _, m := range lost {
		move(m.Category, 0, m.Amount)
	}
	for i := range out {
		if len(out) > 1 {
			out[i].GroupID = some(l.groupID(change[0]))
		}
	}
	return out
}

func (l *look) movement(m store.Moved, i int, from, to budget.CategoryNo, amount money.Milli) MoneyMovement {
	return MoneyMovement{
		ID: l.made("movement", m, i), Month: some(m.Month.First().String()), MovedAt: some(m.At.Format(time.RFC3339)),
		Note: some(m.Label), FromCategoryID: some(l.categories[from].ID), ToCategoryID: some(l.categories[to].ID),
		Amount: amount, AmountFormatted: l.format.WithSymbol(amount), AmountCurrency: decimal(amount),
	}
}

func (l *look) groupID(m store.Moved) string { return l.made("group", m, 0) }

// made is an id that is the same each time, for what has none of its own.
func (l *look) made(what string, m store.Moved, i int) string {
	return uuid.NewSHA1(names, fmt.Appendf(nil, "%s %s %d %d %d", l.Info().ID, what, m.Change, m.Month, i)).String()
}
