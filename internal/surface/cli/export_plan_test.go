package cli

import (
	"testing"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/storage/sourceapi"
)

// TestDetailsOfAPlan expects the months and the last change of a plan, of which the source may omit both.
//
// Regression: without months the text began with a comma.
func TestDetailsOfAPlan(t *testing.T) {
	first, last := civil.MakeDate(2026, 1, 1).Month(), civil.MakeDate(2026, 11, 1).Month()
	changed := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		plan sourceapi.Plan
		want string
	}{
		{sourceapi.Plan{}, ""},
		{sourceapi.Plan{FirstMonth: first, LastMonth: last}, "2026-01 to 2026-11"},
		{sourceapi.Plan{LastModifiedOn: changed}, "changed " + minute(changed)},
		{sourceapi.Plan{FirstMonth: first, LastMonth: last, LastModifiedOn: changed}, "2026-01 to 2026-11, changed " + minute(changed)},
	} {
		if got := planDetails(c.plan); got != c.want {
			t.Errorf("got the details %q, want %q", got, c.want)
		}
	}
}
