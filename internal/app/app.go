// Package app contains the operations of Holdover that a user can perform, one method each. A method combines
// permission, transaction, rules and storage: it checks that the actor may perform the operation, opens one
// transaction of the store, computes the changes with pure functions, and writes them with their journal entry.
//
// Surfaces (web, api, mcp, cli) change budgets only by these methods, and contain no SQL. The packages of layer 5
// that import the store or a rule package are listed in internal/testing/layering, each with its reason.
//
// Start with App and Actor, then screen.go.
package app

import (
	"context"
	"log/slog"
	"time"

	"holdover/internal/app/backups"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/loans"
	"holdover/internal/app/migration"
	"holdover/internal/app/offline"
	"holdover/internal/app/payees"
	"holdover/internal/app/registers"
	"holdover/internal/app/reminders"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/app/tags"
	"holdover/internal/app/users"
	"holdover/internal/storage/pending"
	"holdover/internal/storage/push"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// App is the application over one store: the operations on budgets and on users' access. It is safe for concurrent
// use.
type App struct {
	*users.Service
	*bankimport.BankImport
	*banks.Banks
	*loans.Loans
	*migration.Migration
	*offline.Snapshots
	*payees.Payees
	*registers.Registers
	*reminders.Reminders
	*reports.Reports
	*rows.Rows
	*rules.Rules
	*schedules.Schedules
	*tags.Tags
	// Waiting contains the uploads that wait for a user's decision and are in no budget yet.
	Waiting *pending.Store
	access  *budgetsession.Access
	store   *store.Store
	now     func() time.Time
}

// Actor is the user or program for which a method is called.
type Actor = users.Actor

// ChangeResult is the journal entry of a change.
type ChangeResult = budgetsession.ChangeResult

// Reversal describes the change that an undo or a redo reverted or restored.
type Reversal = store.Reversal

type HistoryEntry = budgetsession.HistoryEntry

// Machine returns the local user of the machine that stores the data.
func Machine() Actor { return users.Machine() }

// Open opens the database in cfg, migrates its tables, and returns the application over it.
func Open(ctx context.Context, cfg store.Config, log *slog.Logger) (*App, error) {
	cfg.Log = log
	s, err := store.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return On(s, log), nil
}

// On returns the application over an open store.
func On(s *store.Store, log *slog.Logger) *App {
	a := budgetsession.New(s, users.New(userstore.On(s.DB()), log, time.Now), log, time.Now)
	r, importer := rows.New(a), bankimport.New(a)
	bank := banks.New(a, importer, s.KeyFile())
	return &App{Service: a.UserService, BankImport: importer, Banks: bank, Loans: loans.New(a), Migration: migration.New(a), Snapshots: offline.New(a), Payees: payees.New(a), Registers: registers.New(a), Reminders: reminders.New(a, bank, push.NewSender(push.NewClient())), Reports: reports.New(a), Rows: r, Rules: rules.New(a), Schedules: schedules.New(a, r), Tags: tags.New(a), Waiting: pending.In(s.DB(), time.Now), access: a, store: s, now: time.Now}
}

// Close waits for operations in progress and closes the database.
func (a *App) Close() error { return a.store.Close() }

// Fresh reports whether the database was created at startup.
func (a *App) Fresh() bool { return a.store.Fresh() }

// Upgrade returns the migration that was made at startup of an existing database; nil if none was made.
func (a *App) Upgrade() *store.Upgrade { return a.store.Upgrade() }

// Ping reports whether the database responds.
func (a *App) Ping(ctx context.Context) error { return a.store.Ping(ctx) }

// DatabaseSize returns the number of bytes that the database takes on its disk.
func (a *App) DatabaseSize(ctx context.Context) (int64, error) { return a.store.Size(ctx) }

// CachedBytes returns the estimated size of the cached values of budgets.
func (a *App) CachedBytes() int { return a.store.CachedBytes() }

// NewID returns an unused id for a form that creates a record: a form sent twice creates one record.
func NewID() string { return budgetsession.NewID() }

// ReadTx calls do with a snapshot of the budget with an id, if the actor may see it. It is for surfaces that return a
// budget in another format, such as the API; do must not retain the snapshot.
func (a *App) ReadTx(ctx context.Context, who Actor, id string, do func(*store.ReadTx) error) error {
	return a.access.ReadTx(ctx, who, id, do)
}

// Backup writes all data of all users into a new file on this machine. No surface offers it: it is for the
// administrator of the machine.
func (a *App) Backup(ctx context.Context, path string) error { return a.store.Backup(ctx, path) }

// NewBackups returns the backups that a server makes of this database.
func (a *App) NewBackups(cfg backups.Config) *backups.Backups { return backups.New(a.access, cfg) }

// WithOpened returns a context for changes that refuse to replace a record that was changed after the form was
// rendered.
func WithOpened(ctx context.Context, o Opened) context.Context {
	return budgetsession.WithOpened(ctx, o)
}

// WithRequest returns a context for the changes of a request with a key: if an earlier request with the key made a
// change, its result is returned and nothing is changed.
func WithRequest(ctx context.Context, r RequestKey) context.Context {
	return budgetsession.WithRequest(ctx, r)
}

// Overwritten describes the changes after a number of the journal that replaced a change made after their form was
// rendered.
func (a *App) Overwritten(ctx context.Context, who Actor, id string, since int64) ([]string, error) {
	return a.access.Overwritten(ctx, who, id, since)
}

// Check reads all data and returns the damage found; see [store.Store.Check].
func (a *App) Check(ctx context.Context) ([]store.Finding, error) { return a.store.Check(ctx) }

// CheckBudget compares the stored figures of one budget with its rows, before it is exported. It returns an Invalid
// error if the budget is damaged.
func (a *App) CheckBudget(ctx context.Context, id string) error { return a.store.CheckBudget(ctx, id) }
