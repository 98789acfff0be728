package cli

import (
	"os"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// canMount reports whether the test can mount small file systems, usually as root.
func canMount(t *testing.T) bool {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Logf("cannot test full and read-only disks: %v", err)
		return false
	}
	return syscall.Unmount(dir, 0) == nil
}

// mountDisk makes a folder that is full after 64 kB, or read-only.
func mountDisk(ts *testscript.TestScript, _ bool, args []string) {
	dir, flags := ts.MkAbs(args[1]), uintptr(0)
	if args[0] == "readonly" {
		flags = syscall.MS_RDONLY
	}
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(syscall.Mount("tmpfs", dir, "tmpfs", flags, "size=64k"))
	ts.Defer(func() { _ = syscall.Unmount(dir, 0) })
}
