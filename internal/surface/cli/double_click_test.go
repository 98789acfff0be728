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
	help := cobra.MousetrapHelpText
	if !strings.Contains(help, "no window of its own") || !strings.Contains(help, `.\holdover serve`) || cobra.MousetrapDisplayDuration != 0 {
		t.Errorf("message is displayed for %s, want until a key is pressed: %s", cobra.MousetrapDisplayDuration, help)
	}
}
