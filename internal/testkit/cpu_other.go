//go:build !unix

package testkit

import "testing"

// CPU reports nothing where a process is not told what it used.
func CPU(*testing.B) (report func()) { return func() {} }
