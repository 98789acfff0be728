package verification

import (
	"math"
	"testing"
)

// The sum of unexplained amounts does not overflow: a huge one and its opposite must not add up to zero.
func TestTotalUnexplainedDoesNotOverflow(t *testing.T) {
	var r Report
	r.add(MonthLine{Unexplained: -math.MaxInt64})
	r.add(MonthLine{Unexplained: math.MaxInt64})
	if r.Unexplained != math.MaxInt64 || r.Sound() {
		t.Errorf("the unexplained total is %d", r.Unexplained)
	}
}
