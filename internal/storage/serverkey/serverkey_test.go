package serverkey

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// TestProcessesMakeOneKey lets several processes seal at the same time, before there is a key.
func TestProcessesMakeOneKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "server.key")
	sealed := make([][]byte, 8)
	var working sync.WaitGroup
	for i := range sealed {
		working.Go(func() {
			var err error
			if sealed[i], err = In(path).Seal([]byte("secret"), "a"); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
	for _, one := range sealed {
		if got := testkit.Must(In(path).Open(one, "a"))(t); string(got) != "secret" || bytes.Contains(one, []byte("secret")) {
			t.Errorf("opened %q of %x", got, one)
		}
	}
	if info := testkit.Must(os.Stat(path))(t); info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read the key: %s", info.Mode())
	}
	if left := testkit.Must(os.ReadDir(filepath.Dir(path)))(t); len(left) != 1 {
		t.Errorf("files are left: %v", left)
	}
}

// TestOtherKeysAndPurposesDoNotOpen opens a secret with another purpose, another key, a damaged key and without one.
func TestOtherKeysAndPurposesDoNotOpen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "server.key")
	sealed := testkit.Must(In(path).Seal([]byte("secret"), "a"))(t)
	damaged := filepath.Join(t.TempDir(), "damaged")
	testkit.NoError(t, os.WriteFile(damaged, []byte("1234"), 0o600))
	other := filepath.Join(t.TempDir(), "other")
	testkit.Must(In(other).Seal(nil, ""))(t)
	for name, c := range map[string]struct {
		key     string
		purpose string
		want    apperr.Kind
	}{
		"purpose": {path, "b", apperr.NotFound}, "other key": {other, "a", apperr.NotFound}, "no file": {path + "2", "a", apperr.NotFound},
		"damaged": {damaged, "a", apperr.Invalid}, "none set": {"", "a", apperr.Invalid},
	} {
		if _, err := In(c.key).Open(sealed, c.purpose); apperr.KindOf(err) != c.want {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := os.Stat(path + "2"); !os.IsNotExist(err) {
		t.Error("opening made a key")
	}
}
