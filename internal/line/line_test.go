package line

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// TestOneAtATimeForEachKey lets ten follow one another through a line in the order in which they came, beside a line that
// waits for nobody; who gives up leaves the others theirs, and no line stays with nobody in it.
func TestOneAtATimeForEachKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines Lines[string]
		leave := enter(t, &lines, "a")
		var came []int
		left := context.WithoutCancel(t.Context())
		gone, goAway := context.WithCancel(left)
		for n := range 10 {
			ctx := left
			if n == 4 {
				ctx = gone
			}
			go func() {
				next, err := lines.Enter(ctx, "a")
				if n == 4 {
					if !errors.Is(err, context.Canceled) {
						t.Error("the one who went:", err)
					}
					return
				}
				came = append(came, n)
				next()
			}()
			synctest.Wait() // it stands in the line
		}
		enter(t, &lines, "b")()
		if len(came) > 0 {
			t.Errorf("%v came through beside another", came)
		}
		goAway()
		synctest.Wait()
		leave()
		synctest.Wait()
		if want := []int{0, 1, 2, 3, 5, 6, 7, 8, 9}; !slices.Equal(came, want) {
			t.Errorf("they came through as %v, want %v", came, want)
		}
		if len(lines.of) > 0 {
			t.Errorf("%d lines stay with nobody in them", len(lines.of))
		}
	})
}

func enter(t *testing.T, lines *Lines[string], key string) (leave func()) {
	leave, err := lines.Enter(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return leave
}
