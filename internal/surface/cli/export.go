package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/base/apperr"
	"holdover/internal/model/guide"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/cli/tokens"
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
