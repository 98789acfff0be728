package verification

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// TestStoredMonthsAreRestoredExactly checks that stored months are restored exactly, including omitted members, nulls
// and unknown members.
func TestStoredMonthsAreRestoredExactly(t *testing.T) {
	for _, path := range append(testkit.RequireGenuinePlans(t), testkit.Plan(t, "--seed", "91", "--years", "2", "--tx", "100", "--cards", "2")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range [][]byte{
			text,
			bytes.ReplaceAll(text, []byte(`"balance"`), []byte(`"unheard-of"`)),
			bytes.ReplaceAll(text, []byte(`"goal_under_funded":0`), []byte(`"goal_under_funded":null`)),
		} {
			doc, err := ynabdoc.Decode(bytes.NewReader(text))
			if err != nil {
				t.Log(path, err) // such a file cannot be imported either
				continue
			}
			want := encoded(t, doc)
			cells, err := keepCells(doc.Plan.Months)
			if err != nil {
				t.Fatal(err)
			}
			doc.Plan.Months = slices.Clone(doc.Plan.Months)
			for i := range doc.Plan.Months {
				doc.Plan.Months[i].Categories = nil
			}
			if err := cells.into(doc.Plan.Months); err != nil {
				t.Fatal(err)
			}
			if got := encoded(t, doc); !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes of months were restored as %d different bytes", path, len(want), len(got))
			}
			short, unknown := cells, cells
			short.Figures = short.Figures[:max(0, len(short.Figures)-1)]
			unknown.Of = slices.Clone(unknown.Of)
			unknown.Of[0] = slices.Repeat([]int32{1 << 30}, len(unknown.Of[0]))
			if err := short.into(doc.Plan.Months); len(cells.Figures) > 0 && err == nil {
				t.Error("a missing figure is not reported")
			}
			if err := unknown.into(doc.Plan.Months); len(unknown.Of[0]) > 0 && err == nil {
				t.Error("an unknown category is not reported")
			}
		}
	}
}

func encoded(t *testing.T, doc *ynabdoc.Document) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := doc.Encode(&text, "plan"); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}
