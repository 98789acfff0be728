// Package app is what a person can do with Holdover, one method each. Here
// permission, transaction, rule and saving meet: a method checks that the actor
// may, opens one transaction of the store, asks the pure rules what is to
// change, and writes it with its journal entry.
//
// Surfaces (web, api, mcp, cli) change budgets by its methods alone, and know no
// SQL. Those of floor 5 that read the store or a rule by name stand in
// internal/layering, each with its reason.
//
// Floor 4: may import floors 0 to 3, people and its rooms. Start with App and Actor, then screen.go.
package app

import (
	"context"
	"log/slog"
	"time"

	"holdover/internal/app/access"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/bring"
	"holdover/internal/app/payees"
	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/people"
	"holdover/internal/peoplestore"
	"holdover/internal/store"
	"holdover/internal/waiting"
)

// App is the application over one store: what people can do with budgets, and
// with their own access. It is safe for concurrent use.
type App struct {
	*people.People
	*bankimport.BankImport
	*bring.Bring
	*payees.Payees
	*registers.Registers
	*reports.Reports
	*rows.Rows
	*rules.Rules
	*schedules.Schedules
	// Waiting is what waits for a person's decision, in no budget yet.
	Waiting *waiting.Room
	access  *access.Access
	store   *store.Store
	now     func() time.Time
}

// Actor is who asks.
type Actor = people.Actor

// Done is what a change became in the journal.
type Done = access.Done

// Reversal is what an undo or a redo was about.
type Reversal = store.Reversal

// HistoryEntry is a change as the history page shows it.
type HistoryEntry = access.HistoryEntry

// Machine is the person at the machine that holds the data.
func Machine() Actor { return people.Machine() }

// Open opens the database that cfg names, brings its tables up to date, and
// returns the application over it.
func Open(ctx context.Context, cfg store.Config, log *slog.Logger) (*App, error) {
	cfg.Log = log
	s, err := store.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return On(s, log), nil
}

// On is the application over a store that is open.
func On(s *store.Store, log *slog.Logger) *App {
	a := access.New(s, people.New(peoplestore.On(s.DB()), log, time.Now), log, time.Now)
	r := rows.New(a)
	return &App{People: a.People, BankImport: bankimport.New(a), Bring: bring.New(a), Payees: payees.New(a), Registers: registers.New(a), Reports: reports.New(a), Rows: r, Rules: rules.New(a), Schedules: schedules.New(a, r), Waiting: waiting.In(s.DB(), time.Now), access: a, store: s, now: time.Now}
}

// Close waits for what is under way and closes the database.
func (a *App) Close() error { return a.store.Close() }

// Fresh says that there was no database before.
func (a *App) Fresh() bool { return a.store.Fresh() }

// Ping says whether the database answers.
func (a *App) Ping(ctx context.Context) error { return a.store.Ping(ctx) }

// NewID is an id that nothing has, for a form that says beforehand what it makes: sent twice, it makes one thing.
func NewID() string { return access.NewID() }

// View gives do a look at the budget with an id, when the actor may see it: all
// that is read from it is of one moment. It is for surfaces that show a budget
// in a form of their own, such as the API; do must not keep the look.
func (a *App) View(ctx context.Context, who Actor, id string, do func(*store.View) error) error {
	return a.access.View(ctx, who, id, do)
}

// Backup writes everything, of everybody, into a new file on this machine. No
// surface offers it: it is for whoever looks after the machine.
func (a *App) Backup(ctx context.Context, path string) error { return a.store.Backup(ctx, path) }

// WithOpened lets the changes of a context refuse to replace what was changed after their form was drawn.
func WithOpened(ctx context.Context, o Opened) context.Context { return access.WithOpened(ctx, o) }

// Overwritten are the changes after a number of the journal that replaced a later change than their author's form, in words.
func (a *App) Overwritten(ctx context.Context, who Actor, id string, since int64) ([]string, error) {
	return a.access.Overwritten(ctx, who, id, since)
}

// Check reads everything and says what is wrong with it; see [store.Store.Check].
func (a *App) Check(ctx context.Context) ([]store.Finding, error) { return a.store.Check(ctx) }

// CheckBudget compares what is kept of one budget with its rows, for who hands
// it on. Fault: Invalid where it is damaged.
func (a *App) CheckBudget(ctx context.Context, id string) error { return a.store.CheckBudget(ctx, id) }
