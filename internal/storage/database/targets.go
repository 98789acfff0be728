package database

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"holdover/internal/base/iterutil"
)

// Migration 11 makes typed targets of the stored ones. Those were the source's fields as imported: all of a category,
// and of its months only the differences. The migration has its own copy of the types, because the program's types
// change later.

const targetsStep = 11

func targetsMigration(postgres bool) *goose.Migration {
	return goose.NewGoMigration(targetsStep, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		return (&targetsUp{ctx: ctx, tx: tx, postgres: postgres, own: map[cellPlace]goalMembers{}, journaled: map[cellPlace]bool{}}).run()
	}}, nil)
}

type goalMembers map[string]json.RawMessage

// goalThen contains the stored fields of a target.
type goalThen struct {
	Type    string `json:"goal_type"`
	Target  int64  `json:"goal_target"`
	Whole   *bool  `json:"goal_needs_whole_amount"`
	Day     int    `json:"goal_day"`
	Cadence *int   `json:"goal_cadence"`
	Every   int    `json:"goal_cadence_frequency"`
	Date    string `json:"goal_target_date"`
	Month   string `json:"goal_target_month"`
	Created string `json:"goal_creation_month"`
	Snoozed string `json:"goal_snoozed_at"`
	Percent *int   `json:"goal_percentage_complete"`
	Months  *int   `json:"goal_months_to_budget"`
	Under   *int64 `json:"goal_under_funded"`
	Funded  *int64 `json:"goal_overall_funded"`
	Left    *int64 `json:"goal_overall_left"`
}

// targetThen and shownThen are the types of migration 11, as stored in records.
type targetThen struct {
	Kind       string `json:"kind,omitempty"`
	Amount     int64  `json:"amount"`
	Filling    string `json:"filling,omitempty"`
	Day        int    `json:"day,omitempty"`
	Cadence    int    `json:"cadence,omitempty"`
	Uncadenced bool   `json:"uncadenced,omitempty"`
	Every      int    `json:"every,omitempty"`
	Due        string `json:"due,omitempty"`
	DueMonth   string `json:"due_month,omitempty"`
	Created    string `json:"created,omitempty"`
}

type shownThen struct {
	Percent     *int   `json:"percent,omitempty"`
	Months      *int   `json:"months,omitempty"`
	UnderFunded *int64 `json:"under_funded,omitempty"`
	Funded      *int64 `json:"funded,omitempty"`
	Left        *int64 `json:"left,omitempty"`
}

func (m goalMembers) with(changed goalMembers) goalMembers {
	all := goalMembers{}
	maps.Copy(all, m)
	maps.Copy(all, changed)
	return all
}

func (m goalMembers) goal() (g goalThen, err error) {
	text, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	return g, err
}

func (g *goalThen) target() targetThen {
	t := targetThen{
		Kind: g.Type, Amount: g.Target, Day: g.Day, Every: g.Every, Due: g.Date, DueMonth: g.Month, Created: g.Created,
	}
	if g.Cadence != nil {
		t.Cadence, t.Uncadenced = *g.Cadence, *g.Cadence == 0 && g.Type != "NEED"
	}
	if g.Whole != nil {
		t.Filling = "refill"
		if *g.Whole {
			t.Filling = "set_aside"
		}
	}
	return t
}

func (g *goalThen) shown() shownThen {
	return shownThen{Percent: g.Percent, Months: g.Months, UnderFunded: g.Under, Funded: g.Funded, Left: g.Left}
}

// cellPlace identifies a cell, or, without a month, a category.
type cellPlace struct{ budget, category, month int64 }

// targetsUp is the state of migration 11.
type targetsUp struct {
	ctx       context.Context //nolint:containedctx // it ends with the step
	tx        *sql.Tx
	postgres  bool
	own       map[cellPlace]goalMembers // of categories, including those that only the journal contains
	journaled map[cellPlace]bool        // cells that were changed here
}

