package cli

import (
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
)

func newReimport(e *env) *cobra.Command {
	var apply, older bool
	cmd := &cobra.Command{
		Use:   "reimport BUDGET FILE",
		Short: "See what changed since the import, and apply it",
		Long: `Compare a newer plan document with the last one that a budget came from, and list
what is new, changed and deleted at the source. With --apply it is applied, in
one step that can be undone; changes made in Holdover are kept. The newer
document is stored, and verify, cleanup and the next reimport use it; holdover
original --list shows those that came before. A file that is older than the one
compared with is not applied without --older.

FILE may be - for standard input. Another budget from the same file:
holdover import FILE --new`,
		Example: "  holdover reimport Household newer.json\n  holdover reimport Household newer.json --apply",
		GroupID: "bring",
		Args:    exactArgs(2),
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			return e.reimport(cmd, a, b, args[1], apply, older)
		}),
	}
	cmd.Flags().BoolVar(&apply, "apply", false, "apply it, in one step that can be undone")
	cmd.Flags().BoolVar(&older, "older", false, "apply it although it is older than the file compared with")
	return cmd
}

// reimported is the JSON output of holdover reimport.
type reimported struct {
	migration.Reimport
	Applied *app.ChangeResult `json:"applied,omitempty"`
}

func (e *env) reimport(cmd *cobra.Command, a *app.App, b pageframe.Budget, path string, apply, older bool) (err error) {
	file, _, err := e.openFile(cmd.Context(), path, planFile)
	if err != nil {
		return err
	}
	defer file.Close()
	got, err := takeOver(cmd, a, b, path, file, apply, older)
	if err != nil {
		return named(path, err)
	}
	return e.show(got, func(p *printer) { printReimport(p, b, &got) })
}

func takeOver(cmd *cobra.Command, a *app.App, b pageframe.Budget, path string, file io.Reader, apply, older bool) (got reimported, err error) {
	if !apply {
		got.Reimport, err = a.PreviewReimport(cmd.Context(), app.Machine(), b.ID, filepath.Base(path), file)
		return got, err
	}
	done, view, err := a.ApplyReimport(cmd.Context(), app.Machine(), b.ID, migration.NewerFile{Name: filepath.Base(path), Older: older}, file)
	if f, ok := errors.AsType[*apperr.Error](err); ok && view.Older != nil {
		err = f.WithHint("anything newer is missing in it and would be deleted; use a newer file, or add --older")
	}
	if got.Reimport = view; done.Change != 0 {
		got.Applied = &done
	}
	return got, err
}

func printReimport(p *printer, b pageframe.Budget, r *reimported) {
	if r.Older != nil {
		p.say("%s", r.Older.Sentence())
	}
	t := p.table("What", "Record", "When", "Name…", "Amount>", "…")
	for i := range r.Changes {
		c := &r.Changes[i]
		when, amount := "", any("")
		if c.Month != 0 {
			when = c.Month.String()
		}
		if c.Date != 0 {
			when = c.Date.String()
		}
		if c.Kind == "transaction" || c.Kind == "scheduled" || c.Kind == "budgeted" {
			amount = p.amount(b, c.Amount)
		}
		t.row(string(c.Action), c.Kind, when, c.Name, amount, migration.ReimportNote(c))
	}
	if len(r.Changes) > 0 {
		t.print()
	}
	switch {
	case r.Same:
		p.say("This is the file that %s is compared with. Nothing to apply.", b.Name)
	case r.Applied != nil:
		p.say("%s. %s", r.Applied.Label, p.oneStep())
	default:
		p.say("%s new, %s changed, %s deleted %s; %s here.", humanize.Count(r.New), humanize.Count(r.Changed), humanize.Count(r.Deleted), r.Where(), humanize.Number(r.Kept, "is kept as changed", "are kept as changed"))
		p.say("Nothing was changed. Add --apply to apply it.")
	}
}
