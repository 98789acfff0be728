package database

import "holdover/internal/fault"

// DefaultMemory is how many MiB a process may take unless it is told otherwise;
// LeastMemory and MostMemory are the fewest and most that it can be told.
const (
	DefaultMemory = 1024
	LeastMemory   = 128
	MostMemory    = 1 << 20
)

// MemoryMiB is how many MiB a process may take. Fault: Invalid where it cannot be.
func (c Config) MemoryMiB() (int, error) {
	if c.Memory == 0 {
		return DefaultMemory, nil
	}
	return c.Memory, checkMemory(c.Memory)
}

// checkMemory says whether a process can be told to take so many MiB. Fault: Invalid.
func checkMemory(mib int) error {
	switch {
	case mib < LeastMemory:
		return fault.New(fault.Invalid, "%d MiB of memory are too few", mib).WithHint("give at least %d", LeastMemory)
	case mib > MostMemory:
		return fault.New(fault.Invalid, "no machine has %d MiB of memory", mib).WithHint("give at most %d", MostMemory)
	}
	return nil
}
