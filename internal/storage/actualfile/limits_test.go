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
