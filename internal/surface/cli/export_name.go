package cli

import (
	"strings"
	"time"

	"holdover/internal/model/humanize"
)

// documentName returns the file name of a plan exported at a time.
func documentName(plan string, at time.Time) string {
	return humanize.FileName(plan, "plan") + at.Format("-20060102-150405") + ".json"
}

// shortDuration formats a delay: "1 s", "2 min 30 s".
func shortDuration(d time.Duration) string {
	return strings.TrimSuffix(strings.NewReplacer("h", " h ", "m", " min ", "s", " s").Replace(d.Round(time.Second).String()), " 0 s")
}
