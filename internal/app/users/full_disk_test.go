package users

import (
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// TestSignInWorksOnAFullDisk: users can sign in to view data and to free space. The right password suffices, wrong ones
// are counted, a session works and can be ended, and once there is space the session is stored like any other.
func TestSignInWorksOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("cannot mount a small file system: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("unmount: %v: %s", err, out)
		}
	})
	s, err := store.Open(t.Context(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Now()
	a := &house{New(userstore.On(s.DB()), slog.New(slog.DiscardHandler), func() time.Time { return now }), s}
	if err := a.CreateOwner(t.Context(), "Anna", annasPassword); err != nil {
		t.Fatal(err)
	}
	filling := fillDisk(t, dir)
	if _, err := a.AddUser(t.Context(), Machine(), "Ben", bensPassword); !cannotWrite(err) {
		t.Fatalf("write on the full disk: error %v, want it refused", err)
	}
	in := signIn(t, a, "Anna", annasPassword)
	known := func() error {
		who, _, err := a.Session(t.Context(), in.Key.Reveal())
		if err == nil && who != in.Who {
			t.Errorf("session is of %+v, want %+v", who, in.Who)
		}
		return err
	}
	if err := known(); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for range 30 {
		if _, err := a.SignIn(t.Context(), Credentials{Name: "Anna", Password: "a wrong one that is long", Device: Device{Address: "192.0.2.7"}}); apperr.KindOf(err) == apperr.TooMany {
			refused++
		}
	}
	if refused == 0 {
		t.Error("wrong passwords are not slowed down")
	}
	out := signIn(t, a, "Anna", annasPassword)
	if err := a.SignOut(t.Context(), out.Key.Reveal()); err != nil {
		t.Error(err)
	}
	if _, _, err := a.Session(t.Context(), out.Key.Reveal()); apperr.KindOf(err) != apperr.Unauthorized {
		t.Errorf("session after signing out: error %v, want unauthorized", err)
	}
	one, others := signIn(t, a, "Anna", annasPassword), signIn(t, a, "Anna", annasPassword)
	all, err := a.Sessions(t.Context(), in.Who)
	if err != nil || len(all) != 3 {
		t.Errorf("sessions: %+v, want 3 (error %v)", all, err)
	}
	if err := a.EndSession(t.Context(), in.Who, string(one.Key.Digest())); err != nil {
		t.Error(err)
	}
	_ = a.EndOtherSessions(t.Context(), in.Who) // sessions in the database stay while it cannot be written
	for _, ended := range []SignedIn{one, others} {
		if _, _, err := a.Session(t.Context(), ended.Key.Reveal()); apperr.KindOf(err) != apperr.Unauthorized {
			t.Errorf("ended session: error %v, want unauthorized", err)
		}
	}
	if err := os.Remove(filling); err != nil {
		t.Fatal(err)
	}
	now = now.Add(againEvery)
	if err := known(); err != nil {
		t.Fatal(err)
	}
	if all, err := a.Sessions(t.Context(), in.Who); err != nil || len(all) != 1 || !all[0].Here {
		t.Errorf("sessions once there is space: %+v, want the present one (error %v)", all, err)
	}
	change := PasswordChange{Present: annasPassword, New: bensPassword, Device: Device{Address: "192.0.2.9"}}
	elsewhere := in.Who
	elsewhere.Session = ""
	if err := a.ChangePassword(t.Context(), elsewhere, change); err != nil {
		t.Fatal(err)
	}
	if err := known(); apperr.KindOf(err) != apperr.Unauthorized {
		t.Errorf("session after a password change: error %v, want unauthorized", err)
	}
}

// fillDisk fills the disk of a database to its last byte, and returns the path of the file to remove.
func fillDisk(t *testing.T, dir string) string {
	t.Helper()
	db, err := sql.Open("sqlite", database.Address(filepath.Join(dir, database.FileName)))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil { // an existing log would be reused
		t.Fatal(err)
	}
	path := filepath.Join(dir, "filling")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.Copy(file, zeros{}); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return path
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// A session in the memory of another process was stored later although all other sessions had been ended. The session
// that ends the others stays, wherever it is stored.
func TestEndingOtherSessionsEndsThoseInOtherProcesses(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	clock := func() time.Time { return now }
	a.now = clock
	another := New(userstore.On(a.budgets.DB()), slog.New(slog.DiscardHandler), clock)
	newSession := func(p *Service) SignedIn {
		t.Helper()
		in := signIn(t, a, "Anna", annasPassword)
		user, err := a.store.UserByName(t.Context(), "Anna")
		if err = errors.Join(err, a.store.EndSession(t.Context(), in.Key.Digest())); err != nil {
			t.Fatal(err)
		}
		p.fallback.shelter(&sheltered{NewSession: userstore.NewSession{Digest: in.Key.Digest(), User: user.No, VerifiedHash: user.Password, At: now}, tried: now})
		return in
	}
	first, second := newSession(a.Service), newSession(another)
	now = now.Add(time.Second)
	if err := a.EndOtherSessions(t.Context(), first.Who); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, _, err := another.Session(t.Context(), second.Key.Reveal()); apperr.KindOf(err) != apperr.Unauthorized {
			t.Errorf("session in the other process after all others were ended: error %v, want unauthorized", err)
		}
		if _, _, err := a.Session(t.Context(), first.Key.Reveal()); err != nil {
			t.Errorf("session that ended the others: %v", err)
		}
		now = now.Add(againEvery) // they are stored in the database now
	}
	after := newSession(another)
	if _, _, err := another.Session(t.Context(), after.Key.Reveal()); err != nil {
		t.Errorf("session created afterwards: %v", err)
	}
}
