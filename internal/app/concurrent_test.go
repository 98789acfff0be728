package app

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// twoProcesses share one database. Each sees the changes of the other.
type twoProcesses struct {
	*testBudget
	other *App
}

// withTwoProcesses runs a test with two processes over a SQLite file, and over a PostgreSQL server.
func withTwoProcesses(t *testing.T, test func(*testing.T, *twoProcesses)) {
	t.Parallel()
	for name, config := range map[string]func(t *testing.T) store.Config{
		"SQLite":     func(t *testing.T) store.Config { return store.Config{Dir: databasetest.Dir(t)} },
		"PostgreSQL": func(t *testing.T) store.Config { return store.Config{URL: databasetest.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			var both [2]*App
			config := config(t)
			for i := range both {
				a, err := Open(t.Context(), config, slog.New(slog.DiscardHandler))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = a.Close() })
				both[i] = a
			}
			test(t, &twoProcesses{openTestBudget(t, t, both[0]), both[1]})
		})
	}
}

// request is a request to a process.
type request func(ctx context.Context, a *App) (ChangeResult, error)

// requestBoth sends a request to each process at the same time, and returns the errors and the number of changes.
func (p *twoProcesses) requestBoth(t *testing.T, first, second request) (failed []error, changed int) {
	t.Helper()
	var (
		results [2]ChangeResult
		errs    [2]error
		begin   = make(chan struct{})
		working sync.WaitGroup
	)
	for i, a := range []*App{p.a, p.other} {
		working.Go(func() {
			<-begin
			results[i], errs[i] = []request{first, second}[i](t.Context(), a)
		})
	}
	close(begin)
	working.Wait()
	for i := range errs {
		if errs[i] != nil {
			failed = append(failed, errs[i])
		} else if results[i].Change != 0 {
			changed++
		}
	}
	p.checkConsistent(t)
	return failed, changed
}

// onlyOne sends the same request to both: one succeeds, the other gets an error of the kind.
func (p *twoProcesses) onlyOne(t *testing.T, kind apperr.Kind, same request) {
	t.Helper()
	p.oneOf(t, kind, same, same)
}

func (p *twoProcesses) oneOf(t *testing.T, kind apperr.Kind, first, second request) {
	t.Helper()
	if failed, changed := p.requestBoth(t, first, second); changed != 1 || len(failed) != 1 || apperr.KindOf(failed[0]) != kind {
		t.Fatalf("%d changes and the errors %v, want one change and one error of kind %s", changed, failed, kind)
	}
}

const rounds = 12

// Of two concurrent requests, one creates a budget with the name.
func TestConcurrentCreationsOfABudgetCreateOne(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		for n := range rounds {
			p.onlyOne(t, apperr.Conflict, func(ctx context.Context, a *App) (ChangeResult, error) {
				_, err := a.NewBudget(ctx, Machine(), BudgetEntry{Name: fmt.Sprint("House ", n), Currency: "EUR"})
				return ChangeResult{Change: 1}, err
			})
		}
	})
}

// Of two budgets that are given the same name one has it.
func TestConcurrentRenamesGiveANameOnce(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		var two [2]string
		for i := range two {
			b, err := p.a.NewBudget(t.Context(), Machine(), BudgetEntry{Name: fmt.Sprint("House ", i), Currency: "EUR"})
			if err != nil {
				t.Fatal(err)
			}
			two[i] = b.ID
		}
		rename := func(id, name string) request {
			return func(ctx context.Context, a *App) (ChangeResult, error) { return a.Rename(ctx, Machine(), id, name) }
		}
		for n := range rounds {
			name := fmt.Sprint("Home ", n)
			p.oneOf(t, apperr.Conflict, rename(two[0], name), rename(two[1], name))
		}
	})
}

// Two concurrent copies of one budget get different names.
func TestConcurrentCopiesGetDifferentNames(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		copies := func(ctx context.Context, a *App) (ChangeResult, error) {
			_, err := a.Duplicate(ctx, Machine(), p.id)
			return ChangeResult{Change: 1}, err
		}
		for range rounds {
			if failed, changed := p.requestBoth(t, copies, copies); changed != 2 {
				t.Fatal(failed)
			}
		}
		all, err := p.a.Budgets(t.Context(), Machine())
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]int{}
		for _, b := range all {
			if names[b.Name]++; names[b.Name] > 1 {
				t.Errorf("%d budgets have the name %s", names[b.Name], b.Name)
			}
		}
		if len(all) != 1+2*rounds {
			t.Errorf("%d budgets, want %d", len(all), 1+2*rounds)
		}
	})
}

