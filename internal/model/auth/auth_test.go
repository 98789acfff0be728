package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
)

func TestPasswords(t *testing.T) {
	const password = "correct horse bätteri"
	stored := HashPassword(password)
	if !strings.HasPrefix(stored, "$argon2id$v=19$m=47104,t=2,p=1$") {
		t.Fatalf("not a PHC string: %s", stored)
	}
	if HashPassword(password) == stored {
		t.Error("two hashes of one password are equal")
	}
	for given, want := range map[string]bool{
		password: true, "correct horse ba\u0308tteri": true, // the same letters, typed on another system
		"correct horse batteri": false, "": false, password + " ": false, strings.Repeat("x", 1<<20): false,
	} {
		if ok, err := CheckPassword(stored, given); ok != want || err != nil {
			t.Errorf("%.30q is correct: %v, error %v, want %v", given, ok, err, want)
		}
	}
	if PasswordIsStale(stored) {
		t.Error("a new hash is reported as outdated")
	}
}

// A hash with another cost, as argon2's own tool makes it, is accepted and reported as outdated.
func TestPasswordOfAnotherCost(t *testing.T) {
	old := cost{memory: 64, passes: 1, threads: 2}
	stored := encode(old, []byte("somesalt"), derive(old, []byte("somesalt"), "password", 24))
	if ok, err := CheckPassword(stored, "password"); !ok || err != nil {
		t.Errorf("the password is correct: %v, error %v", ok, err)
	}
	if !PasswordIsStale(stored) {
		t.Error("a hash of an old cost is not reported as outdated")
	}
}

func TestDamagedHashesAreRefused(t *testing.T) {
	for _, s := range []string{
		"", "plain", "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$",
		"$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=64,t=1,p=0$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=64,t=1,p=1$!!$AAAAAAAAAAAAAAAAAAAAAA",
	} {
		if ok, err := CheckPassword(s, "password"); ok || apperr.KindOf(err) != apperr.Internal || !PasswordIsStale(s) {
			t.Errorf("%q: accepted %v, error %v, want an internal error", s, ok, err)
		}
	}
}

func TestPasswordRules(t *testing.T) {
	for password, want := range map[string]string{
		"short": "5 of at least 12", "ÄÖÜßéèàç": "8 of at least 12", "Anna Müller ": "same as the name",
		strings.Repeat("ab", 200): "at most 256", "a\xffbcdefghi": "invalid characters", "four plain words here": "",
	} {
		err := CheckPasswordRules("anna müller", password)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", password, err, want)
		}
	}
}

// Passwords from leaked lists are refused at this length, and passwords that users invent are not.
func TestCommonPasswordsAreRefused(t *testing.T) {
	for _, password := range []string{
		"aaaaaaaaaaaa", "111111111111", "123456789012", "1234567890123", "qwertyuiop12", "qwertzuiopü1", "passwordpassword", "Password1234!", "P@ssw0rd2026",
		"password123456", "iloveyou1234", "iloveyouforever", "letmeinletmein", "holdover2026!", "mybudget12345", "anna.mueller1", "AnnaMueller2026", "1q2w3e4r5t6y",
		"1qaz2wsx3edc", "q1w2e3r4t5y6", "abcdefghijkl", "zyxwvutsrqpo", "sunshine2024", "football1234", "monkeymonkey", "asdfghjkl123", "qwerty123456", "12345qwert12",
		"manchester1234", "passwort1234", "hallohallo123", "000000000000", "123123123123", "abc123abc123", "superman1234", "trustno1trustno1", "changeme1234", "administrator",
	} {
		if err := CheckPasswordRules("Anna Mueller", password); err == nil || !strings.Contains(err.Error(), "easy to guess") {
			t.Errorf("%q: error %v, want one about common passwords", password, err)
		}
	}
	for _, password := range []string{
		"four plain words here", "correct horse battery staple", "839201746352", "xK9#mQ2$vL5p", "das gelbe Haus am See", "пароль от моего дома", "sample budget",
		"monkey teapot gravel", "a long password",
	} {
		if err := CheckPasswordRules("Anna Mueller", password); err != nil {
			t.Errorf("%q is refused: %v", password, err)
		}
	}
}

func TestUserNames(t *testing.T) {
	if name, err := CheckUserName("  Anna "); name != "Anna" || err != nil {
		t.Errorf("CheckUserName = %q, %v, want Anna", name, err)
	}
	for _, bad := range []string{"", " \t", "a\nb", strings.Repeat("x", 101), "\xff"} {
		if _, err := CheckUserName(bad); err == nil {
			t.Errorf("the name %q is accepted", bad)
		}
	}
	if UserKey(" ANNA") != UserKey("anna") || UserKey("anna") == UserKey("hanna") {
		t.Error("names are not compared without case")
	}
}

