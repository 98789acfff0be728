package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// few is the number of runs if a single run takes longer than long.
const (
	few  = 3
	long = 10 * time.Second
)

// errTooSlow reports that a program was stopped because it took longer than allowed.
var errTooSlow = errors.New("took longer than allowed")

// figure is the time and memory that one program needed for one task.
type figure struct {
	Seconds float64 `json:"seconds"`  // the median of the runs
	PeakMiB float64 `json:"peak_mib"` // resident memory at its highest, the highest of the runs
	Runs    int     `json:"runs"`
}

// program returns the command of a new run, and a function to call after it.
type program func(context.Context) (cmd *exec.Cmd, after func() error, err error)

// clock returns the duration of a run, from its wall time and its standard error.
type clock func(wall time.Duration, output []byte) (time.Duration, error)

// wallTime is the clock for programs that are measured from their start to their end.
func wallTime(wall time.Duration, _ []byte) (time.Duration, error) { return wall, nil }

// measured are the runs of a program at one task.
type measured struct {
	wanted int // the number of runs, smaller if it is slow
	times  []time.Duration
	peak   float64
	err    error // the reason why it stopped
}

func (m *measured) over() bool { return m.err != nil || len(m.times) >= m.wanted }

// run runs the program once more. Its standard output is discarded.
func (m *measured) run(ctx context.Context, limit time.Duration, read clock, start program) {
	wall, peak, output, err := once(ctx, limit, start)
	var took time.Duration
	if err == nil {
		took, err = read(wall, output)
	}
	if err != nil {
		m.err = err
		return
	}
	m.times, m.peak = append(m.times, took), max(m.peak, peak)
	if wall > long {
		m.wanted = min(m.wanted, few)
	}
}

// figure returns the summary of the runs.
func (m *measured) figure() figure {
	slices.Sort(m.times)
	return figure{Seconds: m.times[len(m.times)/2].Seconds(), PeakMiB: m.peak, Runs: len(m.times)}
}

// once runs a program once. Its peak memory is the kernel's figure for the child process. A child starts with the
// peak memory of this process, some 15 MiB, so lower values cannot be measured. For that reason bench reads no plans.
func once(ctx context.Context, limit time.Duration, start program) (wall time.Duration, peakMiB float64, output []byte, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTooSlow)
	defer cancel()
	cmd, after, err := start(ctx)
	if err != nil {
		return 0, 0, nil, err
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr // standard output stays nil: the null device, without a copy through this process
	begun := time.Now()
	err = cmd.Run()
	wall = time.Since(begun)
	err = errors.Join(err, after())
	switch {
	case errors.Is(context.Cause(ctx), errTooSlow):
		return 0, 0, nil, fmt.Errorf("%w (%s)", errTooSlow, limit)
	case err != nil:
		return 0, 0, nil, fmt.Errorf("%s: %w\n%s", cmd, err, tail(stderr.Bytes(), 2000))
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, 0, nil, errors.New("this system does not tell a child's peak memory")
	}
	return wall, float64(usage.Maxrss) / 1024, stderr.Bytes(), nil
}

func tail(text []byte, n int) []byte { return text[max(0, len(text)-n):] }