// Of two concurrent imports of one plan, the later gets the same response as after the first, and keeps the document.
func TestConcurrentImportsOfAPlanCreateOneBudget(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		for n := range 3 {
			document, err := os.ReadFile(testkit.Plan(t, "--seed", strconv.Itoa(90+n)))
			if err != nil {
				t.Fatal(err)
			}
			var held atomic.Int32
			failed, changed := p.requestBoth(t, importing(document, &held), importing(document, &held))
			if changed != 1 || len(failed) != 1 || !strings.Contains(failed[0].Error(), "already exists, imported on") || held.Load() != 1 {
				t.Fatalf("%d changes, %d of them keep the document, errors %v; want one of each", changed, held.Load(), failed)
			}
		}
	})
}

func importing(document []byte, held *atomic.Int32) request {
	return func(ctx context.Context, a *App) (ChangeResult, error) {
		_, err := a.Import(ctx, Machine(), bytes.NewReader(document), migration.ImportOptions{Ask: func(_ []migration.ExistingBudget, upload *migration.Upload) {
			held.Add(1)
			_ = upload.Close()
		}})
		return ChangeResult{Change: 1}, err
	}
}

// Two concurrent imports as separate budgets both succeed, although both find the plan's id and the name free.
func TestConcurrentSeparateImportsBothSucceed(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		for n := range 3 {
			document, err := os.ReadFile(testkit.Plan(t, "--seed", strconv.Itoa(80+n), "--name", fmt.Sprint("Plan ", n)))
			if err != nil {
				t.Fatal(err)
			}
			again := func(ctx context.Context, a *App) (ChangeResult, error) {
				_, err := a.Import(ctx, Machine(), bytes.NewReader(document), migration.ImportOptions{})
				return ChangeResult{Change: 1}, err
			}
			if failed, changed := p.requestBoth(t, again, again); changed != 2 {
				t.Fatalf("%d changes, want 2 (errors %v)", changed, failed)
			}
			all, err := p.a.Budgets(t.Context(), Machine())
			if err != nil {
				t.Fatal(err)
			}
			named := map[string]int{}
			for _, b := range all {
				named[b.Name]++
			}
			if named[fmt.Sprint("Plan ", n)] != 1 || named[fmt.Sprint("Plan ", n, "-1")] != 1 {
				t.Fatalf("names of the budgets: %v", named)
			}
		}
	})
}

// A date of a schedule is entered or skipped once, for any concurrent requests.
func TestConcurrentRequestsEnterADateOnce(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		weekly := p.schedule(t, automaticSchedule("weekly", march, "lessons"))
		enter := func(due civil.Date) request {
			return func(ctx context.Context, a *App) (ChangeResult, error) {
				return a.EnterScheduled(ctx, Machine(), p.id, weekly, due, 0)
			}
		}
		skip := func(due civil.Date) request {
			return func(ctx context.Context, a *App) (ChangeResult, error) {
				return a.SkipScheduled(ctx, Machine(), p.id, weekly, due)
			}
		}
		days := 0
		for n := range rounds {
			due := march.AddDays(7 * n)
			switch n % 3 {
			case 0:
				p.onlyOne(t, apperr.Conflict, enter(due))
			case 1:
				p.oneOf(t, apperr.Conflict, enter(due), skip(due))
			case 2:
				p.onlyOne(t, apperr.Conflict, skip(due))
			}
			if next := p.scheduled(t, weekly).DateNext; next != due.AddDays(7) {
				t.Fatalf("next date after %s is %s, want a week later", due, next)
			}
			seen := map[civil.Date]bool{}
			for _, day := range p.rowDates(t) {
				if seen[day] {
					t.Fatalf("%s was entered twice", day)
				}
				seen[day] = true
			}
			days = len(seen)
		}
		if days < rounds/3 {
			t.Errorf("%d days were entered, want at least %d", days, rounds/3)
		}

		// A single occurrence is deleted with its date; due rows are entered once by concurrent requests.
		once := p.schedule(t, automaticSchedule("never", march, "once"))
		p.onlyOne(t, apperr.NotFound, func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.EnterScheduled(ctx, Machine(), p.id, once, march, 0)
		})
		daily := p.schedule(t, automaticSchedule("daily", march, "daily"))
		before := len(p.rowDates(t))
		failed, changed := p.requestBoth(t, enterDue(p, march.AddDays(4)), enterDue(p, march.AddDays(4)))
		if len(failed) != 0 || changed != 1 || len(p.rowDates(t)) != before+5 || p.scheduled(t, daily).DateNext != march.AddDays(5) {
			t.Errorf("enter due: %d changes with %d rows, want one with 5 (errors %v)", changed, len(p.rowDates(t))-before, failed)
		}
	})
}

func enterDue(p *twoProcesses, today civil.Date) request {
	return func(ctx context.Context, a *App) (ChangeResult, error) {
		return a.EnterDue(ctx, Machine(), p.id, today)
	}
}

