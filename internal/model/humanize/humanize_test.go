package humanize_test

import (
	"testing"
	"time"

	"holdover/internal/model/humanize"
)

// A date is that of the server's time zone; pages and errors once disagreed about the date of one moment.
func TestDateIsInTheServersTimeZone(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	time.Local = time.FixedZone("east", 2*3600)
	if got := humanize.Day(time.Date(2026, 3, 31, 23, 0, 0, 0, time.UTC)); got != "1 April 2026" {
		t.Errorf("%s, want 1 April 2026", got)
	}
}
