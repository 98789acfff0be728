// Package cli is the command line: one file per command, each a thin wrapper around a method of app.
//
// Standard output contains data, standard error messages. Every command that prints data accepts --json, with amounts
// in milliunits. Errors are one line and a hint; exit codes are in [exitCode].
//
// Start with newRoot.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/ynabdoc"
)

// Exit codes, the same for every command.
const (
	exitOK       = 0
	exitFailed   = 1 // an error occurred
	exitUsage    = 2 // the command line was not understood
	exitNotAPlan = 3 // the file is not a plan document (not-sourceapp5)
	exitNotFound = 4 // the budget, file, account or plan does not exist
	exitRefused  = 5 // not allowed: wrong token, no permission
	exitNetwork  = 6 // a source or server cannot be reached, or requests a wait
)

// Main runs the command line and returns the exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process immediately
	ctx = apperr.Track(ctx)
	e := &env{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	root := newRoot(e)
	root.SetArgs(args)
	err := unread(ctx, stopped(ctx, root.ExecuteContext(ctx)))
	if err == nil {
		return exitOK
	}
	if e.json || slices.Contains(args, "--json") { // an invalid flag before --json may have ended the parsing
		complainJSON(os.Stderr, err)
	} else {
		complain(os.Stderr, err)
	}
	return exitCode(err)
}

// stopped replaces the error of a command that was ended by a signal with one that states the outcome of its changes.
// An *apperr.Error already states it and is returned unchanged, except an Unavailable error that the signal caused.
func stopped(ctx context.Context, err error) error {
	kind := apperr.KindOf(err)
	if err == nil || ctx.Err() == nil || kind != apperr.Internal && (kind != apperr.Unavailable || !errors.Is(err, context.Canceled)) {
		return err
	}
	if apperr.OutcomeOf(ctx) == apperr.Unchanged {
		return apperr.New(apperr.Invalid, "stopped; nothing was changed").WithCause(err)
	}
	return apperr.New(apperr.Invalid, "stopped after something may have been changed").WithCause(err).WithHint("check the result before you try again")
}

// unread adds the outcome of the changes to the error of a command that could not print its output.
func unread(ctx context.Context, err error) error {
	f, ok := errors.AsType[*apperr.Error](err)
	if !ok || f.Code != unprinted {
		return err
	}
	what := "the data was not changed by that"
	if apperr.OutcomeOf(ctx) != apperr.Unchanged {
		what = "something was changed before that: check the result before you try again"
	}
	if f.Hint != "" {
		what = f.Hint + "; " + what
	}
	return f.WithHint("%s", what)
}

// usageError marks a command line that was not understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// misused returns an error for an invalid value of a flag that states the accepted values. The library's message uses
// terms of Go.
func misused(err error) error {
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return usageError{err}
	}
	return invalidValue("--"+wrong.GetFlag().Name, wrong.GetFlag().Value, wrong.GetValue(), err)
}

// invalidValue returns the usage error for a text that a flag does not take, with the name of the place where it stands.
func invalidValue(name string, value pflag.Value, text string, err error) error {
	takes := ""
	if p, is := value.(picky); is && errors.Is(err, errUnfit) {
		return usageError{fmt.Errorf("%s takes %s, not %q", name, p.takes, text)}
	}
	switch value.Type() {
	case "int", "int64", "intSlice":
		takes = "a whole number"
		if errors.Is(err, strconv.ErrRange) {
			takes = "a smaller number"
		}
	case "bool":
		takes = "true or false"
	default:
		return usageError{err}
	}
	return usageError{fmt.Errorf("%s takes %s, not %q", name, takes, text)}
}

// exclusive is the library's annotation for the groups of flags that exclude each other.
const exclusive = "cobra_annotation_mutually_exclusive"

// excluding returns the name of a flag that has a value and excludes f, or "".
func excluding(cmd *cobra.Command, f *pflag.Flag) string {
	for _, group := range f.Annotations[exclusive] {
		for name := range strings.FieldsSeq(group) {
			if name != f.Name && cmd.Flags().Changed(name) {
				return name
			}
		}
	}
	return ""
}

