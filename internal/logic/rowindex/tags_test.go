package rowindex

import (
	"maps"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
)

var taggedNotes = []string{"", "", "plain", "#a", "x #A", "#b", "#a #b #a", "#ab", "##a", "a#b", "#é", "#e\u0301, #b", "#12", "＃a"}

// drawTagged draws rows of two accounts on budget with tags, some of them splits and transfers.
func drawTagged(t *rapid.T) (*Index, []Row) {
	rows := make([]Row, rapid.IntRange(1, 30).Draw(t, "rows"))
	note := rapid.SampledFrom(taggedNotes)
	b := &Builder{}
	for i := range rows {
		r := &rows[i]
		*r = Row{No: budget.TxNo(i + 1), Account: budget.AccountNo(1 + i%2), Date: civil.MakeDate(2026, 1+i%3, 1), Cleared: budget.Uncleared}
		r.Memo = note.Draw(t, "note")
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			part := Line{Amount: money.Milli(rapid.IntRange(-99, 99).Draw(t, "amount")), Memo: note.Draw(t, "part's note"), Category: 1}
			r.Parts, r.Amount = append(r.Parts, part), r.Amount+part.Amount
		}
		if r.Parts == nil {
			r.Amount, r.Category = money.Milli(rapid.IntRange(-99, 99).Draw(t, "amount")), 1
			r.Other = budget.AccountNo(rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "other"))
		}
		if err := b.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	x := New(&Records{Accounts: []budget.Account{{No: 1, OnBudget: true}, {No: 2, OnBudget: true}}, Categories: []budget.Category{{No: 1}}}, b)
	return x, rows
}

func tagsIn(notes ...string) (keys []string) {
	for _, note := range notes {
		for _, f := range tag.Find(note) {
			keys = append(keys, f.Key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (r Row) notes() []string {
	return append(iterutil.Map(r.Parts, func(l Line) string { return l.Memo }), r.Memo)
}

// TestTagsAreFoundAsAWhole compares filters and searches by tags with the tags of every row's notes.
func TestTagsAreFoundAsAWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, rows := drawTagged(t)
		of := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"", "a", "b", "ab", "e", "none"}), 1, 3, rapid.ID).Draw(t, "tags")
		not := rapid.Bool().Draw(t, "not")
		for _, text := range []string{"#a", "#AB", "-#b", "#é", "#e b"} {
			want := 0
			for _, r := range rows {
				has := func(key string) bool { return slices.Contains(tagsIn(r.notes()...), key) }
				b := slices.ContainsFunc(r.notes(), func(n string) bool {
					return slices.Contains([]string{"#b", "#a #b #a", "#ab", "a#b", "#e\u0301, #b"}, n)
				})
				if map[string]bool{"#a": has("a"), "#AB": has("ab"), "-#b": !has("b"), "#é": has("e"), "#e b": has("e") && b}[text] {
					want++
				}
			}
			if got := x.Find(Filter{Text: text}).Rows; got != want {
				t.Fatalf("a search for %s finds %d rows, want %d", text, got, want)
			}
		}
		want := []budget.TxNo{}
		for _, r := range rows {
			keys := tagsIn(r.notes()...)
			has := slices.ContainsFunc(keys, func(k string) bool { return slices.Contains(of, k) }) || keys == nil && slices.Contains(of, "")
			if has != not {
				want = append(want, r.No)
			}
		}
		got := x.Find(Filter{Multi: &MultiFilter{Tags: Values[string]{Of: of, Not: not}}}).Page(Filter{Sort: ByAmount})
		slices.Sort(got)
		if mismatch := diff.Diff(want, got); mismatch != "" {
			t.Fatalf("tags %q, not %v:\n%s", of, not, mismatch)
		}
	})
}

// TestTagsAreSummed compares uses of tags, and the sum of the lines that a register lists for a tag, with those of every line.
func TestTagsAreSummed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, rows := drawTagged(t)
		uses, months := map[string]TagUse{}, map[string]money.Milli{}
		for _, day := range []civil.Date{civil.MakeDate(2026, 1, 1), civil.MakeDate(2026, 2, 1), civil.MakeDate(2026, 3, 1)} { // in the index's order
			for _, r := range rows {
				if r.Date != day {
					continue
				}
				counted := map[string]bool{}
				lines := r.lines()
				for _, l := range lines {
					keys := tagsIn(r.Memo, l.Memo)
					for _, key := range keys {
						of := uses[key]
						if !counted[key] {
							of.Rows++
						}
						counted[key] = true
						uses[key] = TagUse{of.Rows, of.Sum + l.Amount, r.Date, r.No}
					}
					if r.Date.Month() != civil.MakeMonth(2026, 2) || l.Other != 0 {
						continue
					}
					if len(keys) == 0 {
						months[""] += l.Amount
						continue
					}
					for _, key := range keys {
						months[key] += l.Amount
					}
				}
			}
		}
		if mismatch := diff.Diff(uses, x.TagUses()); mismatch != "" {
			t.Fatalf("uses of tags:\n%s", mismatch)
		}
		february := civil.MakeMonth(2026, 2)
		for key, want := range months {
			filter := Filter{Counts: Spending, Multi: &MultiFilter{Tags: Values[string]{Of: []string{key}}}}.Within(february)
			if listed := x.Find(filter).SumOf(filter); listed != want {
				t.Fatalf("the register lists rows of %q with the sum %d, want %d", key, listed, want)
			}
		}
	})
}

