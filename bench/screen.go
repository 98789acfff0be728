package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// screenShape is a budget of twenty years with a target at each of a hundred categories and five cards.
const screenShape = "--seed 12 --accounts 16 --cards 5 --groups 12 --categories 100 --payees 2000 --tx 1000000 --years 20 --targets"

// What the server is to take at most for the budget screen and for an edit on it, in milliseconds.
const (
	screenLimit     = 10
	screenEditLimit = 8
)

// compareScreen asks for the budget screen of a million rows with targets, its cards kept as envelopes, and edits on it.
func compareScreen(ctx context.Context, b *bench) error {
	talk("plan of %s transactions with targets", short(registerSize))
	path, _, err := b.repo.Plan(strings.Fields(screenShape)...)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "^BenchmarkScreen$", "-benchtime", "1x", "-timeout", "30m", "./internal/web/budget")
	cmd.Dir = b.repo.Path()
	cmd.Env = append(os.Environ(), "HOLDOVER_SCREEN_PLAN="+path)
	talk("the budget screen of %s transactions", short(registerSize))
	said, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test -bench: %w\n%s", err, said)
	}
	fmt.Printf("\nThe budget screen, %s transactions, a hundred targets, five cards as envelopes: the middle one of twenty and the slowest but one, in ms on the server\n\n", short(registerSize))
	t := newTable("what", "median", "p95", "limit")
	over := 0
	for text := range bytes.Lines(said) {
		name, figures, ok := benchLine("BenchmarkScreen/", string(text))
		if !ok {
			continue
		}
		limit, median := screenLimitOf(name), figures["median-ms"]
		verdict := none
		if limit > 0 {
			verdict = decimals(limit, 0)
		}
		if limit > 0 && median > limit {
			verdict += ", over"
			over++
		}
		t.row(name, decimals(median, 1), decimals(figures["p95-ms"], 1), verdict)
		b.results.add("screen", name, registerSize, figure{Seconds: median / 1000, Runs: 20})
	}
	if err := t.print(os.Stdout); err != nil {
		return err
	}
	fmt.Printf("\n%d over their limit\n", over)
	return nil
}

// screenLimitOf is what a line of the benchmark is to take at most, in milliseconds; zero where nothing was promised.
func screenLimitOf(name string) float64 {
	switch {
	case strings.HasPrefix(name, "page"):
		return screenLimit
	case name == "edit":
		return screenEditLimit
	}
	return 0
}
