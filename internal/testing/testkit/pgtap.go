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

// PostgresTap is a proxy to a temporary PostgreSQL that records statements and breaks connections on request.
type PostgresTap struct {
	URL      string
	Direct   string // the way past it
	mu       sync.Mutex
	more     *sync.Cond // something was heard
	said     []string
	ways     int
	several  int    // the number of statements sent to several machines at the last check
	refusals int    // the number of further connections to refuse
	cut      string // the words of the statement at which it breaks; empty for none
	before   bool   // the statement does not arrive
}

// TapPostgres returns a proxy to a new, empty database.
func TapPostgres(t testing.TB) *PostgresTap {
	t.Helper()
	tap := &PostgresTap{Direct: Postgres(t)}
	u := Must(url.Parse(tap.Direct))(t)
	query := u.Query()
	socket := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	listener := Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { listener.Close() })
	query.Set("host", "127.0.0.1")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	u.RawQuery = query.Encode()
	tap.URL = u.String()
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

// Refuse closes the next connections immediately.
func (p *PostgresTap) Refuse(connections int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusals = connections
}

// CutBefore breaks the connection instead of sending the next statement that begins with some words.
func (p *PostgresTap) CutBefore(words string) { p.setCut(words, true) }

// CutAfter breaks the connection when that statement has been answered, in place of the answer.
func (p *PostgresTap) CutAfter(words string) { p.setCut(words, false) }

func (p *PostgresTap) setCut(words string, before bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut, p.before = words, before
}

// WillCut reports whether the connection is still to be broken.
func (p *PostgresTap) WillCut() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut != ""
}

// Wait waits until a number of statements that begin with some words were seen.
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

// Statements returns the statements since the last call, including those that begin and end transactions.
func (p *PostgresTap) Statements() []string {
	statements, _ := p.Traffic()
	return statements
}

// Traffic returns the statements and the number of round trips. One round trip may contain several statements.
func (p *PostgresTap) Traffic() (statements []string, roundTrips int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	statements, roundTrips = p.said, p.ways
	p.said, p.ways = nil, 0
	return statements, roundTrips
}

// SentToSeveralNodes returns the statements since the last call that the server sent to more than one node; nil on a
// single server.
func (p *PostgresTap) SentToSeveralNodes(t testing.TB) []string {
	t.Helper()
	server := Must(shared())(t)
	u := Must(url.Parse(p.Direct))(t)
	all := Must(server.sentToSeveralNodes(strings.TrimPrefix(u.Path, "/")))(t)
	since := all[p.several:]
	p.several = len(all)
	return since
}

// answered notes that a client waits for answers.
func (p *PostgresTap) answered() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ways++
}

// hear records a statement, and reports whether the connection must break at it, once.
func (p *PostgresTap) hear(statement string) (breaks, before bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	statement = strings.Join(strings.Fields(strings.TrimRight(statement, "\x00")), " ")
	p.said = append(p.said, statement)
	p.more.Broadcast()
	if p.cut == "" || !strings.HasPrefix(statement, p.cut) {
		return false, false
	}
	p.cut = ""
	return true, p.before
}

func (p *PostgresTap) refuses() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusals--
	return p.refusals >= 0
}

func (p *PostgresTap) carry(client net.Conn, socket string) {
	defer client.Close()
	if p.refuses() {
		return
	}
	server, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer server.Close()
	back := &answers{from: server, to: client, came: make(chan struct{}, 1)}
	go back.carry()
	begin, err := read(client, 0) // the first has no kind
	if err == nil {
		_, err = server.Write(begin)
	}
	if err != nil {
		return
	}
	prepared, bound := map[string]string{}, "" // by name; and the statement that the next Execute runs
	broken := false
	for {
		sent, err := read(client, 1)
		if err != nil {
			return
		}
		breaks, before := false, false
		switch words := strings.SplitN(string(sent[5:]), "\x00", 3); sent[0] {
		case 'Q':
			breaks, before = p.hear(words[0])
			p.answered()
		case 'S':
			p.answered()
		case 'P':
			prepared[words[0]] = words[1]
		case 'B':
			bound = prepared[words[1]]
		case 'E':
			breaks, before = p.hear(bound)
		}
		if breaks && before {
			return
		}
		if breaks {
			broken = true
			back.hold()
		}
		if _, err := server.Write(sent); err != nil {
			return
		}
		if broken && (sent[0] == 'Q' || sent[0] == 'S') {
			<-back.came // it is done
			return
		}
	}
}

// answers forwards the server's responses until they are held back.
type answers struct {
	from, to net.Conn
	mu       sync.Mutex
	held     bool
	came     chan struct{} // signals that a held response has arrived
}

func (a *answers) hold() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held = true
}

func (a *answers) carry() {
	defer a.to.Close()
	buf := make([]byte, 1<<16)
	for {
		n, err := a.from.Read(buf)
		if err != nil {
			a.came <- struct{}{}
			return
		}
		a.mu.Lock()
		held := a.held
		a.mu.Unlock()
		if held {
			a.came <- struct{}{}
			return
		}
		if _, err := a.to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// read reads one message of PostgreSQL's protocol: its kind, if any, its length and its content.
func read(from io.Reader, kind int) ([]byte, error) {
	head := make([]byte, kind+4)
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, err
	}
	whole := make([]byte, kind+int(binary.BigEndian.Uint32(head[kind:])))
	copy(whole, head)
	_, err := io.ReadFull(from, whole[len(head):])
	return whole, err
}
