package main

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func shell(script string) program {
	return func(ctx context.Context) (*exec.Cmd, func() error, error) {
		return exec.CommandContext(ctx, "/bin/sh", "-c", script), nothing, nil
	}
}

func TestMeasure(t *testing.T) {
	f, err := measure(t.Context(), 3, time.Minute, wallTime, shell("sleep 0.05"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Seconds < 0.05 || f.Seconds > 5 || f.PeakMiB <= 0 || f.Runs != 3 {
		t.Errorf("measured %+v", f)
	}
}

func TestMeasureEndsWhatIsTooSlow(t *testing.T) {
	begun := time.Now()
	_, err := measure(t.Context(), 3, 100*time.Millisecond, wallTime, shell("exec sleep 30"))
	if !errors.Is(err, errTooSlow) || time.Since(begun) > 10*time.Second {
		t.Errorf("%v after %s", err, time.Since(begun))
	}
}

func TestMeasureTellsWhatAProgramSaid(t *testing.T) {
	_, err := measure(t.Context(), 3, time.Minute, wallTime, shell("echo no such plan >&2; exit 1"))
	if err == nil || !strings.Contains(err.Error(), "no such plan") {
		t.Errorf("error %v", err)
	}
}

func TestImportCall(t *testing.T) {
	took, err := importCall(time.Hour, []byte("a warning\n{\"ok\":true,\"import_ms\":1250}\n"))
	if err != nil || took != 1250*time.Millisecond {
		t.Errorf("took %s, %v", took, err)
	}
	if _, err := importCall(time.Hour, []byte(`{"ok":false}`)); err == nil {
		t.Error("a refused plan was measured")
	}
}

func TestOptions(t *testing.T) {
	o, err := parseOptions([]string{"-full", "-sizes", "20,10"})
	if err != nil {
		t.Fatal(err)
	}
	if len(o.sizes) != 3 || o.sizes[0] != 10 || o.sizes[2] != 1_000_000 {
		t.Errorf("sizes %v", o.sizes)
	}
	if _, err := parseOptions([]string{"-sizes", "many"}); err == nil {
		t.Error(`"many" was taken for a size`)
	}
}

func TestTable(t *testing.T) {
	table := newTable("transactions", "s")
	table.row(short(50_000), decimals(1.234, 2))
	var b strings.Builder
	if err := table.print(&b); err != nil {
		t.Fatal(err)
	}
	want := "| transactions |    s |\n| -----------: | ---: |\n|          50k | 1.23 |\n"
	if b.String() != want {
		t.Errorf("table\n%s\nwant\n%s", b.String(), want)
	}
	if got := ratio(3, 2) + ratio(1, 0); got != "1.50×"+none {
		t.Errorf("ratios %s", got)
	}
}

func TestRegisterLine(t *testing.T) {
	name, figures, ok := benchLine("BenchmarkRegister/", "BenchmarkRegister/all/sort/notes/up-16 \t 1\t 26.5 median-ms\t 31.25 p95-ms\n")
	if !ok || name != "all/sort/notes/up" || figures["median-ms"] != 26.5 || figures["p95-ms"] != 31.25 {
		t.Errorf("%q %v %v", name, figures, ok)
	}
	if _, _, ok := benchLine("BenchmarkRegister/", "PASS"); ok {
		t.Error("any line is one of the benchmark's")
	}
	if limitOf("all/first") != pageLimit || limitOf("add/rowAndMonth") != addLimit || limitOf("payees") != 0 {
		t.Error("limits are not where they belong")
	}
}
