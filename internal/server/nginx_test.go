package server

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdover/internal/testkit"
	"holdover/internal/web"
)

// TestBehindNginx goes the whole way through a real nginx with the file that is
// recommended: Holdover at the root of a host name, the tool below /export/;
// once with the path left in place, once with the path taken off.
func TestBehindNginx(t *testing.T) {
	for name, pass := range map[string]string{"path left in place": "%s;", "path taken off": "%s/;"} {
		t.Run(name, func(t *testing.T) {
			first, firstURL := running(t, web.Options{BehindProxy: true})
			bringSample(t, first)
			address := freeAddress(t)
			tool := httptest.NewServer(newTool(t, first, "http://"+address, "http://"+address+"/export"))
			t.Cleanup(tool.Close)
			startNginx(t, address, strings.NewReplacer(
				"listen 443 ssl;", "listen "+address+";",
				"http://127.0.0.1:8585;", firstURL+";",
				"http://127.0.0.1:8586;", fmt.Sprintf(pass, tool.URL),
			))
			fromToolToSecond(t, first, "http://"+address+"/export")
		})
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// startNginx runs packaging/nginx.conf, changed for the test and without TLS,
// until the test ends.
func startNginx(t *testing.T, address string, change *strings.Replacer) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/nginx") // not on everybody's PATH
	}
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_NGINX", errors.New("no nginx is installed (Debian: apt-get install nginx)"))
	}
	site, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "packaging", "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(whole(dir, change.Replace(withoutTLS(string(site))))), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-p", dir, "-c", file, "-e", "stderr")
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	for range 100 {
		if resp, err := http.Get("http://" + address + "/healthz"); err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("nginx does not answer")
}

// whole puts a site into a configuration that keeps everything in one folder.
func whole(dir, site string) string {
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;\n"
	}
	temporary := ""
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += what + "_temp_path " + filepath.Join(dir, what) + ";\n"
	}
	return user + "daemon off;\nworker_processes 1;\npid " + filepath.Join(dir, "pid") + ";\nevents {}\nhttp {\naccess_log off;\n" + temporary + site + "}\n"
}

func withoutTLS(site string) string {
	var kept []string
	for line := range strings.Lines(site) {
		if !strings.Contains(line, "ssl_certificate") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
