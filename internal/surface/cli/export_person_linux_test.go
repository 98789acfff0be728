package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

// A user at a real terminal pastes a wrong token, then the right one, and picks a plan by typing a part of its name.
// The next run uses the stored token.
func TestExportAtATerminal(t *testing.T) {
	s := sourcetest.New(t,
		testkit.Plan(t, "--seed", "20", "--years", "1", "--tx", "200", "--name", "Household"),
		testkit.Plan(t, "--seed", "21", "--years", "1", "--tx", "200", "--name", "Zürich"))
	home := t.TempDir()
	p := startPerson(t, home, "export", "--source", s.URL)
	p.expect("Personal access token")
	p.say("abcd****\r")
	p.expect("shortened form")
	p.say("\x15wrong\r")
	p.expect("was not accepted")
	p.expect("Personal access token")
	p.say(sourcetest.Token + "\r")
	p.expect("is remembered in")
	p.expect("Zürich")
	p.expect("Which plan")
	p.say("rich")
	p.expect("rich")
	p.say("\r")
	p.expect("Downloads/Zürich-")
	p.expect("holdover import")
	p.waitForEnd()
	if strings.Contains(p.seen(), sourcetest.Token) {
		t.Error("the token was displayed")
	}
	kept := filepath.Join(home, ".config", "holdover", "tokens.json")
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file of the token: %v, want mode 0600 (error %v)", info, err)
	}
	again := startPerson(t, home, "export", "--source", s.URL)
	again.expect("Which plan")
	again.say("\x03")
	again.waitForEnd()
	if strings.Contains(again.seen(), "Personal access token") {
		t.Error("the stored token was not used")
	}
}

// TestPasswordPromptStatesTheMinimumLength: the prompt stated 8 characters, but fewer than 12 were refused.
func TestPasswordPromptStatesTheMinimumLength(t *testing.T) {
	p := startPerson(t, t.TempDir(), "user", "add", "Anna")
	p.expect(fmt.Sprintf("At least %d characters", auth.LeastPasswordRunes))
	p.say("\x03")
	p.waitForEnd()
}

// TestCSVOnATerminalHasNoControlCharacters: --csv printed the escape sequences of names to the terminal. To a file or
// another program the text is exact.
func TestCSVOnATerminalHasNoControlCharacters(t *testing.T) {
	home := t.TempDir()
	data := filepath.Join(home, ".local", "share", "holdover")
	a := apptest.Open(t, store.Config{Dir: data})
	made, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Home", Currency: "EUR", Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	_, account, err := a.AddAccount(t.Context(), app.Machine(), made.ID, app.AccountEntry{Name: "Checking", Type: "checking", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	const name, shown = "Red \x1b[31m and \u009b31m \u202eturned", "Red [31m and 31m turned"
	if _, _, err := a.AddRow(t.Context(), app.Machine(), made.ID, rows.Entry{Account: account, Date: civil.DateOf(time.Now()), Amount: -1000, PayeeName: "Kiosk", Memo: name}); err != nil {
		t.Fatal(err)
	}
	p := startPerson(t, home, "transactions", "Home", "--csv")
	p.expect(shown)
	p.waitForEnd()
	if seen := p.seen(); strings.ContainsAny(seen, "\x1b\u009b\u202e") {
		t.Errorf("terminal got control characters: %q", seen)
	}
	piped := exec.CommandContext(t.Context(), "holdover", "transactions", "Home", "--csv")
	piped.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	if text, err := piped.Output(); err != nil || !strings.Contains(string(text), name) {
		t.Errorf("piped output: %q, want the memo unchanged (error %v)", text, err)
	}
}

// person is the program at a terminal.
type person struct {
	t    *testing.T
	cmd  *exec.Cmd
	end  *os.File // the user's end of the terminal
	mu   sync.Mutex
	text bytes.Buffer
	from int // position after the last expected text
}

func startPerson(t *testing.T, home string, args ...string) *person {
	t.Helper()
	master, terminal := openTerminal(t)
	cmd := exec.CommandContext(t.Context(), "holdover", args...)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = terminal.Close()
	p := &person{t: t, cmd: cmd, end: master}
	go p.watch()
	return p
}

func openTerminal(t *testing.T) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("cannot open a terminal: %v", err)
	}
	t.Cleanup(func() { _ = master.Close() })
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 30, Col: 100}); err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, terminal
}

func (p *person) watch() {
	buf := make([]byte, 4096)
	for {
		n, err := p.end.Read(buf)
		p.mu.Lock()
		p.text.Write(buf[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *person) seen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// expect waits for a text after the one expected before.
func (p *person) expect(text string) {
	p.t.Helper()
	for range 400 {
		seen := p.seen()
		if at := strings.Index(seen[p.from:], text); at >= 0 {
			p.from += at + len(text)
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = p.cmd.Process.Kill()
	p.t.Fatalf("output lacks %q: %q", text, p.seen()[p.from:])
}

func (p *person) say(keys string) {
	p.t.Helper()
	time.Sleep(100 * time.Millisecond) // a prompt is written shortly before it reads input
	if _, err := p.end.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) waitForEnd() {
	p.t.Helper()
	done := make(chan struct{})
	go func() {
		_ = p.cmd.Wait() // the output shows the result
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		_ = p.cmd.Process.Kill()
		p.t.Fatalf("command does not end: %q", p.seen()[p.from:])
	}
}
