package verification

import (
	"math"
	"testing"
)

// FOUND "Figures" 6: the sum of unexplained amounts does not overflow.
func TestTotalUnexplainedDoesNotOverflow(t *testing.T) {
	var r Report
	r.add(MonthLine{Unexplained: -math.MaxInt64})
	r.add(MonthLine{Unexplained: math.MaxInt64})
	if r.Unexplained != math.MaxInt64 || r.Sound() {
		t.Errorf("the unexplained total is %d", r.Unexplained)
	}
}
