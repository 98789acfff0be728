package database_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

// apart is the environment variable that contains the server's address. It is set if the test's process runs in its
// own network namespace.
const apart = "HOLDOVER_TEST_APART"

// TestNextServerIsUsedIfOneDropsAllPackets has used and idle connections when the network silently drops every packet, as
// when a machine loses power: processes hung for a quarter of an hour. Later requests are sent to the next server in
// the address.
func TestNextServerIsUsedIfOneDropsAllPackets(t *testing.T) {
	if server := os.Getenv(apart); server != "" {
		checkNextServer(t, server)
		return
	}
	program := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	program.Env = append(os.Environ(), apart+"="+testkit.Postgres(t))
	program.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	output, err := program.CombinedOutput()
	if errors.Is(err, syscall.EPERM) {
		t.Skip("a network namespace needs root")
	}
	if err != nil {
		t.Errorf("test in a new network: %v\n%s", err, output)
	}
}

func checkNextServer(t *testing.T, server string) {
	loopback(t, unix.IFF_UP)
	at, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	query := at.Query()
	folder := query.Get("host")
	query.Set("host", "127.0.0.1,"+folder)
	query.Set("port", relay(t, filepath.Join(folder, ".s.PGSQL.5432"))+",5432")
	query.Set("connect_timeout", "2")
	at.RawQuery = query.Encode()
	d, err := database.Open(t.Context(), database.Config{URL: at.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	put := func(ctx context.Context, budget int) error {
		return d.Change(ctx, func(q *database.Session) error {
			_, err := q.Exec("INSERT INTO leftover (budget) VALUES ($1)", budget)
			return err
		})
	}
	together := func(ctx context.Context, first int) {
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				if err := put(ctx, first+n); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	together(t.Context(), 10)
	if err := d.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}

	loopback(t, 0)
	if err := d.Ping(t.Context()); err == nil {
		t.Error("ping of a server that dropped all packets: got no error")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	start := time.Now()
	together(ctx, 20)
	t.Logf("write succeeded after %v", time.Since(start))
	start = time.Now()
	if err := d.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("ping succeeded after %v more", time.Since(start))
}

// loopback turns the loopback interface on or off. If it is off, packets are dropped silently.
func loopback(t *testing.T, flags uint16) {
	t.Helper()
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		t.Fatal(err)
	}
	lo.SetUint16(flags)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo); err != nil {
		t.Fatal(err)
	}
}

// relay forwards connections to a TCP port to a socket.
func relay(t *testing.T, socket string) (port string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", socket)
			if err != nil {
				client.Close()
				continue
			}
			go io.Copy(server, client) //nolint:errcheck // it ends with either
			go io.Copy(client, server) //nolint:errcheck
		}
	}()
	_, port, _ = strings.Cut(listener.Addr().String(), ":")
	return port
}

// TestSilentServerIsSkippedByLaterConnections checks the health check after the first of two servers has failed. Every new
// connection waited for that server for the whole timeout of the health check, so the check never succeeded again.
func TestSilentServerIsSkippedByLaterConnections(t *testing.T) {
	at, err := url.Parse(testkit.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	query := at.Query()
	query.Set("host", "127.0.0.1,"+query.Get("host"))
	query.Set("port", testkit.SilentPort(t)+",5432")
	query.Set("connect_timeout", "2")
	at.RawQuery = query.Encode()
	d, err := database.Open(t.Context(), database.Config{URL: at.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
