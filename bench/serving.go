package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
)

// compareServing measures the API: whole plans and lists, compared with reading the same rows and encoding them,
// small calls, and writes.
func compareServing(ctx context.Context, b *bench) error {
	logf("answers of the API")
	output, err := b.goBench(ctx, nil, "WholePlan|AllTransactions|Floor|Calls|Writing", "-timeout", "60m", "./internal/surface/api")
	if err != nil {
		return err
	}
	fmt.Print("\nAnswers of the API\n\n")
	took, worked := map[string]float64{}, map[string]float64{}
	for line := range bytes.Lines(output) {
		fields := strings.Fields(string(line))
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		fmt.Println("   ", strings.Join(fields, "  "))
		name := fields[0][:max(0, strings.LastIndex(fields[0], "-"))]
		for i := 2; i+1 < len(fields); i += 2 {
			n, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return fmt.Errorf("reading %q: %w", line, err)
			}
			switch fields[i+1] {
			case "ns/op":
				took[name] = n / 1e6
			case "cpu-ms/op":
				worked[name] = n
			}
		}
	}
	fmt.Print("\n50k transactions, beside the same rows read and encoded (in brackets by the processors' time):\n")
	for _, one := range []struct{ name, bench, most string }{{"whole plan", "BenchmarkWholePlan/50000", "1.2x"}, {"all as a list", "BenchmarkAllTransactions", "2x"}} {
		fmt.Printf("    %-15s %s (%s), to be at most %s\n", one.name, ratio(took[one.bench], took["BenchmarkFloor"]), ratio(worked[one.bench], worked["BenchmarkFloor"]), one.most)
	}
	for _, one := range []struct {
		name, bench string
		most        float64
	}{
		{"one transaction, at a million", "BenchmarkWriting/1000000/one", 5},
		{"a month's category, at a million", "BenchmarkWriting/1000000/month_category", 5},
		{"10,000 in one call", "BenchmarkWriting/50000/10000", 1500},
	} {
		fmt.Printf("    %-33s %.1f ms (%.1f), to be at most %.0f\n", one.name, took[one.bench], worked[one.bench], one.most)
	}
	return nil
}
