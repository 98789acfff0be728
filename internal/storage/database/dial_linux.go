package database

import (
	"errors"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitSilence makes the system close a connection if the server does not acknowledge sent data within silence.
func limitSilence(network, _ string, c syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var optionErr error
	err := c.Control(func(fd uintptr) {
		optionErr = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	})
	return errors.Join(err, optionErr)
}
