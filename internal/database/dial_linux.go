package database

import (
	"errors"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// endsUnanswered lets the system end a connection when what was sent has had no sign that it arrived for that long.
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
