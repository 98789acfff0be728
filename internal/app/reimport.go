package app

import (
	"context"
	"io"
	"strings"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/importer"
	"holdover/internal/plandoc"
	"holdover/internal/reimport"
	"holdover/internal/store"
)

// Reimport is what a newer document of the same plan changes in a budget.
type Reimport struct {
	New     int               `json:"new"`
	Changed int               `json:"changed"`
	Deleted int               `json:"deleted"`
	Kept    int               `json:"kept"` // stay as they are here, at least in part
	Changes []reimport.Change `json:"changes"`
}

// PreviewReimport says what a newer document of the plan that a budget came from
// would change. Faults: as of Import; Conflict where it is another plan.
func (a *App) PreviewReimport(ctx context.Context, who Actor, id string, r io.Reader) (Reimport, error) {
	newer, err := a.newer(ctx, who, id, auth.See, r)
	if err != nil {
		return Reimport{}, err
	}
	var view Reimport
	err = a.view(ctx, who, id, func(v *store.View) error {
		now, err := v.Whole()
		if err == nil {
			view = reimportView(reimport.Compare(newer.was, newer.is, now))
		}
		return err
	})
	return view, err
}

// ApplyReimport takes over what a newer document of the plan changes, in one step
// of the journal, without touching what was changed here.
func (a *App) ApplyReimport(ctx context.Context, who Actor, id string, r io.Reader) (Done, Reimport, error) {
	newer, err := a.newer(ctx, who, id, auth.Change, r)
	if err != nil {
		return Done{}, Reimport{}, err
	}
	var view Reimport
	done, err := a.change(ctx, who, id, "reimport", func(e *editing) error {
		now, err := e.Whole()
		if err != nil {
			return err
		}
		result := reimport.Compare(newer.was, newer.is, now)
		view = reimportView(result)
		e.say("Took over from the source: %s new, %s changed, %s deleted", count(view.New), count(view.Changed), count(view.Deleted))
		if result.Empty() {
			return nil
		}
		return (&takeover{editing: e, numbers: map[int64]int64{}}).write(&result.Writes)
	})
	return done, view, err
}

// newer is a plan as it was brought over and as it would be now.
type newer struct{ was, is *budget.Whole }

func (a *App) newer(ctx context.Context, who Actor, id string, right auth.Right, r io.Reader) (*newer, error) {
	h, err := a.find(ctx, who, id, right)
	if err != nil {
		return nil, err
	}
	before, err := a.originalPlan(ctx, h.No)
	if err != nil {
		return nil, err
	}
	after, err := plandoc.Decode(r)
	if err != nil {
		return nil, err
	}
	if after.Plan.ID != before.Plan.ID {
		return nil, fault.New(fault.Conflict, "the file is not the plan that %s came from", h.Info.Name).
			WithHint("import it as a budget of its own")
	}
	n := &newer{}
	if n.was, _, err = importer.Import(before, importer.Options{NewID: newID}); err != nil {
		return nil, err
	}
	n.is, _, err = importer.Import(after, importer.Options{NewID: newID})
	return n, err
}

func reimportView(r *reimport.Result) Reimport {
	view := Reimport{Changes: r.Changes}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Kept != "" {
			view.Kept++
			if len(c.Fields) == 0 {
				continue
			}
		}
		switch c.Action {
		case reimport.New:
			view.New++
		case reimport.Changed:
			view.Changed++
		case reimport.Deleted:
			view.Deleted++
		}
	}
	return view
}

// ReimportNote says which fields of a record change and what stays as it is.
func ReimportNote(c *reimport.Change) string {
	says := fieldWords(c.Fields)
	switch {
	case c.Kept == "":
	case len(c.KeptFields) == 0:
		says = "stays: " + c.Kept
	case says == "":
		says = fieldWords(c.KeptFields) + " stays: " + c.Kept
	default:
		says += "; " + fieldWords(c.KeptFields) + " stays: " + c.Kept
	}
	return says
}

func fieldWords(fields []string) string {
	return strings.ReplaceAll(strings.Join(fields, ", "), "_", " ")
}
