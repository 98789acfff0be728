package cli

import (
	"net/http"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/surface/mcp"
	"holdover/internal/surface/server"
)

func newMCP(e *env) *cobra.Command {
	var cfg mcp.Config
	var listen string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Give an AI assistant access to the budgets, over the Model Context Protocol",
		Long: `Give an AI assistant access to the budgets, over the Model Context Protocol: by standard
input and output, as assistants start it, or with --http at an address, for
anyone who sends a token (holdover token new).

It only reads, unless it is started with --write; over HTTP a read-only token
only reads all the same. Whatever an assistant changes is one step of the
history, which names it, and can be undone.`,
		Example: "  holdover mcp --budget Household\n  holdover mcp --write --http 127.0.0.1:8586",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: e.inApp(func(cmd *cobra.Command, _ []string, a *app.App) error {
			cfg.App, cfg.Log, cfg.Version = a, e.serverLog(), Version()
			if listen == "" {
				return mcp.Stdio(cmd.Context(), cfg)
			}
			mux := http.NewServeMux()
			mux.Handle("/mcp", mcp.Handler(cfg))
			return server.Serve(cmd.Context(), listen, mux, cfg.Log, func(url string) {
				e.printer().say("Assistants find the budgets at %s/mcp, with a token.", url)
			})
		}),
	}
	cmd.Flags().BoolVar(&cfg.Write, "write", false, "the assistant may also change budgets")
	cmd.Flags().StringVar(&cfg.Budget, "budget", "", "show no other budget than this one, by `NAME` or id")
	cmd.Flags().StringVar(&listen, "http", "", "serve HTTP at this `ADDRESS`, such as 127.0.0.1:8586, in place of standard input and output")
	takesAddress(cmd.Flags(), "http")
	return cmd
}
