package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/base/apperr"
	"holdover/internal/model/guide"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/cli/tokens"
	"holdover/internal/surface/prompt"
)

// exporting is one run of the export tool: its flags and state.
type exporting struct {
	env *env

	source, token, plan string
	output, key         string
	forget, list, anon  bool

	address sourceapi.Address
	tokens  tokens.Store
	bar     *bar
}

func newExport(e *env) *cobra.Command {
	x := &exporting{env: e}
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Get the plan document from YNAB, or from another Holdover",
		Long: `Get the document of a whole plan from YNAB, or from another Holdover.

In a terminal it asks for a personal access token, remembers it, lists the plans
to choose from and writes the file into the Downloads folder:
PLAN NAME-YYYYMMDD-HHMMSS.json. The file is checked before it appears, and no
file is ever replaced. Its path is what standard output gets.

The token comes from --token, else from HOLDOVER_SOURCE_TOKEN, else it is the
remembered one (in the system's keyring, else in a file that only you can read;
one for each source), else it is asked for. Other users of this computer can see
a token on the command line: --token - reads it from standard input.

Without a terminal give --plan, too.

` + exitCodesText + "\n" + gettingText(),
		Example: `  holdover export
  holdover export --plan last-used --output - | holdover import -
  holdover export --source http://127.0.0.1:8585 --plan Household --json
  holdover export --plan Household --anonymise --output to-share.json`,
		GroupID: "bring",
		Args:    exactArgs(0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return x.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	x.sourceFlags(flags)
	flags.StringVarP(&x.output, "output", "o", "", "file to write, - for standard output (default: in the Downloads folder)")
	flags.StringVar(&x.key, "leading-key", "plan", "the document's leading key, plan or budget (for older programs)")
	takesWords(flags, "leading-key", leadingKeys...)
	flags.BoolVar(&x.anon, "anonymise", false, "replace names and memos and multiply amounts, to share the file when asking for help")
	flags.BoolVar(&x.list, "list", false, "list the plans and write no file")
	flags.BoolVar(&x.forget, "forget", false, "forget the remembered token")
	cmd.MarkFlagsMutuallyExclusive("list", "plan")
	cmd.MarkFlagsMutuallyExclusive("list", "output")
	return cmd
}

const exitCodesText = `Exit codes: 0 done · 1 failed, such as a full disk · 2 the command line was not
understood · 3 the answer is not a plan document · 4 the plan was not found · 5 the
token was not accepted · 6 the source cannot be reached or asks to wait.
`

func (x *exporting) run(ctx context.Context) error {
	err := x.steps(ctx)
	if ctx.Err() != nil {
		return apperr.New(apperr.Invalid, "stopped; no file was written").WithCause(err)
	}
	return err
}

func (x *exporting) steps(ctx context.Context) error {
	if err := x.findSource(); err != nil {
		return err
	}
	if x.forget {
		return x.forgetToken()
	}
	return x.withPlans(ctx, func(client *sourceapi.Client, plans []sourceapi.Plan) error {
		if x.list {
			return x.env.show(plans, func(p *printer) { printPlans(p, plans) })
		}
		plan, err := x.choose(ctx, plans)
		if err != nil {
			return err
		}
		return x.export(ctx, client, plan)
	})
}

// findSource determines the source and where its token is stored.
func (x *exporting) findSource() (err error) {
	if x.address, err = sourceapi.ParseAddress(x.source); err != nil {
		return usageError{err}
	}
	x.tokens = tokens.Store{Address: x.address.String()}
	return nil
}

// withPlans connects to the source and calls do with its plans.
func (x *exporting) withPlans(ctx context.Context, do func(*sourceapi.Client, []sourceapi.Plan) error) error {
	client, plans, err := x.connect(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	return do(client, plans)
}

// sourceFlags defines the flags that select the source and the plan.
func (x *exporting) sourceFlags(flags *pflag.FlagSet) {
	flags.StringVar(&x.source, "source", "", "where the plan is, such as http://127.0.0.1:8585 (default YNAB)")
	flags.StringVar(&x.token, "token", "", "personal access token, - to read it from standard input")
	flags.StringVar(&x.plan, "plan", "", "id or name of the plan, or last-used")
}

func (x *exporting) forgetToken() error {
	had, err := x.tokens.Forget()
	if err != nil {
		return err
	}
	p := x.printer()
	if had {
		p.say("The token for %s is forgotten here. It can be revoked at %s.", x.address.Name(), x.address.TokenPage())
	} else {
		p.say("No token for %s was remembered.", x.address.Name())
	}
	return nil
}

func (x *exporting) printer() *printer { return x.env.printer() }

func (x *exporting) client(token sourceapi.Token) (*sourceapi.Client, error) {
	return sourceapi.New(sourceapi.Options{
		Address: x.address, Token: token, Agent: "holdover/" + Version(),
		Progress: x.progress, Waiting: x.waiting,
	})
}

// progress draws the progress bar of the download.
func (x *exporting) progress(p sourceapi.Progress) {
	if x.bar == nil {
		return // the list of plans arrives without a delay
	}
	x.bar.total = p.Total
	if p.Of > 0 {
		x.bar.label = fmt.Sprintf("Part %d of %d", p.Calls+1, p.Of)
	}
	x.bar.at(p.Bytes)
}

// waiting reports how long the source, or a lost connection, delays the download.
func (x *exporting) waiting(p sourceapi.Pause) {
	if x.bar != nil {
		x.bar.done(false)
	}
	again := "Trying again in"
	if p.Busy {
		again = "Going on in"
	}
	x.printer().say("%s. %s %s.", p.Why, again, shortDuration(p.For))
}

func printPlans(p *printer, plans []sourceapi.Plan) {
	t := p.listed("There are no plans.", "Name…", "Currency", "From", "To", "Changed", "Id?")
	for _, plan := range plans {
		changed := ""
		if !plan.LastModifiedOn.IsZero() {
			changed = minute(plan.LastModifiedOn)
		}
		t.row(ansi.Truncate(printable(plan.Name), 40, "…"), plan.Currency, plan.FirstMonth.String(), plan.LastMonth.String(), changed, plan.ID)
	}
	t.print()
}

// tokenVariable is the environment variable with the token, for scripts.
const tokenVariable = "HOLDOVER_SOURCE_TOKEN"

// gettingText explains how to get the plan document, for the help of export.
func gettingText() string {
	var b strings.Builder
	b.WriteString("Ways to get the plan document out of YNAB.\n\nA token first, which every way but a web tool needs:\n")
	steps(&b, guide.Token())
	for _, way := range guide.Ways() {
		fmt.Fprintf(&b, "\n%s. %s\n", way.Title, way.When)
		steps(&b, way.Steps)
		for _, c := range way.Commands {
			fmt.Fprintf(&b, "     %s   (%s)\n", c.Text, c.System)
		}
		for _, n := range way.Notes {
			fmt.Fprintf(&b, "  Note: %s\n", n)
		}
	}
	return b.String()
}

func steps(b *strings.Builder, list []string) {
	for i, s := range list {
		fmt.Fprintf(b, "  %d. %s\n", i+1, s)
	}
}

// connect finds a token that the source accepts, by listing the plans. A token that the user typed is stored once it
// has worked.
func (x *exporting) connect(ctx context.Context) (*sourceapi.Client, []sourceapi.Plan, error) {
	token, given, err := x.knownToken(ctx)
	if err != nil {
		return nil, nil, err
	}
	if x.address.Open() {
		x.printer().say("The token is sent to %s unencrypted: anyone on the same network can read it.", x.address.Name())
	}
	if !token.IsZero() {
		client, plans, err := x.try(ctx, token)
		if given || apperr.KindOf(err) != apperr.Unauthorized {
			return client, plans, err
		}
		if _, ok := prompt.On(x.env.in, x.env.err); !ok {
			return nil, nil, err
		}
		x.printer().say("The remembered token was not accepted by %s any more.", x.address.Name())
	}
	return x.askToken(ctx)
}

// knownToken returns the token that is available without a prompt; given reports whether it was passed to this run,
// so that no other is tried.
func (x *exporting) knownToken(ctx context.Context) (token sourceapi.Token, given bool, err error) {
	text := x.token
	if text == "-" {
		line, err := x.env.line(ctx)
		if strings.TrimSpace(line) == "" {
			return token, true, usageError{apperr.New(apperr.Invalid, "no token on standard input").WithCause(err)}
		}
		text = line
	}
	if text = cmp.Or(text, os.Getenv(tokenVariable)); text != "" {
		token, err = sourceapi.ParseToken(text)
		return token, true, err
	}
	token, err = x.tokens.Load()
	return token, false, err
}

func (x *exporting) try(ctx context.Context, token sourceapi.Token) (*sourceapi.Client, []sourceapi.Plan, error) {
	client, err := x.client(token)
	if err != nil {
		return nil, nil, err
	}
	plans, err := client.Plans(ctx)
	if err != nil {
		client.Close()
		return nil, nil, err
	}
	return client, plans, nil
}

// askToken prompts the user until a token is accepted.
func (x *exporting) askToken(ctx context.Context) (*sourceapi.Client, []sourceapi.Plan, error) {
	person, ok := prompt.On(x.env.in, x.env.err)
	if !ok {
		return nil, nil, apperr.New(apperr.Unauthorized, "no token for %s", x.address.Name()).
			WithHint("set HOLDOVER_SOURCE_TOKEN, or run holdover export in a terminal. Create a token at %s", x.address.TokenPage())
	}
	for {
		text, err := person.Secret(ctx, "Personal access token for "+x.address.Name(),
			"Create one at "+x.address.TokenPage()+"\nIt is not shown while you paste it.", checkToken)
		if err != nil {
			return nil, nil, err
		}
		token, err := sourceapi.ParseToken(text)
		if err != nil {
			return nil, nil, err
		}
		client, plans, err := x.try(ctx, token)
		if apperr.KindOf(err) == apperr.Unauthorized {
			complain(x.env.err, err)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		x.remember(token)
		return client, plans, nil
	}
}

func checkToken(text string) error {
	_, err := sourceapi.ParseToken(text)
	return err
}

// remember stores the token for the next run. A failure only prints a warning.
func (x *exporting) remember(token sourceapi.Token) {
	where, err := x.tokens.Save(token)
	if err != nil {
		x.printer().say("The token could not be remembered: %v", err)
		return
	}
	x.printer().say("The token is remembered in %s; holdover export --forget removes it.", where)
}
