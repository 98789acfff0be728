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

// measuredOf runs a program three times.
func measuredOf(t *testing.T, limit time.Duration, start program) *measured {
	m := &measured{wanted: 3}
	for !m.over() {
		m.run(t.Context(), limit, wallTime, start)
	}
	return m
}

func TestMeasured(t *testing.T) {
	m := measuredOf(t, time.Minute, shell("sleep 0.05"))
	if m.err != nil {
		t.Fatal(m.err)
	}
	if f := m.figure(); f.Seconds < 0.05 || f.Seconds > 5 || f.PeakMiB <= 0 || f.Runs != 3 {
		t.Errorf("measured %+v", f)
	}
}

func TestWhatIsTooSlowIsEnded(t *testing.T) {
	begun := time.Now()
	m := measuredOf(t, 100*time.Millisecond, shell("exec sleep 30"))
	if !errors.Is(m.err, errTooSlow) || time.Since(begun) > 10*time.Second {
		t.Errorf("%v after %s", m.err, time.Since(begun))
	}
}

func TestWhatAProgramSaidIsTold(t *testing.T) {
	m := measuredOf(t, time.Minute, shell("echo no such plan >&2; exit 1"))
	if m.err == nil || !strings.Contains(m.err.Error(), "no such plan") {
		t.Errorf("error %v", m.err)
	}
}

// Competitors run in turn, each as often as requested. One that is too slow is stopped, and the others continue.
func TestByTurns(t *testing.T) {
	output := ""
	says := func(name, script string) importer {
		return importer{name: name, limit: 5 * time.Second, clock: wallTime, start: func(plan) program {
			output += name
			return shell(script)
		}}
	}
	b := &bench{options: options{runs: 3}}
	large, broken := says("b", "true"), says("c", "exit 1")
	large.largest = 10
	all := b.byTurns(t.Context(), plan{transactions: 20}, []importer{says("a", "true"), large, broken, says("d", "true")})
	if output != "acdadad" || all[0].figure().Runs != 3 || all[1].wanted != 0 || all[2].err == nil {
		t.Errorf("turns %s: %+v", output, all)
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
