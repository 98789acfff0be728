package app

import "holdover/internal/rule"

// ParsePercent reads a share of a split that a rule makes, in hundredths of a
// percent: "33.33" is 3333. It says false for what is none.
func ParsePercent(text string) (int, bool) { return rule.ParsePercent(text) }

// Percent writes such a share.
func Percent(share int) string { return rule.Percent(share) }