// TestLinesAreSummedByTheirTags compares the sums by sets of tags, alone and by month, with those of every line, also with
// a filter by tags.
func TestLinesAreSummedByTheirTags(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, rows := drawTagged(t)
		s := Scope{From: civil.MakeMonth(2026, 2), Until: civil.MakeMonth(2026, 3), MonthsBefore: 1}
		drawValues(t, rapid.Bool().Draw(t, "some tags"), &s.Tags, "", "a", "b", "none")
		sets, cross := Tally[TagSet]{}, CrossSums{}
		for _, r := range rows {
			for _, l := range r.lines() {
				keys := tagsIn(r.Memo, l.Memo)
				included := s.Tags.Of == nil || s.Tags.Not != (len(keys) == 0 && slices.Contains(s.Tags.Of, "") || slices.ContainsFunc(keys, func(k string) bool { return slices.Contains(s.Tags.Of, k) }))
				if l.Other != 0 || !included {
					continue
				}
				set, month := TagSet(strings.Join(keys, " ")), r.Date.Month()
				of := sets[set]
				if of.Periods == nil {
					of.Periods = make([]money.Milli, 2)
				}
				if month < s.From {
					of.Before += l.Amount
				} else {
					of.Periods[month-s.From] += l.Amount
					cross[[2]Value{{Tags: set}, {No: int64(month)}}] += l.Amount
				}
				sets[set] = of
			}
		}
		maps.DeleteFunc(sets, func(_ TagSet, of Sums) bool { return of.Before == 0 && of.Periods[0] == 0 && of.Periods[1] == 0 })
		maps.DeleteFunc(cross, func(_ [2]Value, sum money.Milli) bool { return sum == 0 })
		agree(t, x.ByTags(s), sets)
		if mismatch := diff.Diff(cross, x.Cross(s, OfTags, OfMonth)); mismatch != "" {
			t.Fatalf("by tags and month:\n%s", mismatch)
		}
		hasSign := slices.ContainsFunc(rows, func(r Row) bool { return slices.ContainsFunc(r.notes(), tag.Possible) })
		if x.HasTags() != hasSign {
			t.Fatalf("HasTags is %v", x.HasTags())
		}
	})
}

// TestTagsCombineWithOtherConditions finds rows by a tag or a flag, and by all tags except one or a flag.
func TestTagsCombineWithOtherConditions(t *testing.T) {
	t.Parallel()
	b := &Builder{}
	for i, r := range []Row{{Line: Line{Memo: "#a"}}, {Flag: "red"}, {Line: Line{Memo: "#b"}}, {Line: Line{Memo: "#a"}, Flag: "red"}, {}} {
		r.No, r.Account, r.Date, r.Cleared = budget.TxNo(i+1), 1, civil.MakeDate(2026, 1, 1), budget.Uncleared
		if err := b.Add(&r); err != nil {
			t.Fatal(err)
		}
	}
	x := New(&Records{Accounts: []budget.Account{{No: 1, OnBudget: true}}}, b)
	for _, c := range []struct {
		name     string
		tag      string
		not, any bool
		want     []budget.TxNo
	}{
		{"the tag and the flag", "a", false, false, []budget.TxNo{4}},
		{"the tag or the flag", "a", false, true, []budget.TxNo{1, 2, 4}},
		{"another tag or none, and the flag", "a", true, false, []budget.TxNo{2}},
		{"another tag or none, or the flag", "a", true, true, []budget.TxNo{2, 3, 4, 5}},
		{"no tag or the flag", "", false, true, []budget.TxNo{2, 4, 5}},
		{"any tag or the flag", "", true, true, []budget.TxNo{1, 2, 3, 4}},
	} {
		f := Filter{Flag: "red", Any: c.any, Multi: &MultiFilter{Tags: Values[string]{Of: []string{c.tag}, Not: c.not}}}
		if got := x.Find(f).Page(f); !slices.Equal(got, c.want) {
			t.Errorf("%s: the rows %d, want %d", c.name, got, c.want)
		}
	}
}

// BenchmarkTags measures the work on tags with a million rows: none of them has tags, or one in 50.
func BenchmarkTags(b *testing.B) {
	x := million(b)
	b.Run("uses", func(b *testing.B) {
		for b.Loop() {
			x.TagUses()
		}
	})
	all := Scope{From: civil.MakeMonth(2006, 1), Until: civil.MakeMonth(2025, 12)}
	b.Run("sums", func(b *testing.B) {
		for b.Loop() {
			x.ByTags(all)
		}
	})
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			x.Find(Filter{Text: "#holiday"})
		}
	})
}
