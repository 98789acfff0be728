package testkit

import (
	"errors"
	"net"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// SilentPort returns a port of this machine that does not respond, like one of a stopped machine: its queue of
// connections is full.
func SilentPort(t testing.TB) string {
	t.Helper()
	socket := Must(unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0))(t)
	t.Cleanup(func() { unix.Close(socket) })
	NoError(t, errors.Join(unix.Bind(socket, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), unix.Listen(socket, 0)))
	name := Must(unix.Getsockname(socket))(t)
	port := strconv.Itoa(name.(*unix.SockaddrInet4).Port)
	for {
		conn, err := net.DialTimeout("tcp", "127.0.0.1:"+port, time.Second)
		if err != nil {
			return port
		}
		t.Cleanup(func() { conn.Close() })
	}
}
