package pending_test

import (
	"testing"
	"time"

	"holdover/internal/storage/pending"
)

// A secret is displayed once, on its page, to the browser that created it, within a minute.
func TestSecretIsDisplayedOnce(t *testing.T) {
	onBothDatabases(t, func(w *stores) {
		store := func() string {
			t.Helper()
			key, err := w.KeepSecret(t.Context(), anna, "/tokens", "holdover_pat_x")
			if err != nil {
				t.Fatal(err)
			}
			return key
		}
		taken := func(of pending.Holder, page, key string) (secret string) {
			t.Helper()
			if err := w.other.TakeSecret(t.Context(), of, page, key, &secret); err != nil {
				t.Fatal(err)
			}
			return secret
		}
		key := store()
		elsewhere := pending.Holder{User: anna.User, Session: "anna's other"}
		for what, secret := range map[string]string{"another user": taken(ben, "/tokens", key), "another browser": taken(elsewhere, "/tokens", key), "another page": taken(anna, "/other", key), "empty key": taken(anna, "/tokens", "")} {
			if secret != "" {
				t.Errorf("%s: secret %q, want none", what, secret)
			}
		}
		if secret := taken(anna, "/tokens", key); secret != "holdover_pat_x" {
			t.Errorf("first display: %q, want the secret", secret)
		}
		if secret := taken(anna, "/tokens", key); secret != "" {
			t.Errorf("second display: %q, want none", secret)
		}
		late := store()
		w.now = w.now.Add(2 * time.Minute)
		if secret := taken(anna, "/tokens", late); secret != "" {
			t.Errorf("display after a minute: %q, want none", secret)
		}
	})
}
