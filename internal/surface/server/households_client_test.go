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

// answerPatience is the time limit for a response.
const answerPatience = time.Minute

// lines is a pool of connections, each used by one client at a time. Real clients run on other machines, and the
// goroutines and timers of http.Client would take a tenth of a request's time from the server.
type lines struct {
	mu   sync.Mutex
	free map[string][]*line // by address
}

type line struct {
	conn net.Conn
	in   *bufio.Reader
	out  *bufio.Writer
}

// take returns an unused connection to a server.
func (l *lines) take(host string) (*line, error) {
	l.mu.Lock()
	free := l.free[host]
	if n := len(free); n > 0 {
		one := free[n-1] // read before unlocking: a returned connection overwrites it
		l.free[host] = free[:n-1]
		l.mu.Unlock()
		return one, nil
	}
	l.mu.Unlock()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	return &line{conn, bufio.NewReaderSize(conn, 32<<10), bufio.NewWriter(conn)}, nil
}

// hand returns a connection to the pool.
func (l *lines) hand(host string, one *line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free == nil {
		l.free = map[string][]*line{}
	}
	l.free[host] = append(l.free[host], one)
}

// send sends a request and takes its whole answer, which has to be a good one.
func (l *lines) send(request *http.Request) error {
	one, err := l.take(request.URL.Host)
	if err != nil {
		return err
	}
	again, err := one.send(request)
	if again {
		l.hand(request.URL.Host, one)
		return err
	}
	return errors.Join(err, one.conn.Close())
}

// send reports whether the connection can be reused.
func (one *line) send(request *http.Request) (again bool, err error) {
	if err := cmp.Or(one.conn.SetDeadline(time.Now().Add(answerPatience)), request.Write(one.out), one.out.Flush()); err != nil {
		return false, err
	}
	answer, err := http.ReadResponse(one.in, request)
	if err != nil {
		return false, err
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return false, errors.Join(err, answer.Body.Close())
	}
	if answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s to %s", answer.Status, answer.Header.Get("Location"))
	}
	return !answer.Close, err
}
