//go:build !linux

package cli

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func canMount(t *testing.T) bool {
	t.Log("no full and no read-only disk is tried: they are mounted on Linux alone")
	return false
}

func mountDisk(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("disks are mounted on Linux alone")
}
