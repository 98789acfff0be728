package cli

import (
	"context"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"holdover/internal/fault"
)

// healthPatience is how long a server may take to say that it is well.
const healthPatience = 4 * time.Second

func newHealth(e *env) *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:     "health",
		Short:   "Ask a server that runs on this machine whether it is well",
		Long:    "Ask a server that runs on this machine whether it is well: it answers, and so does\nits database. For containers, which have no other program to ask with.",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := askHealth(cmd.Context(), address); err != nil {
				return err
			}
			return e.show(map[string]string{"status": "ok"}, func(p *printer) { p.say("It is well.") })
		},
	}
	cmd.Flags().StringVar(&address, "listen", "127.0.0.1:8585", "where it listens, host:port")
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
		return fault.New(fault.Unavailable, "nothing answers at %s", address).WithCause(err).WithHint("is holdover serve running there?")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fault.New(fault.Unavailable, "the server at %s is not well: %s", address, resp.Status).WithHint("its log says more")
	}
	return nil
}
