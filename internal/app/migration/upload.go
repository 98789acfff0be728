package migration

import (
	"context"
	"io"
	"slices"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/blob"
)

// Upload is a document that belongs to no budget yet. It is compressed, in memory or, if it is large, in a temporary
// file. Always close it.
type Upload struct{ original *blob.Original }

// Open reads the document from its beginning.
func (u *Upload) Open() (io.ReadCloser, error) { return u.original.Reader() }

// Close releases the document.
func (u *Upload) Close() error { return u.original.Close() }

// ExistingBudget is a budget that was imported from the same plan.
type ExistingBudget struct {
	ID       string
	Name     string
	Imported time.Time
	Newest   time.Time // when the newest document was applied; Imported if there is none
}

// existing returns the budgets that were imported from the plan with an id and that the actor may change.
func (br *Migration) existing(ctx context.Context, who users.Actor, plan string) ([]ExistingBudget, error) {
	headers, _, err := br.access.Headers(ctx, who, auth.Change)
	if err != nil {
		return nil, err
	}
	var all []ExistingBudget
	for _, h := range headers {
		if plan == "" || h.Info.SourceID != plan || h.Info.Document == 0 {
			continue
		}
		one := ExistingBudget{ID: h.Info.ID, Name: h.Info.Name, Imported: h.Created, Newest: h.Created}
		err := br.access.Store.ReadTx(ctx, h.No, func(v *store.ReadTx) error {
			documents, err := v.Documents()
			for _, d := range documents {
				if d.No == 1 {
					one.Imported = d.At
				}
				if d.No == h.Info.Document {
					one.Newest = d.At
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// requireNone refuses a plan if one of the budgets was imported from it and the user may change that budget.
func requireNone(others []store.ExistingBudget, plan string) error {
	if plan != "" && slices.ContainsFunc(others, func(o store.ExistingBudget) bool { return o.SourceID == plan && o.Brought && o.Role.May(auth.Change) }) {
		return apperr.New(apperr.Conflict, "a budget of this plan already exists")
	}
	return nil
}

// alreadyExists returns the error for a plan that was imported before.
func alreadyExists(existing []ExistingBudget) error {
	first := &existing[0]
	f := apperr.New(apperr.Conflict, "%s already exists, imported on %s", first.Name, humanize.Day(first.Imported))
	if len(existing) > 1 {
		f.Message += ", and so " + humanize.Noun(len(existing)-1, "is", "are") + " " + humanize.Number(len(existing)-1, "other budget", "other budgets") + " of the same plan"
	}
	return f
}
