package api

import (
	"context"
	"net/http"
	"reflect"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Archived years and fresh starts, which the source does not have.

// Archive is the years that were archived in one step.
type Archive struct {
	_                struct{}   `additionalProperties:"true"`
	ID               string     `json:"id" format:"uuid"`
	BeforeDate       civil.Date `json:"before_date" format:"date" doc:"The first day that is not archived"`
	TransactionCount int        `json:"transaction_count" doc:"Of the archived transactions"`
	Deleted          bool       `json:"deleted"`
}

type ArchiveList struct {
	Archives        []Archive `json:"archives" nullable:"false" doc:"Oldest first"`
	ServerKnowledge int64     `json:"server_knowledge"`
}

type SavedArchive struct {
	Archive         Archive `json:"archive"`
	ServerKnowledge int64   `json:"server_knowledge"`
}

// ArchivePreview is what archiving would do.
type ArchivePreview struct {
	_                struct{}         `additionalProperties:"true"`
	Years            []int            `json:"years" nullable:"false" doc:"The years that can be chosen, newest first"`
	TransactionCount int              `json:"transaction_count" doc:"Transactions that would be archived"`
	RemainingCount   int              `json:"remaining_count" doc:"Transactions of the plan afterwards"`
	Accounts         []ArchiveAccount `json:"accounts" nullable:"false"`
}

// ArchiveAccount is an account with its starting balance after archiving.
type ArchiveAccount struct {
	_                struct{}    `additionalProperties:"true"`
	Name             string      `json:"name"`
	TransactionCount int         `json:"transaction_count"`
	Cleared          money.Milli `json:"cleared_balance" doc:"Milliunits"`
	Uncleared        money.Milli `json:"uncleared_balance" doc:"Milliunits"`
}

type OneArchivePreview struct {
	Preview ArchivePreview `json:"archive_preview"`
}

type archivePreviewIn struct {
	PlanPath
	Before string `query:"before_date" format:"date" doc:"1 January of a year: the first day that would not be archived; without it only the years are listed"`
}

// SaveArchive contains the day before which a program archives.
type SaveArchive struct {
	BeforeDate *civil.Date `json:"before_date" required:"true" format:"date" doc:"1 January of a year: the first day that is not archived"`
}

func (*SaveArchive) answered() reflect.Type { return reflect.TypeFor[Archive]() }

type PostArchive struct {
	Archive *SaveArchive `json:"archive" required:"true"`
}

type ArchivePath struct {
	PlanPath
	ArchiveID string `path:"archive_id"`
}

// SaveFreshStart contains a program's choices for a fresh start.
type SaveFreshStart struct {
	Name      *string `json:"name,omitempty" nullable:"true" maxLength:"200" doc:"Of the new plan; otherwise the old name with the month"`
	AllPayees *bool   `json:"all_payees,omitempty" doc:"False takes only the payees of scheduled transactions and rules"`
}

func (*SaveFreshStart) answered() reflect.Type { return reflect.TypeFor[NewPlan]() }

type PostFreshStart struct {
	FreshStart *SaveFreshStart `json:"fresh_start" required:"true"`
}

// NewPlan is a plan that was created.
type NewPlan struct {
	_    struct{} `additionalProperties:"true"`
	ID   string   `json:"id" format:"uuid"`
	Name string   `json:"name"`
}

type SavedPlan struct {
	Plan NewPlan `json:"plan"`
}

func (a *api) registerArchives() {
	const tag, all = "Plans", "/plans/{plan_id}/archives"
	get(a, "getArchives", all, tag, "Holdover only: list the archived years", a.listArchives)
	get(a, "getArchivePreview", all+"/preview", tag, "Holdover only: what archiving the transactions before a year would do", a.previewArchive)
	registerWrite(a, write{http.MethodPost, "createArchive", all, tag, "Holdover only: archive the transactions before a year"}, a.createArchive)
	registerBodylessWrite(a, write{http.MethodDelete, "deleteArchive", all + "/{archive_id}", tag, "Holdover only: bring back the years that were archived last"}, a.deleteArchive)
	registerWrite(a, write{http.MethodPost, "createFreshStart", "/plans/{plan_id}/fresh_start", tag, "Holdover only: create a plan with the accounts and categories of another one"}, a.createFreshStart)
}

func (a *api) listArchives(ctx context.Context, in *PlanPath) (out ArchiveList, err error) {
	id, err := a.resolvePlanID(ctx, in.PlanID)
	if err != nil {
		return out, err
	}
	all, err := a.app.Archives(ctx, actorOf(ctx), id)
	if err != nil {
		return out, err
	}
	out.Archives = iterutil.Map(all, archiveOf)
	out.ServerKnowledge, err = a.app.Knowledge(ctx, actorOf(ctx), id)
	return out, err
}

func archiveOf(r budget.Archive) Archive {
	return Archive{ID: r.ID, BeforeDate: r.Before, TransactionCount: r.Rows}
}

func (a *api) previewArchive(ctx context.Context, in *archivePreviewIn) (out OneArchivePreview, err error) {
	id, err := a.resolvePlanID(ctx, in.PlanID)
	if err != nil {
		return out, err
	}
	year := 0
	if in.Before != "" {
		day, err := civil.ParseDate(in.Before)
		if err != nil {
			return out, apperr.New(apperr.Invalid, "%q is not a date", in.Before).AtField("before_date")
		}
		if year, err = yearFrom(day); err != nil {
			return out, err
		}
	}
	p, err := a.app.PreviewArchive(ctx, actorOf(ctx), id, year)
	out.Preview = ArchivePreview{
		Years: append([]int{}, p.Years...), TransactionCount: p.Rows, RemainingCount: p.Left,
		Accounts: iterutil.Map(p.Accounts, func(acc app.ArchiveAccount) ArchiveAccount {
			return ArchiveAccount{Name: acc.Name, TransactionCount: acc.Rows, Cleared: acc.Cleared, Uncleared: acc.Uncleared}
		}),
	}
	return out, err
}

func (a *api) createArchive(ctx context.Context, in *planWrite, body *PostArchive) (out SavedArchive, err error) {
	year, err := yearFrom(*body.Archive.BeforeDate)
	if err != nil {
		return out, err
	}
	done, err := a.app.ArchiveYears(ctx, actorOf(ctx), in.PlanID, year)
	if err != nil {
		return out, err
	}
	last, err := a.lastArchive(ctx, in.PlanID)
	return SavedArchive{archiveOf(last), done.Change}, err
}

// yearFrom returns the year that begins on a day.
func yearFrom(day civil.Date) (int, error) {
	if day != civil.MakeDate(day.Year(), 1, 1) {
		return 0, apperr.New(apperr.Invalid, "%s is not 1 January of a year", day).AtField("before_date")
	}
	return day.Year(), nil
}

// deleteArchive brings back the newest archive. The path contains its id, so that a request sent twice does not bring back
// two archives.
func (a *api) deleteArchive(ctx context.Context, in *ArchivePath) (out SavedArchive, err error) {
	last, err := a.lastArchive(ctx, in.PlanID)
	if err != nil {
		return out, err
	}
	if !sameID(last.ID, in.ArchiveID) {
		return out, apperr.New(apperr.NotFound, "%s is not the archive that was made last", in.ArchiveID)
	}
	done, err := a.app.BringBack(ctx, actorOf(ctx), in.PlanID, nil)
	out.Archive, out.ServerKnowledge = archiveOf(last), done.Change
	out.Archive.Deleted = true
	return out, err
}

// lastArchive returns the newest archive of a plan.
func (a *api) lastArchive(ctx context.Context, plan string) (budget.Archive, error) {
	all, err := a.app.Archives(ctx, actorOf(ctx), plan)
	if err != nil {
		return budget.Archive{}, err
	}
	if len(all) == 0 {
		return budget.Archive{}, apperr.New(apperr.NotFound, "the plan has no archived years")
	}
	return all[len(all)-1], nil
}

func (a *api) createFreshStart(ctx context.Context, in *planWrite, body *PostFreshStart) (SavedPlan, error) {
	given := body.FreshStart
	made, err := a.app.FreshStart(ctx, actorOf(ctx), in.PlanID, app.FreshStartEntry{
		Name: textOf(given.Name), Payees: given.AllPayees == nil || *given.AllPayees,
	})
	return SavedPlan{NewPlan{ID: made.ID, Name: made.Name}}, err
}
