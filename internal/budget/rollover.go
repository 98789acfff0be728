package budget

import (
	"slices"

	"holdover/internal/cal"
)

// RollsOver says whether the switches of one category, sorted by month, have
// rollover on in month m.
func RollsOver(switches []Rollover, m cal.Month) bool {
	on := false
	for _, s := range switches {
		if s.From > m {
			break
		}
		on = s.On
	}
	return on
}

// SwitchRollover is the switches of one category, sorted by month, after
// turning rollover on or off from month m on: whatever was switched later is
// gone, and a switch that changes nothing is not written.
func SwitchRollover(switches []Rollover, category CategoryNo, m cal.Month, on bool) []Rollover {
	i, _ := slices.BinarySearchFunc(switches, m, func(s Rollover, m cal.Month) int { return int(s.From - m) })
	kept := slices.Clone(switches[:i])
	if RollsOver(kept, m) != on {
		kept = append(kept, Rollover{Category: category, From: m, On: on})
	}
	return kept
}
