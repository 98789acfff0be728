//go:build unix && !linux

package testkit

// passing returns the folder for temporary data.
func passing() string { return lasting }
