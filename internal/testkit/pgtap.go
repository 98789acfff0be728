package testkit

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// PostgresTap is a way to a temporary PostgreSQL that hears which statements go through.
type PostgresTap struct {
	URL  string
	mu   sync.Mutex
	more *sync.Cond // something was heard
	said []string
	ways int
}

// TapPostgres is such a way to a new, empty database.
func TapPostgres(t testing.TB) *PostgresTap {
	t.Helper()
	u, err := url.Parse(Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	socket := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	query.Set("host", "127.0.0.1")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	u.RawQuery = query.Encode()
	tap := &PostgresTap{URL: u.String()}
	tap.more = sync.NewCond(&tap.mu)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go tap.carry(client, socket)
		}
	}()
	return tap
}

// Wait waits until so many statements that begin with some words were heard.
func (p *PostgresTap) Wait(words string, times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		heard := 0
		for _, one := range p.said {
			if strings.HasPrefix(one, words) {
				heard++
			}
		}
		if heard >= times {
			return
		}
		p.more.Wait()
	}
}

// Statements are those that were heard since the last call: those that begin and end transactions count too.
func (p *PostgresTap) Statements() []string {
	said, _ := p.Heard()
	return said
}

// Heard are the statements, and how many ways to the server and back they took: some go together.
func (p *PostgresTap) Heard() (said []string, ways int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	said, ways = p.said, p.ways
	p.said, p.ways = nil, 0
	return said, ways
}

// answered notes that a client waits for answers.
func (p *PostgresTap) answered() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ways++
}

func (p *PostgresTap) hear(statement string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = append(p.said, strings.Join(strings.Fields(strings.TrimRight(statement, "\x00")), " "))
	p.more.Broadcast()
}

func (p *PostgresTap) carry(client net.Conn, socket string) {
	defer client.Close()
	server, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(client, server)
		client.Close()
	}()
	if _, err := message(client, server, 0); err != nil { // the first has no kind
		return
	}
	prepared, bound := map[string]string{}, "" // by name; and what the next Execute runs
	for {
		sent, err := message(client, server, 1)
		if err != nil {
			return
		}
		switch words := strings.SplitN(string(sent[5:]), "\x00", 3); sent[0] {
		case 'Q':
			p.hear(words[0])
			p.answered()
		case 'S':
			p.answered()
		case 'P':
			prepared[words[0]] = words[1]
		case 'B':
			bound = prepared[words[1]]
		case 'E':
			p.hear(bound)
		}
	}
}

// message carries one message of PostgreSQL's protocol: its kind, where it has one, its length and its content.
func message(from io.Reader, to io.Writer, kind int) ([]byte, error) {
	head := make([]byte, kind+4)
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, err
	}
	whole := make([]byte, kind+int(binary.BigEndian.Uint32(head[kind:])))
	copy(whole, head)
	if _, err := io.ReadFull(from, whole[len(head):]); err != nil {
		return nil, err
	}
	_, err := to.Write(whole)
	return whole, err
}
