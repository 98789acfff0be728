package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

// TestExportScripts runs the export tool against a real server that implements the source's API and has every failure
// that the tool must survive or explain.
func TestExportScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/export",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			for name, dir := range map[string]string{
				"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_DOWNLOAD_DIR": "Downloads", "TMPDIR": "tmp",
			} {
				e.Setenv(name, filepath.Join(e.WorkDir, dir))
			}
			e.Setenv("HOLDOVER_SOURCE_TOKEN", sourcetest.Token)
			return os.Mkdir(filepath.Join(e.WorkDir, "tmp"), 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"source":  func(ts *testscript.TestScript, _ bool, args []string) { startSource(t, ts, args) },
			"disk":    mountDisk,
			"notoken": func(ts *testscript.TestScript, _ bool, _ []string) { findSecret(ts) },
			"files":   countFiles,
		},
		Condition: func(name string) (bool, error) { return name == "disks" && canMount(t), nil },
	})
}

// startSource starts a source with a failure and the named plans, and sets SOURCE to its address.
func startSource(t *testing.T, ts *testscript.TestScript, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: source TROUBLE [PLAN...]")
	}
	var files []string
	for i, name := range args[1:] {
		files = append(files, testkit.Plan(t, "--seed", fmt.Sprint(20+i), "--years", "1", "--tx", "200", "--name", name))
	}
	s := sourcetest.New(t, files...)
	trouble, ok := troubles[args[0]]
	if !ok {
		ts.Fatalf("unknown kind of failure: %s", args[0])
	}
	var wholes atomic.Int32
	s.Before(func(w http.ResponseWriter, r *http.Request) bool {
		if seen := tokenInProcessList(); seen != "" {
			t.Errorf("process list contains the token: %s", seen)
		}
		if trouble == nil || (strings.Count(r.URL.Path, "/") < 3 && args[0] != "html") || strings.Count(r.URL.Path, "/") > 3 {
			return false
		}
		return trouble(w, int(wholes.Add(1)))
	})
	ts.Setenv("SOURCE", s.URL)
}

// troubles are the failures of the response with the whole plan; n counts the calls.
var troubles = map[string]func(w http.ResponseWriter, n int) (done bool){
	"none": nil,
	"busy": func(w http.ResponseWriter, n int) bool {
		if n > 1 {
			return false
		}
		w.Header().Set("Retry-After", "1")
		sourcetest.Fail(w, 429, "429", "too_many_requests", "Too many requests")
		return true
	},
	"drop": func(w http.ResponseWriter, n int) bool {
		if n > 2 {
			return false
		}
		w.Header().Set("Content-Length", "100000")
		_, _ = w.Write(bytes.Repeat([]byte(`{"data":{"plan":{`), 2000))
		panic(http.ErrAbortHandler)
	},
	"html": func(w http.ResponseWriter, _ int) bool {
		_, _ = fmt.Fprint(w, "<!doctype html><title>Sign in</title>")
		return true
	},
	"timeout": func(w http.ResponseWriter, _ int) bool {
		w.WriteHeader(http.StatusGatewayTimeout)
		return true
	},
	"half": func(w http.ResponseWriter, _ int) bool {
		_, _ = fmt.Fprint(w, `{"data":{"plan":{"id":"p","name":"P","accounts":[{"id":"a"`)
		return true
	},
}

func tokenInProcessList() string {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range all {
		if line, err := os.ReadFile(path); err == nil && bytes.Contains(line, []byte(sourcetest.Token)) {
			return string(bytes.ReplaceAll(line, []byte{0}, []byte{' '}))
		}
	}
	return ""
}

// findSecret fails if the token appears in the last output or in any file but the token store.
func findSecret(ts *testscript.TestScript) {
	for _, out := range []string{"stdout", "stderr"} {
		if strings.Contains(ts.ReadFile(out), sourcetest.Token) {
			ts.Fatalf("%s contains the token", out)
		}
	}
	ts.Check(filepath.WalkDir(ts.MkAbs("."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "tokens.json" {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(sourcetest.Token)) {
			return fmt.Errorf("%s contains the token", path)
		}
		return err
	}))
}

// countFiles checks the number of files in a folder, hidden ones included.
func countFiles(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	if err != nil && !os.IsNotExist(err) {
		ts.Fatalf("read %s: %v", args[0], err)
	}
	if fmt.Sprint(len(entries)) != args[1] {
		ts.Fatalf("%d files in %s, want %s: %v", len(entries), args[0], args[1], entries)
	}
}
