package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestDoubleClickIsAnswered: on Windows, a user who starts the program by a double click is told to use a terminal,
// what to type, and the window stays open until they have read it.
func TestDoubleClickIsAnswered(t *testing.T) {
	newRoot(&env{})
	said := cobra.MousetrapHelpText
	if !strings.Contains(said, "no window of its own") || !strings.Contains(said, `.\holdover serve`) || cobra.MousetrapDisplayDuration != 0 {
		t.Errorf("shown for %s: %s", cobra.MousetrapDisplayDuration, said)
	}
}
