package jobs

import (
	"context"
	"testing"
)

// Polling stops with the last subscriber. A later subscriber is notified all the same.
func TestPollingStopsWithoutSubscribers(t *testing.T) {
	h := NewHub(func(_ context.Context, budgets []int64) (map[int64]int64, error) {
		return map[int64]int64{budgets[0]: 7}, nil
	})
	for range 2 {
		changes, cancel := h.Subscribe(3)
		if at := <-changes; at != 7 {
			t.Errorf("notified of change %d, want 7", at)
		}
		cancel()
		h.pollers.Wait() // would block forever if polling continued
	}
	h.End()
}
