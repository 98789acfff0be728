package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// TestBehindNginx runs a real nginx with the recommended configuration, over TLS: Holdover at the root of a host
// name, the web tool below /export/. It runs with the path kept and with the path removed, with one of two processes
// stopped, and with three processes distributed by budget. Its log has no queries.
func TestBehindNginx(t *testing.T) {
	certificate, key := selfSigned(t)
	t.Setenv("SSL_CERT_FILE", certificate) // the tool trusts the machine's certificates
	for name, pass := range map[string]string{"path kept": "%s;", "path removed": "%s/;"} {
		t.Run(name, func(t *testing.T) {
			address := freeAddress(t)
			first, firstURL := runningAs(t, Config{Pages: web.Options{BehindProxy: true}, Public: "https://" + address})
			importSample(t, first, "")
			tool := httptest.NewServer(newTool(t, first, "https://"+address, "https://"+address+"/export"))
			t.Cleanup(tool.Close)
			startNginx(t, address, certificate, key,
				"server 127.0.0.1:8585;", "server "+strings.TrimPrefix(firstURL, "http://")+";",
				"http://127.0.0.1:8586;", fmt.Sprintf(pass, tool.URL),
			)
			fromToolToSecond(t, first, "https://"+address+"/export")
		})
	}
	t.Run("a process is down", func(t *testing.T) { checkStoppedProcess(t, certificate, key) })
	t.Run("queries are not logged", func(t *testing.T) { checkLogWithoutQueries(t, certificate, key) })
	t.Run("requests by budget", func(t *testing.T) { checkByBudget(t, certificate, key) })
}

// checkLogWithoutQueries sends a call with a token in its query through nginx, whose log has only the path.
func checkLogWithoutQueries(t *testing.T, certificate, key string) {
	address := freeAddress(t)
	process := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(process.Close)
	accessLog := startNginx(t, address, certificate, key, "server 127.0.0.1:8585;", "server "+strings.TrimPrefix(process.URL, "http://")+";")
	answer, err := http.Get("https://" + address + "/v1/user?access_token=a-secret")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	var content []byte
	for range 100 { // nginx writes the line after the response
		if content, err = os.ReadFile(accessLog); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "/v1/user") {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.Contains(string(content), "GET /v1/user HTTP") || strings.Contains(string(content), "a-secret") {
		t.Errorf("got the log\n%s\nwant the path /v1/user without its query", content)
	}
}

// checkByBudget sends requests for budgets to three processes through nginx. Pages and calls of one budget reach the
// same process. Those of many budgets reach all processes. Those of a stopped process reach the others.
func checkByBudget(t *testing.T, certificate, key string) {
	address := freeAddress(t)
	var processes []*httptest.Server
	lines := ""
	for i := range 3 {
		p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, i) }))
		t.Cleanup(p.Close)
		processes = append(processes, p)
		lines += "server " + strings.TrimPrefix(p.URL, "http://") + ";"
	}
	startNginx(t, address, certificate, key, "server 127.0.0.1:8585;", lines)
	get := func(path string) string {
		answer, err := http.Get("https://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("GET %s: %s (error %v)", path, answer.Status, err)
		}
		return string(body)
	}
	budgets, elsewhere := map[string]int{}, map[string]bool{}
	checkAll := func(stopped string) {
		for n := range 60 {
			screen := get(fmt.Sprintf("/budgets/b%d", n))
			for _, path := range []string{"/budgets/b%d/accounts/all?search=a", "/budgets/b%d/do/budgeted", "/v1/plans/b%d", "/v1/budgets/b%d/months"} {
				if other := get(fmt.Sprintf(path, n)); other != screen {
					t.Errorf(path+" went to %s, the budget's screen to %s", n, other, screen)
				}
			}
			if screen == stopped {
				t.Error("the stopped process responds")
			}
			budgets[screen]++
			elsewhere[get("/sign-in")] = true
		}
	}
	if checkAll("none"); len(budgets) != 3 || len(elsewhere) != 3 {
		t.Errorf("requests by budget reached %v, others %v; want 3 each", budgets, elsewhere)
	}
	processes[1].Close()
	clear(budgets)
	if checkAll("1"); len(budgets) != 2 {
		t.Error(budgets)
	}
}

// checkStoppedProcess sends requests through nginx while one of two processes of a database is stopped. No request fails.
func checkStoppedProcess(t *testing.T, certificate, key string) {
	address, down := freeAddress(t), freeAddress(t)
	first, firstURL := runningAs(t, Config{Pages: web.Options{BehindProxy: true}, Public: "https://" + address})
	importSample(t, first, "")
	startNginx(t, address, certificate, key, "server 127.0.0.1:8585;", "server "+down+"; server "+strings.TrimPrefix(firstURL, "http://")+";")
	for n := range 4 {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			request, err := http.NewRequest(method, "https://"+address+"/sign-in", strings.NewReader("name=Anna"))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode >= 500 {
				t.Errorf("%s request %d: %s", method, n, answer.Status)
			}
		}
	}
}

// freeAddress returns an unused address with a port below the system's ephemeral range. Another test's server or
// connection once took an ephemeral port before nginx did.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+mathrand.IntN(12_000)))
		if err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("no free port found")
	return ""
}

// startNginx runs packaging/nginx.conf, changed for the test by pairs of old and new, until the test ends. It returns the
// path of the access log.
func startNginx(t *testing.T, address, certificate, key string, changes ...string) (accessLog string) {
	t.Helper()
	dir := t.TempDir()
	accessLog = filepath.Join(dir, "access.log")
	change := strings.NewReplacer(append(changes, "listen 443 ssl;", "listen "+address+" ssl;",
		"/etc/letsencrypt/live/money.example/fullchain.pem", certificate, "/etc/letsencrypt/live/money.example/privkey.pem", key,
		"/var/log/nginx/access.log", accessLog)...)
	program, err := exec.LookPath("nginx")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/nginx") // not in every PATH
	}
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_NGINX", errors.New("no nginx is installed (Debian: apt-get install nginx)"))
	}
	site, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "packaging", "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(whole(dir, change.Replace(string(site)))), 0o600); err != nil {
		t.Fatal(err)
	}
	startProxy(t, exec.Command(program, "-p", dir, "-c", file, "-e", "stderr"), "https://"+address)
	return accessLog
}

// startProxy runs a proxy until the test ends. It returns when the application responds through the proxy.
func startProxy(t *testing.T, cmd *exec.Cmd, url string) {
	t.Helper()
	var output strings.Builder
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
	})
	for range 100 {
		if resp, err := http.Get(url + "/healthz"); err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not respond", cmd.Path)
}

// whole returns a complete configuration with a site, which stores all files in one folder.
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

// selfSigned writes a certificate for this machine, and its key, into two files.
func selfSigned(t *testing.T) (certificate, key string) {
	t.Helper()
	made, err := signed()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("certificate.pem", "CERTIFICATE", made.certificate), write("key.pem", "PRIVATE KEY", made.key)
}

type certified struct{ certificate, key []byte }

// signed returns one certificate for all tests, because a process reads its trusted certificates once.
var signed = sync.OnceValues(func() (made certified, err error) {
	signer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return made, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	if made.certificate, err = x509.CreateCertificate(rand.Reader, template, template, signer.Public(), signer); err != nil {
		return made, err
	}
	made.key, err = x509.MarshalPKCS8PrivateKey(signer)
	return made, err
})
