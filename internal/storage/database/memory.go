package database

import "holdover/internal/base/apperr"

// DefaultMemory is the default limit of a process's memory in MiB; LeastMemory and MostMemory are the bounds of the
// setting.
const (
	DefaultMemory = 1024
	LeastMemory   = 128
	MostMemory    = 1 << 20
)

// MemoryMiB returns the limit of a process's memory in MiB. Error: Invalid if the setting is out of bounds.
func (c Config) MemoryMiB() (int, error) {
	if c.Memory == 0 {
		return DefaultMemory, nil
	}
	return c.Memory, checkMemory(c.Memory)
}

// checkMemory returns an Invalid error if mib is out of bounds.
func checkMemory(mib int) error {
	switch {
	case mib < LeastMemory:
		return apperr.New(apperr.Invalid, "%d MiB of memory is too little", mib).WithHint("give at least %d", LeastMemory)
	case mib > MostMemory:
		return apperr.New(apperr.Invalid, "%d MiB of memory is more than any machine has", mib).WithHint("give at most %d", MostMemory)
	}
	return nil
}
