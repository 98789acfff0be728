package budget

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
)

func TestNameKey(t *testing.T) {
	same := [][2]string{
		{"Gas", " gas "}, {"Épicerie", "E\u0301PICERIE"}, {"STRASSE", "straße"}, {"Подарки", "ПОДАРКИ"}, {"ﬁsh", "FISH"},
	}
	for _, p := range same {
		if NameKey(p[0]) != NameKey(p[1]) {
			t.Errorf("%q and %q have different keys", p[0], p[1])
		}
	}
	if NameKey("Gas") == NameKey("Gas-1") || NameKey("a b") == NameKey("ab") {
		t.Error("different names have the same key")
	}
}

func TestFreeNameAddsANumber(t *testing.T) {
	taken := map[string]bool{NameKey("Gas"): true, NameKey("GAS-1"): true}
	if got := FreeName("Gas ", func(k string) bool { return taken[k] }); got != "Gas-2" {
		t.Errorf("the free name is %q, want Gas-2", got)
	}
	if got := FreeName("Rent ", func(k string) bool { return taken[k] }); got != "Rent " {
		t.Errorf("a free name was changed to %q", got)
	}
}

// Switching from a month on leaves earlier months unchanged and decides all later ones.
func TestSwitchRollover(t *testing.T) {
	start := civil.MakeMonth(2026, 1)
	rapid.Check(t, func(t *rapid.T) {
		var switches []Rollover
		var want [24]bool
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			at, on := rapid.IntRange(0, 23).Draw(t, "month"), rapid.Bool().Draw(t, "on")
			switches = SwitchRollover(switches, 1, start.Add(at), on)
			for i := at; i < len(want); i++ {
				want[i] = on
			}
		}
		for i, on := range want {
			if RollsOver(switches, start.Add(i)) != on {
				t.Fatalf("month %d: %v, want %v (%v)", i, !on, on, switches)
			}
		}
		if !slices.IsSortedFunc(switches, func(a, b Rollover) int { return int(a.From - b.From) }) {
			t.Fatalf("the switches are not sorted: %v", switches)
		}
		for i, s := range switches {
			if s.On != (i%2 == 0) {
				t.Fatalf("a switch without effect is stored: %v", switches)
			}
		}
	})
}

func TestAlikeKey(t *testing.T) {
	for _, same := range [][]string{
		{"LIDL 1234", "Lidl", " lídl ", "Lidl #7", "LIDL-2 55"}, {"Café Zoë", "CAFE ZOE"}, {"ΚΑΦΈΣ", "καφές"}, {"7 Eleven", "7-ELEVEN"}, {"חנות 12", "חנות"},
	} {
		for _, name := range same {
			if got, want := AlikeKey(name), AlikeKey(same[0]); got != want || got == "" {
				t.Errorf("the keys of %q are %q and %q, want %q", name, got, same[0], want)
			}
		}
	}
	for _, differ := range [][2]string{{"Lidl", "Aldi"}, {"A1", "A2"}, {"カ", "ガ"}, {"Shell 2", "Shell A2"}} {
		if AlikeKey(differ[0]) == AlikeKey(differ[1]) {
			t.Errorf("%q and %q are similar", differ[0], differ[1])
		}
	}
	if key := AlikeKey(" 1234 #"); key != "" {
		t.Errorf("the key of a number is %q", key)
	}
}
