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
		var talk bytes.Buffer
		sayContradictions(&printer{talk: &talk}, make([]string, n))
		if got := strings.Count(talk.String(), "\n"); got != lines {
			t.Errorf("%d contradictions make %d lines, not %d", n, got, lines)
		}
		if n == 5000 && !strings.Contains(talk.String(), "in 4,980 more places") {
			t.Error(talk.String())
		}
	}
}
