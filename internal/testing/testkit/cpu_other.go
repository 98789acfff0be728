//go:build !unix

package testkit

import (
	"testing"
	"time"
)

// CPU reports nothing on systems without this information.
func CPU(*testing.B) (report func()) { return func() {} }

// ProcessorTime is not available on this system.
func ProcessorTime() time.Duration { return 0 }

// PeakMemory is not available on this system.
func PeakMemory() int64 { return 0 }
