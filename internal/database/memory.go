package database

import "holdover/internal/fault"

// DefaultMemory is how many MiB a process may take unless it is told otherwise, and
// LeastMemory the fewest that it can be told.
const (
	DefaultMemory = 1024
	LeastMemory   = 128
)

// MemoryMiB is how many MiB a process may take. Fault: Invalid where they are too few.
func (c Config) MemoryMiB() (int, error) {
	switch {
	case c.Memory == 0:
		return DefaultMemory, nil
	case c.Memory < LeastMemory:
		return 0, fault.New(fault.Invalid, "%d MiB of memory are too few", c.Memory).WithHint("give at least %d", LeastMemory)
	}
	return c.Memory, nil
}
