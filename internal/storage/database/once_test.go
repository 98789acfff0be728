package database

import (
	"strings"
	"testing"
)

// Once begins no transaction. A second statement would read a different snapshot, so it returns an error.
func TestOnceRefusesASecondStatement(t *testing.T) {
	t.Parallel()
	d := openDB(t, Config{Dir: t.TempDir()})
	t.Cleanup(func() { d.Close() })
	var first, second int
	err := d.Once(t.Context(), func(q *Session) error {
		if _, err := q.One("SELECT 1", nil, &first); err != nil {
			return err
		}
		_, err := q.One("SELECT 2", nil, &second)
		return err
	})
	if first != 1 || second != 0 || err == nil || !strings.Contains(err.Error(), "SELECT 2") {
		t.Errorf("first statement read %d, second %d, error %v; want 1, 0 and an error that names the second", first, second, err)
	}
}
