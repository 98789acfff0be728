package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestDoubleClickShowsHowToUseATerminal: on Windows, a user that starts the program by a double click sees how to use a terminal
// and which command to type. The window stays open until a key is pressed.
func TestDoubleClickShowsHowToUseATerminal(t *testing.T) {
	newRoot(&env{})
	said := cobra.MousetrapHelpText
	if !strings.Contains(said, "no window of its own") || !strings.Contains(said, `.\holdover serve`) || cobra.MousetrapDisplayDuration != 0 {
		t.Errorf("shown for %s: %s", cobra.MousetrapDisplayDuration, said)
	}
}