func (u *targetsUp) run() error {
	for _, query := range []string{
		"ALTER TABLE category RENAME COLUMN goal TO target", "ALTER TABLE cell RENAME COLUMN goal TO target",
		"ALTER TABLE cell ADD COLUMN snoozed TEXT", "ALTER TABLE cell ADD COLUMN shown TEXT",
	} {
		if err := u.exec(query); err != nil {
			return err
		}
	}
	return iterutil.Try(u.categories, u.journal, u.cells, u.snoozed)
}

// exec runs a statement with parameters written as ?.
func (u *targetsUp) exec(query string, args ...any) error {
	if u.postgres {
		for n := range args {
			query = strings.Replace(query, "?", fmt.Sprintf("$%d", n+1), 1)
		}
	}
	_, err := u.tx.ExecContext(u.ctx, query, args...)
	return err
}

// kept is a row that stores a part of a target.
type kept struct {
	cellPlace
	change, seq int64 // of the journal
	old, new    sql.NullString
}

func (u *targetsUp) rows(query string, into func(*kept) []any) (all []kept, err error) {
	rows, err := u.tx.QueryContext(u.ctx, query)
	err = read(rows, err, collect(&all, func(r Row) (k kept, err error) {
		err = r.Scan(into(&k)...)
		return k, err
	}))
	return all, err
}

func (u *targetsUp) categories() error {
	all, err := u.rows("SELECT budget, no, target FROM category WHERE target IS NOT NULL", func(k *kept) []any {
		return []any{&k.budget, &k.category, &k.new}
	})
	for k := range iterutil.Pointers(all) {
		members, text, err := ownTarget(json.RawMessage(k.new.String))
		if err != nil {
			return err
		}
		u.own[k.cellPlace] = members
		if err := u.exec("UPDATE category SET target = ? WHERE budget = ? AND no = ?", nullable(text), k.budget, k.category); err != nil {
			return err
		}
	}
	return err
}

// ownTarget returns a category's migrated target, null for none.
func ownTarget(goal json.RawMessage) (members goalMembers, text json.RawMessage, err error) {
	if err := json.Unmarshal(goal, &members); err != nil || members == nil {
		return nil, nullJSON, err
	}
	g, err := members.goal()
	if t := g.target(); err == nil && t != (targetThen{}) {
		text, err = compact(t)
		return members, text, err
	}
	return members, nullJSON, err
}

var nullJSON = json.RawMessage("null")

