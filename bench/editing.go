package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

// editSize is the plan in which a budgeted amount is edited.
const editSize = 50_000

// compareEditing edits a budgeted amount: in Holdover the whole answer of the budget screen, in the peer the figures alone.
func compareEditing(ctx context.Context, b *bench) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "Edit|Screen", "-timeout", "30m", "./internal/web")
	cmd.Dir = b.repo.Path()
	talk("an edit on the budget screen")
	said, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test -bench: %w\n%s", err, said)
	}
	fmt.Printf("\nAn edit of a budgeted amount, %s transactions\n\n", short(editSize))
	for line := range bytes.Lines(said) {
		if fields := strings.Fields(string(line)); len(fields) > 3 && strings.HasPrefix(fields[0], "Benchmark") {
			fmt.Println("   ", strings.Join(fields, "  "))
		}
	}
	set, read, err := b.peerEdit(ctx)
	if err != nil {
		fmt.Printf("    Without the peer: %v\n", err)
		return nil
	}
	fmt.Printf("    peer  %.1f ms to set, %.1f ms to read the month (figures alone)\n", set, read)
	return nil
}

// peerEdit is the peer's time for the same edit, in milliseconds.
func (b *bench) peerEdit(ctx context.Context) (set, read float64, err error) {
	said, err := b.peerSays(ctx, "actual-edit.mjs")
	if err != nil {
		return 0, 0, err
	}
	var took struct {
		Set  float64 `json:"set_ms"`
		Read float64 `json:"read_ms"`
	}
	if err := json.Unmarshal(said, &took); err != nil {
		return 0, 0, fmt.Errorf("reading %q: %w", tail(said, 200), err)
	}
	return took.Set, took.Read, nil
}