// apart refuses two flags that exclude each other. The library would do so later, with another message and exit code.
func apart(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(first *pflag.Flag) {
		if second := excluding(cmd, first); err == nil && second != "" {
			err = usageError{fmt.Errorf("--%s and --%s do not go together: leave one of them out", first.Name, second)}
		}
	})
	return err
}

// incomplete returns the error for a command that lacks all flags of a group of which it needs one.
func incomplete(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		for _, group := range f.Annotations["cobra_annotation_one_required"] {
			if names := strings.Fields(group); !slices.ContainsFunc(names, cmd.Flags().Changed) {
				err = usageError{fmt.Errorf("%s needs --%s", cmd.Name(), strings.Join(names, " or --"))}
			}
		}
	})
	return err
}

func complain(w io.Writer, err error) {
	p := &printer{talk: w}
	p.say("holdover: %v", err)
	if hint := hintOf(err); hint != "" {
		p.say("hint: %s", hint)
	}
}

func hintOf(err error) string {
	hint := apperr.HintOf(err)
	switch {
	case hint == "" && isUsage(err):
		return "holdover --help lists the commands, holdover COMMAND --help describes one"
	case apperr.CodeOf(err) == ynabdoc.GetAnew:
		return strings.TrimSpace(hint + " Ways to get the plan document: holdover help export")
	}
	return hint
}

// failed is an error as --json prints it, on standard error.
type failed struct {
	Error struct {
		ID       string `json:"id,omitempty"` // as not-sourceapp5
		Kind     string `json:"kind"`
		Message  string `json:"message"`
		Hint     string `json:"hint,omitempty"`
		ExitCode int    `json:"exit_code"`
	} `json:"error"`
}

func complainJSON(w io.Writer, err error) {
	var f failed
	f.Error.Kind, f.Error.Message, f.Error.Hint, f.Error.ExitCode = string(apperr.KindOf(err)), err.Error(), hintOf(err), exitCode(err)
	if isUsage(err) {
		f.Error.Kind = "usage"
	}
	if is, ok := errors.AsType[*apperr.Error](err); ok {
		f.Error.ID, f.Error.Message = is.ID, is.Message
	}
	_ = newJSONEncoder(w).Encode(f) // the error cannot be reported elsewhere
}

func isUsage(err error) bool {
	_, ok := errors.AsType[usageError](err)
	return ok
}

func exitCode(err error) int {
	if isUsage(err) {
		return exitUsage
	}
	switch apperr.KindOf(err) {
	case apperr.NotAPlan:
		return exitNotAPlan
	case apperr.NotFound:
		return exitNotFound
	case apperr.Unauthorized, apperr.Forbidden:
		return exitRefused
	case apperr.Unavailable, apperr.TooMany:
		return exitNetwork
	default:
		return exitFailed
	}
}

// exactArgs requires n arguments. Its error shows the usage.
func exactArgs(n int) cobra.PositionalArgs { return someArgs(n, n) }

// someArgs requires least to most arguments. Its error shows the usage.
func someArgs(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) >= least && len(args) <= most:
			return nil
		case !cmd.HasParent():
			return usageError{fmt.Errorf("unknown command %q", args[0])}
		case cmd.HasAvailableSubCommands():
			known := iterutil.Map(cmd.Commands(), (*cobra.Command).Name)
			return usageError{fmt.Errorf("%s has no command %q, but %s", cmd.Name(), args[0], strings.Join(known, ", "))}
		}
		return usageError{fmt.Errorf("%s is called like this: %s", cmd.Name(), cmd.UseLine())}
	}
}

// oneOf requires one argument out of some; wrong returns the error for any other.
func oneOf(some []string, wrong func(not string) error) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := someArgs(1, 2)(cmd, args); err != nil {
			return err
		}
		if len(args) == 2 && !slices.Contains(some, args[1]) {
			return usageError{wrong(args[1])}
		}
		return nil
	}
}
