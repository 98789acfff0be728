//go:build !linux

package database

import "syscall"

// endsUnanswered leaves the timeout for unacknowledged data to the system.
func endsUnanswered(string, string, syscall.RawConn) error { return nil }
