package amountparse

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// A form refuses a sum of ten thousand factors, because its evaluation would take minutes.
func TestLongSumIsRefused(t *testing.T) {
	began := time.Now()
	for _, piece := range []string{"1.001*", "7.13/", "(((", "1+", "9"} {
		m, err := Amount(money.DefaultFormat(), strings.Repeat(piece, 60_000/len(piece))+"3", 0)
		if m != 0 || apperr.KindOf(err) != apperr.Invalid || len(err.Error()) > 500 {
			t.Errorf("a long text of %q: amount %d, error %.200v, want a short error", piece, m, err)
		}
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the long texts took %v", took)
	}
}
