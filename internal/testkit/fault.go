package testkit

import (
	"testing"

	"holdover/internal/fault"
)

// WantKind fails the test unless err is a *fault.Error of the kind.
func WantKind(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if fault.KindOf(err) != kind {
		t.Errorf("%v, want %s", err, kind)
	}
}