// compact encodes JSON in the form that the journal compares.
func compact(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

func nullable(text json.RawMessage) any {
	if bytes.Equal(text, nullJSON) {
		return nil
	}
	return string(text)
}

// cellMembers returns the migrated form of a cell's differences, null for none.
func (u *targetsUp) cellMembers(at cellPlace, changed goalMembers) (target, snoozed, shown json.RawMessage, err error) {
	at.month = 0
	own, is := u.own[at], u.own[at].with(changed)
	before, err := own.goal()
	if err != nil {
		return nil, nil, nil, err
	}
	after, err := is.goal()
	if err != nil {
		return nil, nil, nil, err
	}
	target, snoozed, shown = nullJSON, nullJSON, nullJSON
	if t := after.target(); t != before.target() {
		if target, err = compact(t); err != nil {
			return nil, nil, nil, err
		}
	}
	if after.Snoozed != "" {
		if snoozed, err = compact(after.Snoozed); err != nil {
			return nil, nil, nil, err
		}
	}
	if s := after.shown(); s != (shownThen{}) {
		shown, err = compact(s)
	}
	return target, snoozed, shown, err
}

func (u *targetsUp) cells() error {
	all, err := u.rows("SELECT budget, category, month, target FROM cell WHERE target IS NOT NULL", func(k *kept) []any {
		return []any{&k.budget, &k.category, &k.month, &k.new}
	})
	for k := range iterutil.Pointers(all) {
		var changed goalMembers
		if err := json.Unmarshal([]byte(k.new.String), &changed); err != nil {
			return err
		}
		target, snoozed, shown, err := u.cellMembers(k.cellPlace, changed)
		var since *string
		if err == nil {
			err = json.Unmarshal(snoozed, &since)
		}
		if err != nil {
			return err
		}
		if err := u.exec("UPDATE cell SET target = ?, snoozed = ?, shown = ? WHERE budget = ? AND category = ? AND month = ?",
			nullable(target), since, nullable(shown), k.budget, k.category, k.month); err != nil {
			return err
		}
	}
	return err
}

// snoozed moves a snooze that only the category stored to its month, if that month had no differences from the
// category.
func (u *targetsUp) snoozed() error {
	for at, members := range u.own {
		g, err := members.goal()
		if err != nil {
			return err
		}
		since, err := time.Parse(time.RFC3339, g.Snoozed)
		if at.month = int64(since.Year()*12 + int(since.Month()) - 1); err != nil || u.journaled[at] {
			continue
		}
		if err := u.snooze(at, g); err != nil {
			return err
		}
	}
	return nil
}

func (u *targetsUp) snooze(at cellPlace, g goalThen) error {
	shown, err := compact(g.shown())
	if err != nil {
		return err
	}
	if err := u.exec(`INSERT INTO cell (budget, category, month, budgeted, note)
		SELECT budget, no, CAST(? AS BIGINT), 0, '' FROM category WHERE budget = ? AND no = ? ON CONFLICT DO NOTHING`, at.month, at.budget, at.category); err != nil {
		return err
	}
	return u.exec(`UPDATE cell SET snoozed = ?, shown = ? WHERE budget = ? AND category = ? AND month = ?
		AND target IS NULL AND snoozed IS NULL AND shown IS NULL`, g.Snoozed, string(shown), at.budget, at.category, at.month)
}

// journal rewrites the targets in the journal, so that changes made before this migration can still be undone.
func (u *targetsUp) journal() error {
	changed, err := u.rows("SELECT budget, no, sub FROM change_row WHERE kind = 'cell'", func(k *kept) []any {
		return []any{&k.budget, &k.category, &k.month}
	})
	if err != nil {
		return err
	}
	for i := range changed {
		u.journaled[changed[i].cellPlace] = true
	}
	for _, kind := range []string{"category", "cell"} {
		all, err := u.rows(`SELECT budget, no, sub, change, seq, old, new FROM change_row
			WHERE kind = '`+kind+`' AND (old LIKE '%"goal"%' OR new LIKE '%"goal"%') ORDER BY budget, change, seq`, func(k *kept) []any {
			return []any{&k.budget, &k.category, &k.month, &k.change, &k.seq, &k.old, &k.new}
		})
		if err != nil {
			return err
		}
		for i := range all {
			if err := u.rewrite(&all[i], kind == "cell"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *targetsUp) rewrite(k *kept, cell bool) error {
	args := make([]any, 0, 5)
	for _, side := range []sql.NullString{k.old, k.new} {
		text := any(nil)
		if side.Valid {
			record, err := u.record(k.cellPlace, []byte(side.String), cell)
			if err != nil {
				return err
			}
			text = string(record)
		}
		args = append(args, text)
	}
	return u.exec("UPDATE change_row SET old = ?, new = ? WHERE budget = ? AND change = ? AND seq = ?", append(args, k.budget, k.change, k.seq)...)
}

// record returns the migrated form of a record of the journal, or of a record's changes.
func (u *targetsUp) record(at cellPlace, text []byte, cell bool) (json.RawMessage, error) {
	var members, changed goalMembers
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	goal, has := members["goal"]
	if !has {
		return text, nil
	}
	delete(members, "goal")
	var err error
	switch {
	case !cell:
		if changed, members["target"], err = ownTarget(goal); err == nil && u.own[at] == nil {
			u.own[at] = changed // the category is deleted, and its cells with it
		}
	case bytes.Equal(goal, nullJSON):
		members["target"], members["snoozed"], members["shown"] = nullJSON, nullJSON, nullJSON
	default:
		if err = json.Unmarshal(goal, &changed); err == nil {
			members["target"], members["snoozed"], members["shown"], err = u.cellMembers(at, changed)
		}
	}
	if err != nil {
		return nil, err
	}
	return compact(members)
}
