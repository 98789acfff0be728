//go:build unix

package testkit

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// CPU returns a function that reports the processor time per iteration of a benchmark, for this process and the
// kernel. Unlike wall time it excludes other programs on a busy machine.
func CPU(b *testing.B) (report func()) {
	b.Helper()
	began := ProcessorTime()
	return func() {
		b.ReportMetric(float64((ProcessorTime()-began).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	}
}

// ProcessorTime returns the processor time of this process, in user and kernel mode.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// PeakMemory returns the peak memory of this process in bytes.
func PeakMemory() int64 {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return used.Maxrss
	}
	return used.Maxrss << 10
}
