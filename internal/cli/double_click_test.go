package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestDoubleClickIsAnswered: Windows shows whoever starts the program by a double click why that is not meant, what to
// type instead, and leaves the window open until it is read.
func TestDoubleClickIsAnswered(t *testing.T) {
	newRoot(&env{})
	said := cobra.MousetrapHelpText
	if !strings.Contains(said, "no window of its own") || !strings.Contains(said, `.\holdover serve`) || cobra.MousetrapDisplayDuration != 0 {
		t.Errorf("shown for %s: %s", cobra.MousetrapDisplayDuration, said)
	}
}
