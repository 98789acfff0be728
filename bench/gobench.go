package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// goBench runs Go benchmarks and returns their output.
func (b *bench) goBench(ctx context.Context, environment []string, args ...string) ([]byte, error) {
	return b.goTest(ctx, environment, append([]string{"-run", "^$", "-bench"}, args...)...)
}

func (b *bench) goTest(ctx context.Context, environment []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test"}, args...)...)
	cmd.Dir = b.repo.Path()
	cmd.Env = append(os.Environ(), environment...)
	output, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test %s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return output, nil
}

// pageBenchmark runs one Go benchmark of pages and returns its output. Environment variables contain its parameters,
// such as the path of a plan.
func (b *bench) pageBenchmark(ctx context.Context, name, folder string, variables ...string) ([]byte, error) {
	return b.goBench(ctx, variables, "^"+name+"$", "-benchtime", "1x", "-timeout", "60m", folder)
}

// limited is a table of the measured durations of pages with their limits, in milliseconds.
type limited struct {
	*table
	over int
}

func newLimited() *limited { return &limited{table: newTable("what", "median", "p95", "limit")} }

// add writes a line; a limit of zero is none.
func (l *limited) add(what, median, p95 string, took, limit float64) {
	verdict := none
	if limit > 0 {
		verdict = decimals(limit, 0)
	}
	if limit > 0 && took > limit {
		verdict += ", over"
		l.over++
	}
	l.row(what, median, p95, verdict)
}

func (l *limited) print() error {
	if err := l.table.print(os.Stdout); err != nil {
		return err
	}
	fmt.Printf("\n%d over their limit\n", l.over)
	return nil
}

// goBenchmarks runs the benchmarks of the Go packages and prints their lines, each package's name above its own.
func goBenchmarks(ctx context.Context, b *bench) error {
	logf("Go benchmarks")
	output, err := b.goBench(ctx, nil, append([]string{".", "-benchmem", "-timeout", "60m"}, b.options.packages...)...)
	if err != nil {
		return err
	}
	fmt.Print("\nGo benchmarks\n\n")
	pkg := ""
	for text := range bytes.Lines(output) {
		line := strings.TrimRight(string(text), "\n")
		if name, ok := strings.CutPrefix(line, "pkg: "); ok {
			pkg = name
		}
		if !strings.HasPrefix(line, "Benchmark") {
			continue
		}
		if pkg != "" {
			fmt.Println(pkg)
			pkg = ""
		}
		fmt.Println("   ", line)
	}
	return nil
}
