package cli

import (
	"cmp"
	"encoding/base64"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/server"
	"holdover/internal/surface/webtool"
)

// secretVariable and keyVariable keep secrets out of the list of processes.
const (
	secretVariable = "HOLDOVER_WEBTOOL_SECRET"
	keyVariable    = "HOLDOVER_WEBTOOL_KEY"
)

func newWebtool(e *env) *cobra.Command {
	var source, listen, clientID, secret, public string
	var behindProxy bool
	cmd := &cobra.Command{
		Use:   "webtool",
		Short: "Serve a page where people download their plan",
		Long: `Serve a page where people allow access at the source, choose a plan and
download it. It stores nothing: no account, no plan, no token.

Register it at the source first, with the address --public and /callback
behind it as the redirect address. The secret can be given in the variable
` + secretVariable + `. Several instances that share the work share the
key of their cookie, 32 bytes in base64, in ` + keyVariable + `.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			address, err := sourceapi.ParseAddress(source)
			if err != nil {
				return err
			}
			key, err := base64.StdEncoding.DecodeString(os.Getenv(keyVariable))
			if err != nil {
				return apperr.New(apperr.Invalid, "%s is not base64", keyVariable).WithHint("openssl rand -base64 32 makes one")
			}
			secret, public = cmp.Or(secret, os.Getenv(secretVariable)), cmp.Or(public, "http://"+listen)
			log := e.serverLog()
			tool, err := webtool.New(webtool.Config{
				Source: address, ClientID: clientID, ClientSecret: strings.TrimSpace(secret), Public: public, Key: key, BehindProxy: behindProxy, Agent: "holdover/" + Version(), Log: log,
			})
			if err != nil && clientID == "" {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			p := e.printer()
			return server.Serve(cmd.Context(), listen, tool, log, func(string) { p.say("The tool is at %s   (Ctrl+C stops it)", public) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&source, "source", "", "the source's address (default: YNAB's)")
	flags.StringVar(&clientID, "client-id", "", "the client id that the source gave")
	flags.StringVar(&secret, "client-secret", "", "the client secret; better given in "+secretVariable)
	flags.StringVar(&public, "public", "", "the address that people open, with its path where there is one")
	flags.BoolVar(&behindProxy, "behind-proxy", false, "trust a proxy's X-Forwarded-For, which tells people apart")
	flags.StringVar(&listen, "listen", "127.0.0.1:8586", "address to listen on, host:port")
	takesAddress(flags, "listen")
	takes(flags, "public", "the address that people open, such as https://tool.example/export", func(text string) bool {
		_, err := webtool.ParsePublic(text)
		return err == nil
	})
	return cmd
}
