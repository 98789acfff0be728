// Package cli is the command line: one file per command, each a thin way to a
// method of app.
//
// Standard output is data, standard error is talk. Every command that prints
// data takes --json, with amounts in milliunits. Errors are one line and a
// hint; exit codes are in [exitCode].
//
// Floor 6: may import everything below. Start with newRoot.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"holdover/internal/fault"
)

// Exit codes, the same for every command.
const (
	exitOK       = 0
	exitFailed   = 1 // something went wrong
	exitUsage    = 2 // the command line was not understood
	exitNotAPlan = 3 // the file is no plan document (not-sourceapp5)
	exitNotFound = 4 // there is no such budget, account, file or plan
	exitRefused  = 5 // not allowed: wrong token, no permission
	exitNetwork  = 6 // a source or server cannot be reached, or asks to wait
)

// Main runs the command line and returns the exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot(&env{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	complain(os.Stderr, err)
	return exitCode(err)
}

// usageError marks a command line that was not understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func complain(w io.Writer, err error) {
	fmt.Fprintf(w, "holdover: %v\n", err)
	switch hint := fault.HintOf(err); {
	case hint != "":
		fmt.Fprintf(w, "hint: %s\n", hint)
	case isUsage(err):
		fmt.Fprintln(w, "hint: holdover --help lists the commands, holdover COMMAND --help says what one takes")
	}
}

func isUsage(err error) bool {
	_, ok := errors.AsType[usageError](err)
	return ok
}

func exitCode(err error) int {
	if isUsage(err) {
		return exitUsage
	}
	switch fault.KindOf(err) {
	case fault.NotAPlan:
		return exitNotAPlan
	case fault.NotFound:
		return exitNotFound
	case fault.Unauthorized, fault.Forbidden:
		return exitRefused
	case fault.Unavailable, fault.TooMany:
		return exitNetwork
	default:
		return exitFailed
	}
}

// exactArgs wants n words after the command and says how it is called.
func exactArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == n:
			return nil
		case !cmd.HasParent():
			return usageError{fmt.Errorf("there is no command %q", args[0])}
		}
		return usageError{fmt.Errorf("%s is called like this: %s", cmd.Name(), cmd.UseLine())}
	}
}
