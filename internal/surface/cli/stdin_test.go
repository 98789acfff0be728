package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/model/ynabdoc"
)

// Ctrl+C ends a command that waits for standard input. It once kept waiting, and then reported that a download had
// stopped.
func TestWaitingForStandardInputCanBeStopped(t *testing.T) {
	t.Parallel()
	quiet, writer, err := os.Pipe() // nothing is ever written to it
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	ctx, stop := context.WithCancel(apperr.Track(t.Context()))
	e := &env{in: quiet}
	go stop()
	for name, read := range map[string]func() error{
		"a document": func() error {
			_, err := ynabdoc.Decode(e.stdin(ctx))
			return err
		},
		"a line": func() error {
			_, err := e.line(ctx)
			return err
		},
	} {
		if err := stopped(ctx, read()); !errors.Is(err, context.Canceled) || err.Error() != "stopped; nothing was changed" {
			t.Errorf("%s: error %v, want \"stopped; nothing was changed\"", name, err)
		}
	}
	given, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = writer.WriteString("all of it"); writer.Close() }()
	if text, err := io.ReadAll((&env{in: given}).stdin(t.Context())); err != nil || string(text) != "all of it" {
		t.Errorf("standard input: %q, want \"all of it\" (error %v)", text, err)
	}
}
