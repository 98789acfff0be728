//go:build unix && !linux

package testkit

// passing is the folder for what may be lost.
func passing() string { return lasting }
