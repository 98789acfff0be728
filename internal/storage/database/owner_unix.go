//go:build unix

package database

import (
	"os"
	"path/filepath"
	"syscall"
)

// MatchOwner gives a new file or folder of the data folder the owner of the folder that it is in, if the process runs as root.
// Otherwise a command of the administrator would leave files that the service cannot open. A file system without owners is no
// error.
func MatchOwner(path string) {
	if os.Geteuid() != 0 {
		return
	}
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return
	}
	if of, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = os.Lchown(path, int(of.Uid), int(of.Gid))
	}
}
