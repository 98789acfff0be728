package actualfile

import (
	"encoding/json"
	"strings"
	"testing"

	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// Templates that targets cannot express are added to the notes of their category until the notes are full. Each is counted.
func TestTemplatesDoNotOverfillNotes(t *testing.T) {
	c := &conversionState{remarks: &conversion.Remarks{}}
	k := &category{Category: ynabdoc.Category{Name: "Food", Note: "Weekly shopping"}, templates: "[" + strings.Repeat(`{"type":"average"},`, 999) + `{"type":"average"}]`}
	c.setTarget(k)
	if len(k.Note) > maxNote || len(k.Note) < maxNote-1000 || !strings.HasPrefix(k.Note, "Weekly shopping\n#template") {
		t.Errorf("the note has %d bytes, want at most %d, and almost as many", len(k.Note), maxNote)
	}
	if len(c.remarks.Lost) != 2 || c.remarks.Lost[0].Count+c.remarks.Lost[1].Count != 1000 {
		t.Errorf("lost are %+v, want 1000 templates in and outside the note", c.remarks.Lost)
	}
}

// A schedule whose number of occurrences leads out of the range of dates has no end.
func TestFarEndOfASchedule(t *testing.T) {
	var s budget.Scheduled
	exact, ok := setDates(&s, json.RawMessage(`{"start":"2026-01-01","frequency":"yearly","endMode":"after_n_occurrences","endOccurrences":900}`))
	if !ok || exact || s.Until != 0 {
		t.Errorf("the schedule is %+v, exact: %t, ok: %t; want no end, not exact, but ok", s, exact, ok)
	}
}

// The second Friday and the last Monday of a month are read as patterns. The first date is in a month of the schedule.
// The fifth Friday, which some months do not have, is not.
func TestWeekdaysOfTheMonth(t *testing.T) {
	for value, want := range map[string]struct {
		pattern, first, until string
		exact                 bool
	}{
		`{"start":"2026-01-20","frequency":"monthly","interval":3,"patterns":[{"type":"FR","value":2}]}`:                                        {"2-friday", "2026-04-10", "", true},
		`{"start":"2026-01-20","frequency":"monthly","patterns":[{"type":"MO","value":-1}],"endMode":"after_n_occurrences","endOccurrences":3}`: {"last-monday", "2026-01-26", "2026-03-30", true},
		`{"start":"2026-01-20","frequency":"monthly","patterns":[{"type":"FR","value":5}]}`:                                                     {"", "2026-01-20", "", false},
		`{"start":"2026-01-20","frequency":"monthly","patterns":[{"type":"FR","value":2},{"type":"FR","value":4}]}`:                             {"", "2026-01-20", "", false},
	} {
		var s budget.Scheduled
		exact, ok := setDates(&s, json.RawMessage(value))
		if !ok || exact != want.exact || s.Pattern != want.pattern || s.DateFirst.String() != want.first || s.Until.String() != want.until {
			t.Errorf("%s is read as %+v, exact: %t, ok: %t; want %+v", value, s, exact, ok, want)
		}
	}
}
