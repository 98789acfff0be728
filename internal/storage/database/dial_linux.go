package database

import (
	"errors"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// endsUnanswered makes the system close a connection if sent data is not acknowledged within silence.
func endsUnanswered(network, _ string, c syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var set error
	err := c.Control(func(fd uintptr) {
		set = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	})
	return errors.Join(err, set)
}
