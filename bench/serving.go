package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// compareServing measures the API: whole plans beside reading the same rows and encoding them, and small calls.
func compareServing(ctx context.Context, b *bench) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "WholePlan|Floor|Calls", "-timeout", "30m", "./internal/api")
	cmd.Dir = b.repo.Path()
	talk("answers of the API")
	said, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test -bench: %w\n%s", err, said)
	}
	fmt.Print("\nAnswers of the API\n\n")
	took := map[string]float64{}
	for line := range bytes.Lines(said) {
		fields := strings.Fields(string(line))
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		fmt.Println("   ", strings.Join(fields, "  "))
		name, _, _ := strings.Cut(fields[0], "-")
		if took[name], err = strconv.ParseFloat(fields[2], 64); err != nil {
			return fmt.Errorf("reading %q: %w", line, err)
		}
	}
	whole, floor := took["BenchmarkWholePlan/50000"], took["BenchmarkFloor"]
	fmt.Printf("\nWhole plan of 50k transactions / the same rows read and encoded: %s\n", ratio(whole, floor))
	return nil
}
