package budget

import (
	"slices"

	"holdover/internal/base/civil"
)

// RollsOver reports whether rollover is on in month m, given the switches of one category sorted by month.
func RollsOver(switches []Rollover, m civil.Month) bool {
	on := false
	for _, s := range switches {
		if s.From > m {
			break
		}
		on = s.On
	}
	return on
}

// SwitchRollover turns rollover on or off from month m on. It takes and returns the switches of one category sorted
// by month, removes later switches and adds none that would change nothing.
func SwitchRollover(switches []Rollover, category CategoryNo, m civil.Month, on bool) []Rollover {
	i, _ := slices.BinarySearchFunc(switches, m, func(s Rollover, m civil.Month) int { return int(s.From - m) })
	kept := slices.Clone(switches[:i])
	if RollsOver(kept, m) != on {
		kept = append(kept, Rollover{Category: category, From: m, On: on})
	}
	return kept
}
