package cli

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/bring"
	"holdover/internal/app/frame"
	"holdover/internal/words"
)

func newReimport(e *env) *cobra.Command {
	var apply bool
	cmd := &cobra.Command{
		Use:   "reimport BUDGET FILE",
		Short: "See what changed in YNAB since, and take it over",
		Long: `Compare a newer plan document with the last one that a budget came from, and list
what is new, changed and deleted at the source. With --apply it is taken over, in
one step that can be undone; what was changed here stays as it is. The newer
document is kept, and verify, cleanup and the next reimport go by it; holdover
original --list shows those that came before.

FILE may be - for standard input. Another budget from the same file:
holdover import FILE --new`,
		Example: "  holdover reimport Household newer.json\n  holdover reimport Household newer.json --apply",
		GroupID: "bring",
		Args:    exactArgs(2),
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b frame.Budget) error {
			return e.reimport(cmd, a, b, args[1], apply)
		}),
	}
	cmd.Flags().BoolVar(&apply, "apply", false, "take it over, in one step that can be undone")
	return cmd
}

// reimported is what holdover reimport prints with --json.
type reimported struct {
	bring.Reimport
	Applied *app.Done `json:"applied,omitempty"`
}

func (e *env) reimport(cmd *cobra.Command, a *app.App, b frame.Budget, path string, apply bool) (err error) {
	file, _, err := e.openFile(path, planFile)
	if err != nil {
		return err
	}
	defer file.Close()
	got, err := takeOver(cmd, a, b, path, file, apply)
	if err != nil {
		return named(path, err)
	}
	return e.show(got, func(p *printer) { printReimport(p, b, &got) })
}

func takeOver(cmd *cobra.Command, a *app.App, b frame.Budget, path string, file io.Reader, apply bool) (got reimported, err error) {
	if !apply {
		got.Reimport, err = a.PreviewReimport(cmd.Context(), app.Machine(), b.ID, file)
		return got, err
	}
	done, view, err := a.ApplyReimport(cmd.Context(), app.Machine(), b.ID, filepath.Base(path), file)
	if got.Reimport = view; done.Change != 0 {
		got.Applied = &done
	}
	return got, err
}

func printReimport(p *printer, b frame.Budget, r *reimported) {
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
		t.row(string(c.Action), c.Kind, when, c.Name, amount, bring.ReimportNote(c))
	}
	if len(r.Changes) > 0 {
		t.print()
	}
	switch {
	case r.Same:
		p.say("It is the file that %s is compared with. There is nothing to take over.", b.Name)
	case r.Applied != nil:
		p.say("%s. It is one step: holdover serve, History, Undo takes it back.", r.Applied.Label)
	default:
		p.say("%s new, %s changed, %s deleted in YNAB; %s here.", count(r.New), count(r.Changed), count(r.Deleted), words.Number(r.Kept, "stays as it is", "stay as they are"))
		p.say("Nothing was changed. Add --apply to take it over.")
	}
}
