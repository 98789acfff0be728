package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// compareGrowth measures everything on budgets of a thousand to a million rows: how its time and memory grow with them.
func compareGrowth(ctx context.Context, b *bench) error {
	var paths []string
	for _, rows := range []int{1_000, 10_000, 100_000, 1_000_000} {
		p, err := b.generatedPlan(rows)
		if err != nil {
			return err
		}
		paths = append(paths, p.path)
	}
	logf("everything on budgets of a thousand to a million rows, some five minutes")
	output, err := b.pageBenchmark(ctx, "BenchmarkGrowth", "./internal/surface/server", "HOLDOVER_GROWTH_PLANS="+strings.Join(paths, ","))
	if err != nil {
		return err
	}
	g := growthOf(output)
	fmt.Print("\nWhat everything takes as a budget grows. Times in ms: of the first answer right after a start / the middle one of nine after it; in brackets what the processors worked.\n\n")
	t := newTable(append([]string{"what"}, g.sizes...)...)
	for _, what := range g.whats {
		row := []string{strings.ReplaceAll(what, "_", " ")}
		for _, size := range g.sizes {
			row = append(row, grown(g.figures[size+"/"+what]))
		}
		t.row(row...)
	}
	return t.print(os.Stdout)
}

// growth contains the measurements by size and by operation.
type growth struct {
	sizes, whats []string
	figures      map[string]map[string]float64
}

func growthOf(output []byte) growth {
	g := growth{figures: map[string]map[string]float64{}}
	for text := range bytes.Lines(output) {
		name, is, ok := benchLine("BenchmarkGrowth/", string(text))
		if !ok {
			continue
		}
		rows, what, _ := strings.Cut(name, "/")
		n, err := strconv.Atoi(rows)
		if err != nil {
			continue
		}
		size := short(n)
		if !slices.Contains(g.sizes, size) {
			g.sizes = append(g.sizes, size)
		}
		if !slices.Contains(g.whats, what) {
			g.whats = append(g.whats, what)
		}
		g.figures[size+"/"+what] = is
	}
	return g
}

// grown formats the measurements of one operation at one size.
func grown(is map[string]float64) string {
	if is["first-ms"] > 0 {
		return fmt.Sprintf("%.0f / %.1f (%.0f / %.1f)", is["first-ms"], is["ms"], is["first-cpu-ms"], is["cpu-ms"])
	}
	if is["cpu-ms"] > 0 {
		return fmt.Sprintf("(%.0f), %.0f MiB, file %.0f MiB", is["cpu-ms"], is["MiB"], is["file-MiB"])
	}
	return fmt.Sprintf("%.0f MiB", is["MiB"])
}
