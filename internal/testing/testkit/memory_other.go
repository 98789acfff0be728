//go:build unix && !linux

package testkit

// scratchFolder returns the folder for temporary data.
func scratchFolder() string { return dataFolder }
