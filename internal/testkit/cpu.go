//go:build unix

package testkit

import (
	"syscall"
	"testing"
	"time"
)

// CPU reports, when the function it gives is called, how long the processors worked for each turn of a benchmark, in this
// process and for the system: what other programs take on a busy machine is not in it.
func CPU(b *testing.B) (report func()) {
	b.Helper()
	began := ProcessorTime()
	return func() {
		b.ReportMetric(float64((ProcessorTime()-began).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	}
}

// ProcessorTime is how long the processors worked in this process and for the system.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
