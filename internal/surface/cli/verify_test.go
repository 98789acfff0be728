package cli

import (
	"bytes"
	"strings"
	"testing"
)

// A broken file filled the terminal with thousands of lines, so that the important ones scrolled away.
func TestErrorsOfABrokenFileAreLimited(t *testing.T) {
	t.Parallel()
	for n, lines := range map[int]int{0: 0, 1: 1, 20: 20, 21: 21, 5000: 21} {
		var stderr bytes.Buffer
		sayContradictions(&printer{talk: &stderr}, make([]string, n))
		if got := strings.Count(stderr.String(), "\n"); got != lines {
			t.Errorf("%d contradictions are printed on %d lines, want %d", n, got, lines)
		}
		if n == 5000 && !strings.Contains(stderr.String(), "in 4,980 more places") {
			t.Error(stderr.String())
		}
	}
}