func TestRolesAndScopes(t *testing.T) {
	for _, c := range []struct {
		role                Role
		scope               Scope
		see, change, manage apperr.Kind
	}{
		{Owner, Full, "", "", ""},
		{Editor, Full, "", "", apperr.Forbidden},
		{Viewer, Full, "", apperr.Forbidden, apperr.Forbidden},
		{Owner, ReadOnly, "", apperr.Forbidden, apperr.Forbidden},
		{"", Full, apperr.NotFound, apperr.NotFound, apperr.NotFound},
		{"", ReadOnly, apperr.NotFound, apperr.NotFound, apperr.NotFound},
		{"king", Full, apperr.NotFound, apperr.NotFound, apperr.NotFound},
		{Owner, "", apperr.Forbidden, apperr.Forbidden, apperr.Forbidden},
	} {
		for right, want := range map[Right]apperr.Kind{See: c.see, Change: c.change, Manage: c.manage} {
			if got := apperr.KindOf(Allowed(c.role, c.scope, right)); got != want {
				t.Errorf("%s with %s, right %d: %q, want %q", c.role, c.scope, right, got, want)
			}
		}
		if Allowed(c.role, c.scope, 0) == nil {
			t.Errorf("%s has a right without a name", c.role)
		}
	}
	var f *apperr.Error
	if err := Allowed(Editor, ReadOnly, Change); !errors.As(err, &f) || f.ID != UnauthorizedScope {
		t.Error(err)
	}
	if !ReadOnly.Within(Full) || Full.Within(ReadOnly) || Scope("").Within(Full) || !Full.Within(Full) {
		t.Error("scopes are not compared correctly")
	}
}

func TestSecrets(t *testing.T) {
	s := NewSecret(PersonalToken)
	if got, err := ParseSecret(PersonalToken, " "+s.Reveal()+"\n"); err != nil || got.Reveal() != s.Reveal() || got.Digest() != s.Digest() {
		t.Fatalf("a secret is parsed as %v, error %v", got, err)
	}
	for text, want := range map[string]string{
		"": "token is missing", s.Short(): "shortened form", "ynab-token": "not a token", s.Reveal()[:30]: "incomplete",
		s.Reveal() + "a": "incomplete", strings.ToUpper(s.Reveal()): "not a token", NewSecret(AccessToken).Reveal(): "not a token",
	} {
		if _, err := ParseSecret(PersonalToken, text); apperr.KindOf(err) != apperr.Unauthorized || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// One wrong character is always noticed, without looking the secret up.
func TestAMistypedSecretIsNoticed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(NewSecret(PersonalToken).Reveal())
		at := rapid.IntRange(len(PersonalToken), len(text)-1).Draw(t, "at")
		c := "abcdefghijklmnopqrstuvwxyz234567"[rapid.IntRange(0, 31).Draw(t, "letter")]
		if text[at] == c {
			return
		}
		text[at] = c
		if _, err := ParseSecret(PersonalToken, string(text)); err == nil {
			t.Fatalf("%s is accepted", text)
		}
	})
}

// No way of printing a secret prints it whole.
func TestPrintingASecretHidesIt(t *testing.T) {
	s := NewSecret(RefreshToken)
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "secret", s, "in", struct{ S Secret }{s})
	inJSON, _ := json.Marshal(map[string]any{"s": s})
	hidden := s.Reveal()[len(RefreshToken)+4 : len(s.Reveal())-4]
	unexported := fmt.Sprintf("%v %+v %#v", struct{ s Secret }{s}, struct{ s Secret }{s}, struct{ s Secret }{s})
	if strings.Contains(unexported, hidden) {
		t.Errorf("the secret is printed: %s", unexported)
	}
	for _, text := range []string{log.String(), string(inJSON), s.Short(), fmt.Sprintf("%v %+v %#v %s %q", s, s, s, s, s)} {
		if strings.Contains(text, hidden) || !strings.Contains(text, string(RefreshToken)) {
			t.Errorf("the secret is printed: %s", text)
		}
	}
	if (Secret{}).Short() != "" {
		t.Error("an empty secret has a short form")
	}
}

func TestBackoff(t *testing.T) {
	start := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	s := ByNameAndAddress
	var f Failures
	var waits []time.Duration
	now := start
	for range 16 {
		at := s.MayTryAt(f, now)
		waits = append(waits, at.Sub(now))
		now = at
		f = s.Add(f, now)
	}
	want := []time.Duration{0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900}
	for i, w := range want {
		if waits[i] != w*time.Second {
			t.Fatalf("attempt %d waits %v, want %v s", i+1, waits[i], w)
		}
	}
	if at := s.MayTryAt(f, now.Add(s.Forget)); !at.Equal(now.Add(s.Forget)) {
		t.Error("old failures still count")
	}
	if got := s.Add(f, now.Add(s.Forget)).Count; got != 1 {
		t.Errorf("after old failures the count is %d", got)
	}
}

// A client that guesses without pause gets few attempts in a day, and the wait never exceeds its maximum, however
// many failures there are.
func TestBackoffBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom([]Backoff{ByNameAndAddress, ByAddress, ByName}).Draw(t, "rule")
		f := Failures{Count: rapid.IntRange(0, 1<<40).Draw(t, "count"), Last: time.Unix(rapid.Int64Range(0, 1e9).Draw(t, "last"), 0)}
		now := f.Last.Add(time.Duration(rapid.Int64Range(0, int64(48*time.Hour)).Draw(t, "since")))
		wait := s.MayTryAt(f, now).Sub(now)
		if wait < 0 || wait > s.Most {
			t.Fatalf("the wait is %v", wait)
		}
	})
	now := time.Unix(0, 0)
	end, tries, f := now.Add(24*time.Hour), 0, Failures{}
	for ; now.Before(end); tries++ {
		now = ByNameAndAddress.MayTryAt(f, now)
		f = ByNameAndAddress.Add(f, now)
	}
	if tries > 110 {
		t.Errorf("%d guesses are possible in a day", tries)
	}
}

func BenchmarkPassword(b *testing.B) {
	for b.Loop() {
		HashPassword("correct horse battery")
	}
}