// Two rows are merged once, whatever merges, deletions or separations run concurrently.
func TestConcurrentMergesMergeOnce(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		for n := range rounds {
			day := march.AddDays(n)
			var list [3]string
			for i := range list {
				list[i] = p.add(t, rows.Entry{Account: "bank", Date: day, Amount: -5_000, Memo: string(rune('a' + i))})
			}
			merge := func(two ...string) request {
				return func(ctx context.Context, a *App) (ChangeResult, error) {
					done, _, err := a.Merge(ctx, Machine(), p.id, rows.These(two...))
					return done, err
				}
			}
			before := len(p.rowDates(t))
			switch n % 3 {
			case 0:
				p.onlyOne(t, apperr.Conflict, merge(list[0], list[1]))
			case 1: // one of them merges with a third
				failed, changed := p.requestBoth(t, merge(list[0], list[1]), merge(list[1], list[2]))
				if removed := before - len(p.rowDates(t)); removed != changed || changed+len(failed) != 2 || changed == 0 {
					t.Fatalf("%d changes removed %d rows (errors %v)", changed, removed, failed)
				}
				continue
			case 2:
				_, keptID, err := p.a.Merge(t.Context(), Machine(), p.id, rows.These(list[0], list[1]))
				if err != nil {
					t.Fatal(err)
				}
				p.onlyOne(t, apperr.Invalid, func(ctx context.Context, a *App) (ChangeResult, error) {
					return a.Unmatch(ctx, Machine(), p.id, keptID)
				})
				if now := len(p.rowDates(t)); now != before {
					t.Fatalf("%d rows after the separation, want %d", now, before)
				}
				continue
			}
			if now := len(p.rowDates(t)); now != before-1 {
				t.Fatalf("%d rows after the merge, want %d", now, before-1)
			}
		}
	})
}

// Receipts added concurrently are both stored within the limits; one is removed once; no receipt is stored with a
// deleted row.
func TestConcurrentReceiptsStayWithinTheLimits(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		row := p.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5_000})
		receipts := func() []rows.Receipt {
			t.Helper()
			r, err := p.other.RowReceipts(t.Context(), Machine(), p.id, row)
			if err != nil {
				t.Fatal(err)
			}
			return r.Receipts
		}
		addReceipt := func(shade uint8) request {
			return func(ctx context.Context, a *App) (ChangeResult, error) {
				return a.AddReceipt(ctx, Machine(), p.id, row, "slip.png", drawn(t, shade))
			}
		}
		for n := uint8(0); len(receipts()) < rows.MaxReceiptsOfRow-1; n += 2 {
			had := len(receipts())
			if failed, changed := p.requestBoth(t, addReceipt(n), addReceipt(n|n&2>>1)); len(failed) != 0 || changed != 2 || len(receipts()) != had+2 { // every other time identical ones
				t.Fatalf("%d receipts, want %d (errors %v)", len(receipts()), had+2, failed)
			}
			if len(receipts()) == rows.MaxReceiptsOfRow {
				if _, err := p.a.RemoveReceipt(t.Context(), Machine(), p.id, receipts()[0].ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		p.onlyOne(t, apperr.Invalid, addReceipt(200))
		first := receipts()[0].ID
		p.onlyOne(t, apperr.NotFound, func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.RemoveReceipt(ctx, Machine(), p.id, first)
		})
		if got := len(receipts()); got != rows.MaxReceiptsOfRow-1 {
			t.Errorf("%d receipts are left, want %d", got, rows.MaxReceiptsOfRow-1)
		}

		// A receipt added to a row that is concurrently merged or deleted moves along, or is refused.
		for n := range rounds {
			pair := [2]string{}
			for i := range pair {
				pair[i] = p.add(t, rows.Entry{Account: "cash", Date: march.AddDays(n), Amount: -7_000})
			}
			row = pair[1]
			keptID, remove := "", request(func(ctx context.Context, a *App) (ChangeResult, error) {
				return a.DeleteRows(ctx, Machine(), p.id, rows.These(pair[1]), false)
			})
			if n%2 == 0 {
				remove = func(ctx context.Context, a *App) (done ChangeResult, err error) {
					done, keptID, err = a.Merge(ctx, Machine(), p.id, rows.These(pair[0], pair[1]))
					return done, err
				}
			}
			failed, changed := p.requestBoth(t, addReceipt(uint8(n)), remove)
			if changed+len(failed) != 2 || len(failed) == 1 && apperr.KindOf(failed[0]) != apperr.NotFound || len(failed) > 1 {
				t.Fatalf("%d changes, want one or two (errors %v)", changed, failed)
			}
			if row = keptID; n%2 == 0 && len(receipts()) != changed-1 {
				t.Fatalf("kept row has %d receipts after %d changes", len(receipts()), changed)
			}
		}
	})
}

