package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// goBenchmarks runs the benchmarks of the Go packages and prints their lines, each package's name above its own.
func goBenchmarks(ctx context.Context, b *bench) error {
	args := append([]string{"test", "-run", "^$", "-bench", ".", "-benchmem", "-timeout", "30m"}, b.options.packages...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = b.repo.Path()
	talk("Go benchmarks")
	said, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test -bench: %w\n%s", err, said)
	}
	fmt.Print("\nGo benchmarks\n\n")
	pkg := ""
	for text := range bytes.Lines(said) {
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
