package testkit

import (
	"testing"

	"holdover/internal/base/apperr"
)

// WantKind fails the test unless err is an *apperr.Error of the kind.
func WantKind(t testing.TB, err error, kind apperr.Kind) {
	t.Helper()
	if apperr.KindOf(err) != kind {
		t.Errorf("%v, want %s", err, kind)
	}
}
