package testkit_test

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// isRemoved waits up to ten seconds for a folder to disappear.
func isRemoved(dir string) bool {
	for range 100 {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}
