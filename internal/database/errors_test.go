package database

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"holdover/internal/fault"
)

// TestTroublesWithAFileAreNamed: a folder that may not be read was called a database server that cannot be reached, and what is
// no JSON in a damaged file was told with the statement that met it.
func TestTroublesWithAFileAreNamed(t *testing.T) {
	broken := json.Unmarshal([]byte("%"), new(any))
	statement := statement{text: "SELECT more FROM tx"}
	for says, err := range map[string]error{
		"/data/holdover.db may not be used": &fs.PathError{Op: "stat", Path: "/data/holdover.db", Err: syscall.EACCES},
		"no space left":                     &fs.PathError{Op: "write", Path: "/data/x", Err: syscall.ENOSPC},
		"the database is damaged":           statement.failed(broken),
		"cannot be reached":                 fmt.Errorf("dial: %w", syscall.ECONNREFUSED),
	} {
		got := Busy(err)
		if fault.KindOf(got) != fault.Unavailable || !strings.Contains(got.Error(), says) || strings.Contains(got.Error(), "SELECT") {
			t.Errorf("%v is told as %v", err, got)
		}
	}
}
