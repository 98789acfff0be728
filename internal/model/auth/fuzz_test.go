package auth

import (
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// FuzzSecrets checks that a secret is parsed exactly as it was made or not at all, that no formatting reveals it, and
// that roles, scopes and stored passwords are valid or refused.
func FuzzSecrets(f *testing.F) {
	kinds := []SecretKind{PersonalToken, AccessToken, RefreshToken, GrantCode, ClientSecret}
	seeds := []string{"", "…", "viewer", "full", "read-only", "$argon2id$v=19$m=47104,t=2,p=1$c2FsdHNhbHQ$a2V5a2V5a2V5a2V5a2V5"}
	for _, k := range kinds {
		seeds = append(seeds, NewSecret(k).Reveal())
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		text := string(input)
		for _, k := range kinds {
			s, err := ParseSecret(k, text)
			if err != nil {
				if apperr.KindOf(err) != apperr.Unauthorized || strings.Contains(err.Error(), text) && len(text) > 20 {
					t.Fatalf("the error for %q shows the secret or has another kind: %v", text, err)
				}
				continue
			}
			if s.Reveal() != strings.TrimSpace(text) || KindOfSecret(s.Reveal()) != k || strings.Contains(s.String(), s.Reveal()[len(k)+4:len(k)+12]) || len(s.Digest()) != 64 {
				t.Fatalf("%q is parsed as %v", text, s)
			}
		}
		if r, err := ParseRole(text); err == nil && string(r) != text {
			t.Fatalf("%q is parsed as the role %q", text, r)
		}
		if s, err := ParseScope(text); err == nil && string(s) != text {
			t.Fatalf("%q is parsed as the scope %q", text, s)
		}
		if c, salt, key, err := decode(text); err == nil && (c.memory > mostMemory || c.passes > mostPasses || len(salt) > 64 || len(key) > 64) {
			t.Fatalf("%q has the cost %+v", text, c)
		}
	})
}

// FuzzPasswords checks that the rules terminate for any name and password, and accept no password that is too short
// or too long.
func FuzzPasswords(f *testing.F) {
	testkit.Fuzz(f, []string{"Anna\nfour unrelated words", "a\naaaaaaaaaaaaaaaa", "a\n123456789012345", "İ\npassword2026!", "anna\nannaannaanna"}, func(t testing.TB, input []byte) {
		name, password, _ := strings.Cut(string(input), "\n")
		err := CheckPasswordRules(name, password)
		if n := len([]rune(password)); err == nil && (n < LeastPasswordRunes || n > MostPasswordRunes) {
			t.Fatalf("the password %q is accepted", password)
		}
	})
}
