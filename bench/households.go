package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// households is the number of households in the database that compareHouseholds measures.
const households = 1000

// The limits for a thousand households: requests a second on PostgreSQL, and the duration of a write on SQLite in
// milliseconds.
const (
	leastRequests  = 600
	longestToWrite = 200
)

// compareHouseholds runs fifty clients that continuously read and change the pages of a thousand households. It runs
// one, two and four processes on either database. Requests to several processes are distributed by budget, and in
// another run at random. If Citus is installed, it also runs on PostgreSQL distributed over two workers.
func compareHouseholds(ctx context.Context, b *bench) error {
	logf("%d households, some ten minutes", households)
	output, err := b.pageBenchmark(ctx, "BenchmarkHouseholds", "./internal/surface/server", "HOLDOVER_HOUSEHOLDS="+strconv.Itoa(households))
	if err != nil {
		return err
	}
	var failed error // an error here must not discard the other figures
	if built, _ := filepath.Glob("/usr/lib/postgresql/*/lib/citus.so"); len(built) > 0 {
		var onCitus []byte
		onCitus, failed = b.pageBenchmark(ctx, "BenchmarkHouseholds", "./internal/surface/server", "HOLDOVER_HOUSEHOLDS="+strconv.Itoa(households), "HOLDOVER_CITUS=1")
		output = append(output, onCitus...)
	}
	fmt.Printf("\n%d households of 2,000 transactions, 50 clients without a pause on this machine too: times in ms, the processor's those of a request in Holdover alone, memory of all processes\n\n", households)
	t := newTable("database, processes", "requests/s", "processor", "p50", "p95", "p99", "p99 of a write", "MiB", "errors", "limit")
	over := 0
	for text := range bytes.Lines(output) {
		name, is, ok := benchLine("BenchmarkHouseholds/", string(text))
		if !ok {
			continue
		}
		limit, broken := none, false
		switch database, _, _ := strings.Cut(name, "/"); database {
		case "PostgreSQL":
			limit, broken = fmt.Sprintf("%d/s", leastRequests), is["requests/s"] < leastRequests
		case "SQLite":
			limit, broken = fmt.Sprintf("%d ms a write", longestToWrite), is["p99-write-ms"] > longestToWrite
		}
		if broken || is["errors"] > 0 {
			limit += ", over"
			over++
		}
		t.row(strings.ReplaceAll(name, "_", " "), decimals(is["requests/s"], 0), decimals(is["cpu-ms"], 1), decimals(is["p50-ms"], 0), decimals(is["p95-ms"], 0), decimals(is["p99-ms"], 0), decimals(is["p99-write-ms"], 0),
			decimals(is["MiB"], 0), decimals(is["errors"], 0), limit)
		b.results.add("households", name, households, figure{Seconds: is["p50-ms"] / 1000, PeakMiB: is["MiB"], Runs: 1})
	}
	if err := t.print(os.Stdout); err != nil {
		return err
	}
	fmt.Printf("\n%d over a limit\n", over)
	return failed
}
