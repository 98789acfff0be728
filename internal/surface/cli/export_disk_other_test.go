//go:build !linux

package cli

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func canMount(t *testing.T) bool {
	t.Log("full and read-only disks are tested only on Linux")
	return false
}

func mountDisk(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("disks can be mounted only on Linux")
}