// A suggestion is dismissed once by two users, and restored once; a name is given once.
func TestConcurrentDismissalsCountOnce(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		p.addPayments(t, "Stream", -9_990, 4, 3, 2, 1)
		found, _ := p.suggestions(t, march)
		if len(found) != 1 {
			t.Fatalf("suggestions: %+v, want one", found)
		}
		for range rounds {
			p.onlyOne(t, apperr.Conflict, dismiss(p, found[0]))
			left, dismissed := p.suggestions(t, march)
			if len(left) != 0 || len(dismissed) != 1 {
				t.Fatalf("suggested %+v, dismissed %+v, want none and one", left, dismissed)
			}
			p.onlyOne(t, apperr.NotFound, func(ctx context.Context, a *App) (ChangeResult, error) {
				return a.OfferRecurring(ctx, Machine(), p.id, dismissed[0].ID)
			})
			if left, dismissed = p.suggestions(t, march); len(left) != 1 || len(dismissed) != 0 {
				t.Fatalf("suggested %+v, dismissed %+v, want one and none", left, dismissed)
			}
		}

		red := registers.OwnFilter{Name: "Red ones"}
		red.Flag = "red"
		p.onlyOne(t, apperr.Conflict, func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.KeepFilter(ctx, Machine(), p.id, red)
		})
		own, err := p.other.OwnFilters(t.Context(), Machine(), p.id)
		if err != nil || len(own) != 1 {
			t.Fatalf("saved filters: %+v, want one (error %v)", own, err)
		}
		rename := func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.RenameFilter(ctx, Machine(), p.id, own[0].ID, "Reds")
		}
		remove := func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.DeleteFilter(ctx, Machine(), p.id, own[0].ID)
		}
		if failed, _ := p.requestBoth(t, rename, remove); len(failed) > 1 || len(failed) == 1 && apperr.KindOf(failed[0]) != apperr.NotFound {
			t.Fatal(failed)
		}
		if own, err = p.a.OwnFilters(t.Context(), Machine(), p.id); err != nil || len(own) != 0 {
			t.Errorf("saved filters after the deletion: %+v (error %v)", own, err)
		}
	})
}

func dismiss(p *twoProcesses, found schedules.Found) request {
	return func(ctx context.Context, a *App) (ChangeResult, error) {
		return a.DismissRecurring(ctx, Machine(), p.id, found.Row, found.Every)
	}
}

// Texts that two users append to the notes of the same rows are both stored; and a step is undone once.
func TestConcurrentNotesAreBothAppended(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		list := []string{p.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1_000}), p.add(t, rows.Entry{Account: "bank", Date: march, Amount: -2_000})}
		behind := func(text string) request {
			return func(ctx context.Context, a *App) (ChangeResult, error) {
				return a.SetOnRows(ctx, Machine(), p.id, rows.These(list...), rows.Setting{Notes: &rows.NotesSetting{Text: text, Append: true}}, false)
			}
		}
		for range rounds {
			if failed, changed := p.requestBoth(t, behind("Anna's"), behind("Ben's")); len(failed) != 0 || changed != 2 {
				t.Fatalf("%d changes, want 2 (errors %v)", changed, failed)
			}
			for _, id := range list {
				if notes := p.row(t, id).Memo; notes != "Anna's Ben's" && notes != "Ben's Anna's" {
					t.Fatalf("notes are %q, want both texts", notes)
				}
			}
			history, err := p.a.History(t.Context(), Machine(), p.id, 0, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range history { // the latest first
				p.onlyOne(t, apperr.Conflict, func(ctx context.Context, a *App) (ChangeResult, error) {
					return a.Undo(ctx, Machine(), p.id, step.Change)
				})
			}
			if notes := p.row(t, list[0]).Memo + p.row(t, list[1]).Memo; notes != "" {
				t.Fatalf("notes after the undo: %q, want none", notes)
			}
		}

		// One sets the payee of both while the other deletes one of them: both rows change or none.
		name := "Market"
		set := func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.SetOnRows(ctx, Machine(), p.id, rows.These(list...), rows.Setting{PayeeName: &name}, false)
		}
		remove := func(ctx context.Context, a *App) (ChangeResult, error) {
			return a.DeleteRows(ctx, Machine(), p.id, rows.These(list[1]), false)
		}
		failed, changed := p.requestBoth(t, set, remove)
		if len(failed) == 1 && apperr.KindOf(failed[0]) != apperr.Conflict || changed+len(failed) != 2 {
			t.Fatalf("%d changes and the errors %v, want two in total", changed, failed)
		}
		if has := p.row(t, list[0]).Payee != 0; has != (changed == 2) {
			t.Errorf("after %d changes the kept row has a payee: %t", changed, has)
		}
	})
}
