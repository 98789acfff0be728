package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/archive"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/tempfile"
)

// BringBack restores the newest archive of a budget: its transactions and figures are as before, and rows that were added
// since stay. uploaded is the archive's file as ArchiveFile wrote it; nil takes the stored one. Errors: NotFound without an
// archive; Invalid for another file; Conflict if a starting balance was changed, or a record that the archive needs deleted.
func (a *App) BringBack(ctx context.Context, who Actor, id string, uploaded io.Reader) (ChangeResult, error) {
	if err := a.RequireChange(ctx, who, id); err != nil {
		return ChangeResult{}, err
	}
	content := tempfile.New(inMemoryArchive)
	defer content.Close()
	if uploaded != nil {
		if _, err := io.Copy(content, io.LimitReader(uploaded, maxArchiveFile)); err != nil {
			return ChangeResult{}, apperr.New(apperr.Invalid, "the file cannot be read").Of("file").WithCause(err)
		}
	}
	return a.change(ctx, who, id, "bring-back", func(e *changeTx) error {
		all, err := e.Archives()
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return apperr.New(apperr.NotFound, "the budget has no archived years")
		}
		newest := &all[len(all)-1]
		if uploaded == nil {
			if err := e.CopyArchiveFile(newest.No, content); err != nil {
				return err
			}
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, content.Reader()); err != nil {
			return err
		}
		if hex.EncodeToString(sum.Sum(nil)) != newest.Sum {
			return a.otherFile(e, content.Reader(), newest)
		}
		r := restoring{e: e, last: newest.Before.Month().Add(-1)}
		if err := archive.Read(content.Reader(), func(archive.Head) error { return nil }, r.line); err != nil {
			return err
		}
		info := e.Info()
		if info.ArchivedBefore = 0; len(all) > 1 {
			info.ArchivedBefore = all[len(all)-2].Before
		}
		if err := cmp.Or(r.flush(), e.Remove(newest), e.PutInfo(info)); err != nil {
			return err
		}
		e.Say("Brought back %s before %d", humanize.Number(newest.Rows, "transaction", "transactions"), newest.Before.Year())
		return nil
	})
}

const (
	inMemoryArchive = 4 << 20 // bytes of a file in memory; more are in a temporary file
	maxArchiveFile  = 1 << 30 // bytes; a file of MaxArchived transactions has a tenth
)

// otherFile returns the error for a file that is not that of the newest archive.
func (a *App) otherFile(e *changeTx, content io.Reader, newest *budget.Archive) error {
	var head archive.Head
	if err := archive.Read(content, func(h archive.Head) error { head = h; return errStop }, nil); err != errStop { //nolint:errorlint // it is returned as it is
		return err
	}
	if head.ID == newest.ID {
		return apperr.New(apperr.Invalid, "the file was changed after it was downloaded").Of("file").WithHint("use the stored file, or the download as it was")
	}
	all, err := e.Archives()
	if slices.ContainsFunc(all, func(r budget.Archive) bool { return r.ID == head.ID }) {
		return apperr.New(apperr.Conflict, "years after those of this file are archived too").Of("file").WithHint("bring back the years before %d first", newest.Before.Year())
	}
	return cmp.Or(err, error(apperr.New(apperr.Invalid, "the file is of another budget or of years that are not archived").Of("file").WithHint("choose the file with the years before %d", newest.Before.Year())))
}

var errStop = apperr.New(apperr.Internal, "the rest of the file is not needed")

// restoring brings the records of a file back.
type restoring struct {
	e    *changeTx
	last civil.Month // the last archived month
	rows []budget.Transaction
}

// rowsAtOnce is the number of rows that are added in one batch.
const rowsAtOnce = 500

func (r *restoring) line(l *archive.Line) error {
	switch {
	case l.Transaction != nil:
		if r.rows = append(r.rows, *l.Transaction); len(r.rows) < rowsAtOnce {
			return nil
		}
		return r.flush()
	case l.Receipt != nil:
		return cmp.Or(r.flush(), r.e.Put(l.Receipt))
	case l.Cell != nil:
		return r.cell(l.Cell)
	case l.Month != nil:
		return r.month(l.Month)
	case l.Switches != nil:
		return r.switches(l.Switches)
	case l.Assigned != nil:
		is, err := r.e.Cell(l.Assigned.Category, r.last)
		return cmp.Or(err, r.e.SetBudgeted(l.Assigned.Category, r.last, is.Budgeted-l.Assigned.After+l.Assigned.Before))
	case l.Opening != nil:
		return r.opening(l.Opening)
	}
	return nil
}

func (r *restoring) flush() error {
	r.e.ReachBack(civil.Earliest)
	err := r.e.AddTransactions(r.rows)
	r.rows = r.rows[:0]
	return err
}

// cell restores a cell. If it has been written since, the amounts and the notes are joined, and a target that was set since
// stays.
func (r *restoring) cell(was *budget.Cell) error {
	is, err := r.e.Cell(was.Category, was.Month)
	if err != nil {
		return err
	}
	back := *was
	back.Budgeted += is.Budgeted
	back.Note = budget.JoinNotes(was.Note, is.Note)
	back.Snoozed = cmp.Or(is.Snoozed, was.Snoozed)
	if is.Target != nil {
		back.Target = is.Target
	}
	if is.HasContent() {
		back.Shown = is.Shown
	}
	return r.e.PutCell(back)
}

func (r *restoring) month(was *budget.Month) error {
	is, err := r.e.Month(was.Month)
	if err != nil {
		return err
	}
	back := *was
	back.Held += is.Held
	back.Note = budget.JoinNotes(was.Note, is.Note)
	return r.e.KeepMonth(back)
}

// switches restores rollover switches, with those that were set since.
func (r *restoring) switches(was *archive.Switches) error {
	is, err := r.e.RolloversOf(was.Category)
	if err != nil || slices.Equal(is, was.After) {
		return cmp.Or(err, r.e.SetRollovers(was.Category, was.Before))
	}
	isLater := func(s budget.Rollover) bool { return s.From > r.last }
	back := slices.DeleteFunc(slices.Clone(was.Before), isLater)
	return r.e.SetRollovers(was.Category, append(back, slices.DeleteFunc(is, func(s budget.Rollover) bool { return !isLater(s) })...))
}

// opening deletes a starting balance that the archive added.
func (r *restoring) opening(was *budget.Transaction) error {
	found, err := r.e.TransactionsByNo([]budget.TxNo{was.No})
	if err != nil {
		return err
	}
	account, err := r.e.Account(was.Account)
	if err != nil {
		return err
	}
	said := "the starting balance of " + r.e.Day(was.Date) + " in " + account.Name
	if len(found) == 0 {
		return apperr.New(apperr.Conflict, "%s was deleted", said).WithHint("undo its deletion first, in History")
	}
	is := &found[0]
	if is.Account != was.Account || is.Amount != was.Amount || is.Category != was.Category || is.Date != was.Date || is.Transfer != was.Transfer || len(is.Parts) > 0 {
		return apperr.New(apperr.Conflict, "%s was changed", said).WithHint("set it back to %s in its category first", r.e.Text(was.Amount))
	}
	return r.e.DeleteTransaction(was.No)
}
