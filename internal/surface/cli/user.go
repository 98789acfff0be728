package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/prompt"
)

func newUser(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "user",
		Short: "Add, list and remove users",
		Long: `Add, list and remove users. The first user is the owner: budgets
that exist already become theirs, and they manage the other users.

Passwords are asked for at a terminal, else read as one line of standard input.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newUserAdd(e), newUserPassword(e), newUserResetSecondFactor(e), newUserUnlink(e), newUserList(e), newUserRemove(e))
	return cmd
}

func newUserAdd(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "add NAME",
		Short: "Add a user",
		Args:  exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.beginApp(cmd.Context(), func(a *app.App) error {
				password, err := e.newPassword(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				u, err := a.AddUser(cmd.Context(), app.Machine(), args[0], password)
				return showRead(e, u, err, func(p *printer) {
					p.say("Added %s.", u.Name)
					if u.Admin {
						p.say("As the first user, they are the owner: %s.", ownedText(u.Budgets))
					}
				})
			})
		},
	}
}

func ownedText(budgets int) string {
	switch budgets {
	case 0:
		return "budgets made at the command line will be theirs"
	case 1:
		return "the existing budget is theirs"
	}
	return "the " + humanize.Count(budgets) + " existing budgets are theirs"
}

func newUserPassword(e *env) *cobra.Command {
	var endAccess bool
	cmd := &cobra.Command{
		Use:   "password NAME",
		Short: "Give a user another password and sign them out everywhere",
		Args:  exactArgs(1),
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			u, err := e.findUser(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			password, err := e.newPassword(cmd.Context(), u.Name)
			if err != nil {
				return err
			}
			err = a.SetPassword(cmd.Context(), app.Machine(), users.PasswordReset{Name: u.Name, New: password, EndAccess: endAccess})
			return showRead(e, map[string]users.User{"changed": u}, err, func(p *printer) {
				p.say("%s has a new password and was signed out everywhere.", u.Name)
				if endAccess {
					p.say("Their tokens and connected applications have lost access.")
				} else {
					p.say("Their tokens and connected applications keep their access; --end-access ends it.")
				}
			})
		}),
	}
	cmd.Flags().BoolVar(&endAccess, "end-access", false, "also end their personal tokens and connected applications")
	return cmd
}

func newUserResetSecondFactor(e *env) *cobra.Command {
	var endSessions bool
	cmd := &cobra.Command{
		Use:   "reset-second-factor NAME",
		Short: "Let a user sign in with the password alone",
		Long: `Let a user sign in with the password alone: the authenticator app, the
recovery codes and the passkeys stop working. For a user who has lost them.`,
		Args: exactArgs(1),
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			u, err := e.findUser(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			if u.SecondFactor.IsEmpty() {
				return apperr.New(apperr.NotFound, "%s has no second factor", u.Name)
			}
			err = a.ResetSecondFactor(cmd.Context(), app.Machine(), u.Name, endSessions)
			return showRead(e, map[string]users.User{"reset": u}, err, func(p *printer) {
				p.say("%s signs in with the password alone, and can set up a second factor again.", u.Name)
				if endSessions {
					p.say("They were signed out everywhere.")
				}
			})
		}),
	}
	cmd.Flags().BoolVar(&endSessions, "end-sessions", false, "also sign the user out everywhere")
	return cmd
}

func newUserUnlink(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "unlink NAME",
		Short: "Remove a user's accounts at identity providers",
		Long: `Remove a user's accounts at identity providers, and sign the user out
everywhere. Give a user without a password one with holdover user password.`,
		Args: exactArgs(1),
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			u, err := e.findUser(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			err = a.ResetIdentities(cmd.Context(), app.Machine(), u.Name)
			return showRead(e, map[string]users.User{"unlinked": u}, err, func(p *printer) {
				p.say("%s is linked to no identity provider and was signed out everywhere.", u.Name)
				if u.NoPassword {
					p.say("They have no password. Set one with: %s", p.command("user password NAME"))
				}
			})
		}),
	}
}

func newUserList(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the users",
		Args:  exactArgs(0),
		RunE:  list(e, (*app.App).Users, printUsers),
	}
}

func printUsers(p *printer, all []users.User) {
	t := p.listed("There are no users. Add the owner with: "+p.command("user add NAME"), "Name…", "Owner", "Second factor", "Budgets>", "Created?")
	for _, u := range all {
		owner := ""
		if u.Admin {
			owner = "yes"
		}
		t.row(u.Name, owner, factorText(u.SecondFactor), humanize.Count(u.Budgets), minute(u.Created))
	}
	t.print()
}

func factorText(f users.FactorSummary) string {
	var all []string
	if f.HasApp {
		all = append(all, "app")
	}
	if f.Passkeys > 0 {
		all = append(all, humanize.Number(f.Passkeys, "passkey", "passkeys"))
	}
	return strings.Join(all, ", ")
}

func newUserRemove(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME",
		Short: "Remove a user with their sessions and tokens",
		Long: `Remove a user with their sessions and tokens. Budgets without another owner
become the owner's; none is deleted.`,
		Args: exactArgs(1),
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			u, err := e.findUser(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			err = a.RemoveUser(cmd.Context(), app.Machine(), u.Name)
			return showRead(e, map[string]users.User{"removed": u}, err, func(p *printer) { p.say("Removed %s.", u.Name) })
		}),
	}
}

func (e *env) findUser(ctx context.Context, a *app.App, name string) (users.User, error) {
	all, err := a.Users(ctx, app.Machine())
	if err != nil {
		return users.User{}, err
	}
	u := iterutil.First(all, func(u users.User) bool { return auth.UserKey(u.Name) == auth.UserKey(name) })
	if u == nil {
		return users.User{}, e.listedBy(apperr.New(apperr.NotFound, "user %q not found", name), "user list")
	}
	return *u, nil
}

// newPassword asks the user twice; without a terminal it reads a line of standard input, so that the password appears
// in no process list.
func (e *env) newPassword(ctx context.Context, user string) (string, error) {
	person, ok := prompt.On(e.in, e.err)
	if !ok {
		line, err := e.line(ctx)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", apperr.New(apperr.Invalid, "standard input cannot be read").WithCause(err)
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return "", usageError{apperr.New(apperr.Invalid, "there is no password on standard input")}
		}
		return line, nil
	}
	password, err := person.Secret(ctx, "Password for "+user, fmt.Sprintf("At least %d characters. It is not shown.", auth.LeastPasswordRunes),
		func(given string) error { return auth.CheckPasswordRules(user, given) })
	if err != nil {
		return "", err
	}
	_, err = person.Secret(ctx, "Repeat the password", "", func(again string) error {
		if again != password {
			return apperr.New(apperr.Invalid, "the passwords do not match")
		}
		return nil
	})
	return password, err
}
