package access

import (
	"context"
	"errors"
	"testing"

	"holdover/internal/fault"
)

// Heavy works are admitted by what they take together: what weighs half goes beside
// another half, a third waits, and who leaves meanwhile waits no longer.
func TestHeavyWorksAreAdmittedByWeight(t *testing.T) {
	turns := newTurns()
	began := make(chan struct{})
	end := make(chan struct{})
	ended := make(chan error, 2)
	for range 2 {
		go func() {
			ended <- turns.Heavily(t.Context(), heavyRoom/2, func() error {
				began <- struct{}{}
				<-end
				return nil
			})
		}()
	}
	<-began
	<-began
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if err := turns.Heavily(ctx, 1, func() error { t.Error("it went beyond the room"); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(end)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := turns.Heavily(t.Context(), 10*heavyRoom, func() error { return errors.New("done") }); err == nil || err.Error() != "done" {
		t.Error(err)
	}
}

// What is not admitted in time is refused by name, and told when to come again.
func TestHeavyWorksDoNotWaitForEver(t *testing.T) {
	turns := newTurns()
	was := heavyPatience
	heavyPatience = 1
	defer func() { heavyPatience = was }()
	err := turns.Heavily(t.Context(), Alone, func() error {
		return turns.Heavily(t.Context(), 1, func() error { return nil })
	})
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Unavailable || f.Retry != heavyPatience {
		t.Errorf("%+v", err)
	}
}
