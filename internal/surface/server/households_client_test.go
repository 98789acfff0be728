package server_test

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// responseTimeout is the time limit for a response.
const responseTimeout = time.Minute

// connectionPool is a pool of connections, each used by one client at a time. Real clients run on other machines, and the
// goroutines and timers of http.Client would take a tenth of a request's time from the server.
type connectionPool struct {
	mu   sync.Mutex
	free map[string][]*connection // by address
}

type connection struct {
	conn net.Conn
	in   *bufio.Reader
	out  *bufio.Writer
}

// get returns an unused connection to a server.
func (l *connectionPool) get(host string) (*connection, error) {
	l.mu.Lock()
	free := l.free[host]
	if n := len(free); n > 0 {
		c := free[n-1] // read before unlocking: a returned connection overwrites it
		l.free[host] = free[:n-1]
		l.mu.Unlock()
		return c, nil
	}
	l.mu.Unlock()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	return &connection{conn, bufio.NewReaderSize(conn, 32<<10), bufio.NewWriter(conn)}, nil
}

// put returns a connection to the pool.
func (l *connectionPool) put(host string, c *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free == nil {
		l.free = map[string][]*connection{}
	}
	l.free[host] = append(l.free[host], c)
}

// send sends a request and reads the whole response, which must report success.
func (l *connectionPool) send(request *http.Request) error {
	c, err := l.get(request.URL.Host)
	if err != nil {
		return err
	}
	reusable, err := c.send(request)
	if reusable {
		l.put(request.URL.Host, c)
		return err
	}
	return errors.Join(err, c.conn.Close())
}

// send reports whether the connection can be reused.
func (c *connection) send(request *http.Request) (reusable bool, err error) {
	if err := cmp.Or(c.conn.SetDeadline(time.Now().Add(responseTimeout)), request.Write(c.out), c.out.Flush()); err != nil {
		return false, err
	}
	answer, err := http.ReadResponse(c.in, request)
	if err != nil {
		return false, err
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return false, errors.Join(err, answer.Body.Close())
	}
	if answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("response %s, redirect to %s", answer.Status, answer.Header.Get("Location"))
	}
	return !answer.Close, err
}
