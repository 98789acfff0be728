package app

import (
	"context"
	"io"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/archive"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// MaxArchived is the maximum number of transactions that are archived in one step, which bounds the size of its journal
// and the time during which the budget cannot be changed.
const MaxArchived = 50_000

// ArchivePreview describes what archiving the years before a year would do.
type ArchivePreview struct {
	Archives []budget.Archive       `json:"archives"` // those that exist, oldest first
	Years    []int                  `json:"years"`    // those before which everything can be archived, newest first
	Year     int                    `json:"year"`     // the chosen one; the other fields are empty if it is 0
	Accounts []ArchiveAccount       `json:"accounts"`
	Rows     int                    `json:"rows"`  // transactions that are folded
	Left     int                    `json:"left"`  // transactions of the budget after it
	Stays    map[archive.Reason]int `json:"stays"` // transactions that are not folded
}

// ArchiveAccount is an account with the transactions that are folded.
type ArchiveAccount struct {
	Name      string      `json:"name"`
	Rows      int         `json:"rows"`
	Cleared   money.Milli `json:"cleared"`   // of the starting balance
	Uncleared money.Milli `json:"uncleared"` // likewise
}

// PreviewArchive describes archiving the years before a year; 0 only lists the years. Error: Invalid for a year that cannot
// be chosen.
func (a *App) PreviewArchive(ctx context.Context, who Actor, id string, year int) (p ArchivePreview, err error) {
	err = a.access.ReadTxWith(ctx, who, id, auth.Change, func(v *store.ReadTx) error {
		if p.Archives, err = v.Archives(); err != nil {
			return err
		}
		p.Years = archivableYears(v.Header(), a.Today(ctx))
		if year == 0 {
			return nil
		}
		border, err := p.border(year)
		if err != nil {
			return err
		}
		p.Year = year
		f := &folding{v: v, border: border}
		if err := f.choose(); err != nil {
			return err
		}
		p.Rows, p.Stays, p.Left = f.rows, f.stays, v.Header().Transactions-f.rows+f.openings()
		for i := range f.accounts {
			if sum := f.sums[f.accounts[i].No]; sum != nil {
				p.Accounts = append(p.Accounts, ArchiveAccount{f.accounts[i].Name, sum.rows, sum.cleared, sum.uncleared})
			}
		}
		return nil
	})
	return p, err
}

// ArchiveReason is a reason why transactions stay, in words after their number.
type ArchiveReason struct {
	Reason archive.Reason
	Words  string
}

// ArchiveReasons returns the reasons in display order.
func ArchiveReasons() []ArchiveReason {
	return []ArchiveReason{
		{archive.Unapproved, "not approved"},
		{archive.Uncategorised, "without a category"},
		{archive.Linked, "linked with a transfer that stays, or that is in another month"},
	}
}

// archivableYears returns the years whose 1 January can be the border, newest first.
func archivableYears(h store.Header, today civil.Date) (years []int) {
	first := max(h.FirstMonth.Year(), h.Info.ArchivedBefore.Year()) + 1
	for year := today.Year(); year >= first && h.FirstMonth != 0; year-- {
		years = append(years, year)
	}
	return years
}

func (p *ArchivePreview) border(year int) (civil.Date, error) {
	if !slices.Contains(p.Years, year) {
		e := apperr.New(apperr.Invalid, "the years before %d cannot be archived", year).Of("year")
		if len(p.Years) == 0 {
			return 0, e.WithHint("there is no earlier year")
		}
		return 0, e.WithHint("choose a year from %d to %d", p.Years[len(p.Years)-1], p.Years[0])
	}
	return civil.MakeDate(year, 1, 1), nil
}

// ArchiveYears folds the transactions before 1 January of a year into starting balances. No figure of a month from then
// on changes. The archived records are stored in a file, from which BringBack restores them. Errors: those of
// PreviewArchive; Conflict if there is nothing to archive, or too much for one step.
func (a *App) ArchiveYears(ctx context.Context, who Actor, id string, year int) (ChangeResult, error) {
	return a.change(ctx, who, id, "archive", func(e *changeTx) error {
		p := ArchivePreview{Years: archivableYears(e.Header(), a.Today(ctx))}
		border, err := p.border(year)
		if err != nil {
			return err
		}
		f := &folding{v: &e.ReadTx, e: e, border: border}
		rec, err := f.fold(a.now())
		if err == nil {
			e.Say("Archived %s before %d", humanize.Number(rec.Rows, "transaction", "transactions"), year)
		}
		return err
	})
}

// Archives returns the archives of a budget, oldest first.
func (a *App) Archives(ctx context.Context, who Actor, id string) (all []budget.Archive, err error) {
	err = a.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		all, err = v.Archives()
		return err
	})
	return all, err
}

// ArchiveFile writes the file of the archive with an id. Error: NotFound.
func (a *App) ArchiveFile(ctx context.Context, who Actor, id, archived string, w io.Writer) error {
	h, err := a.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return err
	}
	all, err := a.Archives(ctx, who, id)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(r budget.Archive) bool { return r.ID == archived })
	if i < 0 {
		return apperr.New(apperr.NotFound, "archive %q not found", archived).WithHint("the page Archive lists them")
	}
	return a.store.ArchiveFile(ctx, h.No, all[i].No, w)
}
