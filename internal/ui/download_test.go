package ui

import (
	"strings"
	"testing"
)

// A name of 4,000 bytes made a header line that no proxy passes on.
func TestDownloadsNamesAreShort(t *testing.T) {
	if got := fileName(strings.Repeat("ü", 4000)); len([]rune(got)) != maxFileName {
		t.Errorf("%d characters", len([]rune(got)))
	}
	if got := fileName("Ours: 2026/27"); got != "Ours- 2026-27" {
		t.Error(got)
	}
}
