package cli

import (
	"context"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
)

func newCategory(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "category",
		Short:   "Add, rename, move, hide, sort and delete categories",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	onCategory, onGroup := e.changingRecord(findCategory), e.changingRecord(findGroup)
	var receiver string
	deletes := onCategory("delete BUDGET CATEGORY", "Delete a category; --to names the one that receives its transactions and money", 2, func(ctx context.Context, a *app.App, id, category string, _ []string) (done app.ChangeResult, err error) {
		to, err := findReceiver(ctx, a, id, receiver)
		if err != nil {
			return done, err
		}
		done, err = a.DeleteCategory(ctx, app.Machine(), id, category, to)
		return done, needsReceiver(err)
	})
	deletes.Flags().StringVar(&receiver, "to", "", "the category that receives the transactions and the money")
	cmd.AddCommand(
		deletes,
		onGroup("add BUDGET GROUP NAME", "Add a category to a group", 3, func(ctx context.Context, a *app.App, id, group string, args []string) (app.ChangeResult, error) {
			return a.NewCategory(ctx, app.Machine(), id, group, args[0])
		}),
		onCategory("rename BUDGET CATEGORY NAME", "Rename a category", 3, func(ctx context.Context, a *app.App, id, category string, args []string) (app.ChangeResult, error) {
			return a.RenameCategory(ctx, app.Machine(), id, category, args[0])
		}),
		onCategory("move BUDGET CATEGORY GROUP", "Move a category to the end of a group", 3, func(ctx context.Context, a *app.App, id, category string, args []string) (done app.ChangeResult, err error) {
			group, err := a.FindGroup(ctx, app.Machine(), id, args[0])
			if err != nil {
				return done, err
			}
			return a.MoveCategory(ctx, app.Machine(), id, category, group.ID, "")
		}),
		onCategory("hide BUDGET CATEGORY", "Hide a category", 2, func(ctx context.Context, a *app.App, id, category string, _ []string) (app.ChangeResult, error) {
			return a.HideCategory(ctx, app.Machine(), id, category, true)
		}),
		onCategory("show BUDGET CATEGORY", "Show a hidden category again", 2, func(ctx context.Context, a *app.App, id, category string, _ []string) (app.ChangeResult, error) {
			return a.HideCategory(ctx, app.Machine(), id, category, false)
		}),
		onGroup("sort BUDGET GROUP", "Sort the categories of a group by name", 2, func(ctx context.Context, a *app.App, id, group string, _ []string) (app.ChangeResult, error) {
			return a.SortCategories(ctx, app.Machine(), id, group)
		}),
	)
	return cmd
}

func newGroup(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "group",
		Short:   "Add, rename, move, hide and delete category groups",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	onGroup := e.changingRecord(findGroup)
	move := onGroup("move BUDGET GROUP [BEFORE]", "Move a group before another one, or to the end", 2, func(ctx context.Context, a *app.App, id, group string, args []string) (done app.ChangeResult, err error) {
		var before app.NamedRecord
		if len(args) > 0 {
			if before, err = a.FindGroup(ctx, app.Machine(), id, args[0]); err != nil {
				return done, err
			}
		}
		return a.MoveGroup(ctx, app.Machine(), id, group, before.ID)
	})
	move.Args = someArgs(2, 3)
	var receiver string
	deletes := onGroup("delete BUDGET GROUP", "Delete a group with its categories; --to names the category that receives their transactions and money", 2, func(ctx context.Context, a *app.App, id, group string, _ []string) (done app.ChangeResult, err error) {
		to, err := findReceiver(ctx, a, id, receiver)
		if err != nil {
			return done, err
		}
		done, err = a.DeleteGroup(ctx, app.Machine(), id, group, to)
		return done, needsReceiver(err)
	})
	deletes.Flags().StringVar(&receiver, "to", "", "the category of another group that receives the transactions and the money")
	cmd.AddCommand(
		e.changing("add BUDGET NAME", "Add a group", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
			return a.NewGroup(ctx, app.Machine(), b.ID, args[0])
		}),
		onGroup("rename BUDGET GROUP NAME", "Rename a group", 3, func(ctx context.Context, a *app.App, id, group string, args []string) (app.ChangeResult, error) {
			return a.RenameGroup(ctx, app.Machine(), id, group, args[0])
		}),
		move,
		onGroup("hide BUDGET GROUP", "Hide a group", 2, func(ctx context.Context, a *app.App, id, group string, _ []string) (app.ChangeResult, error) {
			return a.HideGroup(ctx, app.Machine(), id, group, true)
		}),
		onGroup("show BUDGET GROUP", "Show a hidden group again", 2, func(ctx context.Context, a *app.App, id, group string, _ []string) (app.ChangeResult, error) {
			return a.HideGroup(ctx, app.Machine(), id, group, false)
		}),
		deletes,
	)
	return cmd
}

// findGroup returns the id of the category group that a user names.
func findGroup(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error) {
	group, err := a.FindGroup(ctx, app.Machine(), b.ID, ref)
	return group.ID, err
}

// findReceiver returns the id of the category that receives the content of a deleted one, or "" for none.
func findReceiver(ctx context.Context, a *app.App, id, ref string) (string, error) {
	if ref == "" {
		return "", nil
	}
	c, err := a.FindCategory(ctx, app.Machine(), id, ref)
	return c.ID, err
}

// needsReceiver adds the flag that names a receiver to the error of a deletion that lacks one.
func needsReceiver(err error) error {
	return apperr.Placed(err, func(at *apperr.Error) {
		if at.Kind == apperr.Conflict {
			at.Hint = "--to CATEGORY names the category that receives them"
		}
	})
}
