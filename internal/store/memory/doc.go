// Package memory keeps what was read or worked out of the budgets looked at lately, within bounds: what was used longest ago
// gives way. What is kept belongs to a knowledge, the number of a budget's last change: it is never given out for an earlier one.
//
// Floor 3. Start with Latest; Bounds says how much is kept of what.
package memory
