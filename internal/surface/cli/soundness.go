package cli

import (
	"context"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

func newCheck(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check all data for damage",
		Long: `Read everything: the database's own structure, every budget's transactions
against the figures that are kept of them and against each other, its history,
and every document that it came from, with its report. Nothing is changed, but
that the tables of an older Holdover are brought up to date first. The exit code
is 0 only if nothing is wrong.

Changed letters in a name or a memo cannot be detected.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: e.inApp(func(cmd *cobra.Command, _ []string, a *app.App) error {
			found, err := a.Check(cmd.Context())
			if err := showRead(e, map[string]any{"sound": len(found) == 0, "findings": append([]store.Finding{}, found...)}, err, func(p *printer) { printFindings(p, found) }); err != nil {
				return err
			}
			if len(found) > 0 {
				return apperr.New(apperr.Invalid, "the data is damaged: %s", humanize.Number(len(found), "finding", "findings")).
					WithHint("stop Holdover, keep the folder as it is, and bring the last sound backup back into another one with holdover restore")
			}
			return nil
		}),
	}
}

func printFindings(p *printer, found []store.Finding) {
	t := p.listed("All data was read. No damage was found.", "Budget…", "Problem")
	for _, f := range found {
		t.row(f.Name, f.What)
	}
	t.print()
}

// healthPatience is the time limit for a server's response to a health check.
const healthPatience = 4 * time.Second

func newHealth(e *env) *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:     "health",
		Short:   "Check that a server on this machine is healthy",
		Long:    "Check that a server on this machine and its database respond. For containers,\nwhich have no other program for this check.",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := askHealth(cmd.Context(), address); err != nil {
				return err
			}
			return e.show(map[string]string{"status": "ok"}, func(p *printer) { p.say("The server is healthy.") })
		},
	}
	cmd.Flags().StringVar(&address, "listen", "127.0.0.1:8585", "where it listens, host:port")
	takesAddress(cmd.Flags(), "listen")
	return cmd
}

func askHealth(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return usageError{err}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return apperr.New(apperr.Unavailable, "nothing answers at %s", address).WithCause(err).WithHint("check that holdover serve is running there")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return apperr.New(apperr.Unavailable, "the server at %s is not healthy: %s", address, resp.Status).WithHint("see its log")
	}
	return nil
}
