package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// editSize is the plan in which a budgeted amount is edited.
const editSize = 50_000

// compareEditing edits a budgeted amount: in Holdover the whole answer of the budget screen, in the peer the figures alone.
func compareEditing(ctx context.Context, b *bench) error {
	logf("an edit on the budget screen")
	output, err := b.goBench(ctx, nil, "Edit|Screen", "-timeout", "30m", "./internal/surface/web")
	if err != nil {
		return err
	}
	fmt.Printf("\nAn edit of a budgeted amount, %s transactions\n\n", short(editSize))
	for line := range bytes.Lines(output) {
		if fields := strings.Fields(string(line)); len(fields) > 3 && strings.HasPrefix(fields[0], "Benchmark") {
			fmt.Println("   ", strings.Join(fields, "  "))
		}
	}
	var peer struct { // for the same edit, in milliseconds
		Set  float64 `json:"set_ms"`
		Read float64 `json:"read_ms"`
	}
	if err := b.peerTimes(ctx, "actual-edit.mjs", &peer); err != nil {
		fmt.Printf("    Without the peer: %v\n", err)
		return nil
	}
	fmt.Printf("    peer  %.1f ms to set, %.1f ms to read the month (figures alone)\n", peer.Set, peer.Read)
	return nil
}
