package cli

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
)

func newToken(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Create, list and revoke personal access tokens",
		Long: `Create, list and revoke personal access tokens. A program that has one may read,
and unless it is read-only change, the budgets of its user over the API at /v1.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newTokenNew(e), newTokenList(e), newTokenRevoke(e))
	return cmd
}

func newTokenNew(e *env) *cobra.Command {
	var readOnly bool
	var user string
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Create a token and print it once",
		Long: `Create a token and print only the token on standard output. It is not stored and
cannot be shown again; the shortened form that token list shows gives no access.

NAME is the program that will use it, to identify it when you revoke it.`,
		Example: "  holdover token new \"Home Assistant\" --read-only",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			want := users.TokenRequest{Name: args[0], Scope: auth.Full, User: user}
			if readOnly {
				want.Scope = auth.ReadOnly
			}
			return e.withApp(cmd.Context(), func(a *app.App) error { return e.makeToken(cmd.Context(), a, want) })
		},
	}
	cmd.Flags().BoolVar(&readOnly, "read-only", false, "the token can only read")
	cmd.Flags().StringVar(&user, "user", "", "the user of the token (default: the first user)")
	return cmd
}

func (e *env) makeToken(ctx context.Context, a *app.App, want users.TokenRequest) error {
	if want.User != "" {
		if _, err := e.findUser(ctx, a, want.User); err != nil {
			return err
		}
	}
	secret, t, err := a.NewToken(ctx, app.Machine(), want)
	if err != nil {
		return err
	}
	made := struct {
		users.Token
		Secret string `json:"secret"`
	}{t, secret.Reveal()}
	err = e.show(made, func(p *printer) {
		p.print("%s\n", secret.Reveal())
		if p.failed == nil {
			p.say("This is the token %q of %s, shown this once. %s ends it.", t.Name, t.User, p.command("token revoke %d", t.No))
		}
	})
	if err != nil { // the token would be unknown to the user and valid forever
		err = errors.Join(err, a.RevokeToken(ctx, app.Machine(), t.No))
	}
	return err
}

func newTokenList(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the valid tokens",
		Args:  exactArgs(0),
		RunE:  list(e, (*app.App).Tokens, printTokens),
	}
}

func printTokens(p *printer, tokens []users.Token) {
	t := p.listed("There are no tokens. Create one with: "+p.command("token new NAME"), "Id>", "Name…", "User…", "Scope", "Token", "Created?", "Last used?")
	for _, tok := range tokens {
		used := "never"
		if tok.LastUsed != nil {
			used = minute(*tok.LastUsed)
		}
		t.row(strconv.FormatInt(tok.No, 10), tok.Name, tok.User, string(tok.Scope), tok.Short, minute(tok.Created), used)
	}
	t.print()
}

func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

func newTokenRevoke(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "revoke ID|NAME",
		Short: "Revoke a token: programs that use it lose access",
		Args:  exactArgs(1),
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			tokens, err := a.Tokens(cmd.Context(), app.Machine())
			if err != nil {
				return err
			}
			t, err := e.findToken(tokens, args[0])
			if err != nil {
				return err
			}
			err = a.RevokeToken(cmd.Context(), app.Machine(), t.No)
			return showRead(e, map[string]users.Token{"revoked": t}, err, func(p *printer) { p.say("Revoked %q of %s.", t.Name, t.User) })
		}),
	}
}

// findToken returns the token with an id, or with a name if only one token has it.
func (e *env) findToken(tokens []users.Token, ref string) (users.Token, error) {
	one, n := iterutil.FindByIDOrName(tokens, func(t *users.Token) bool { return strconv.FormatInt(t.No, 10) == ref }, func(t *users.Token) bool { return budget.NameKey(t.Name) == budget.NameKey(ref) })
	switch n {
	case 1:
		return *one, nil
	case 0:
		return users.Token{}, e.listedBy(apperr.New(apperr.NotFound, "token %q not found", ref), "token list")
	}
	return users.Token{}, e.listedBy(apperr.New(apperr.Conflict, "%d tokens are called %q", n, ref), "token list")
}
