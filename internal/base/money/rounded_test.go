package money

import "testing"

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		digits   int
		m, steps Milli
	}{{2, 1371401, 1371400}, {2, 9833, 9830}, {2, 9835, 9840}, {2, -9835, -9840}, {2, -9834, -9830}, {0, 1499, 1000}, {0, -1500, -2000}, {3, 1371401, 1371401}} {
		if got := (Format{DecimalDigits: c.digits}).Rounded(c.m); got != c.steps {
			t.Errorf("%d with %d digits is %d, want %d", c.m, c.digits, got, c.steps)
		}
	}
}
