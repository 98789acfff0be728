package server

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// TestBehindCaddy runs a real Caddy with the recommended configuration, over TLS: Holdover at the root of a host name, the
// web tool below /export/. A user downloads a plan with the web tool and imports it into another Holdover.
func TestBehindCaddy(t *testing.T) {
	certificate, key := selfSigned(t)
	t.Setenv("SSL_CERT_FILE", certificate) // the tool trusts the machine's certificates
	address := freeAddress(t)
	first, firstURL := runningAs(t, Config{Pages: web.Options{BehindProxy: true}, Public: "https://" + address})
	importSample(t, first, "")
	tool := httptest.NewServer(newTool(t, first, "https://"+address, "https://"+address+"/export"))
	t.Cleanup(tool.Close)
	startCaddy(t, address, certificate, key,
		"127.0.0.1:8585", strings.TrimPrefix(firstURL, "http://"), "127.0.0.1:8586", strings.TrimPrefix(tool.URL, "http://"))
	fromToolToSecond(t, first, "https://"+address+"/export")
}

// startCaddy runs packaging/Caddyfile, changed for the test by pairs of old and new, until the test ends.
func startCaddy(t *testing.T, address, certificate, key string, changes ...string) {
	t.Helper()
	program, err := exec.LookPath("caddy")
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_CADDY", err)
	}
	site, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "packaging", "Caddyfile"))
	if err != nil {
		t.Fatal(err)
	}
	change := strings.NewReplacer(append(changes, "money.example {", "https://"+address+" {\n\ttls "+certificate+" "+key)...)
	file := filepath.Join(t.TempDir(), "Caddyfile")
	const global = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
	if err := os.WriteFile(file, []byte(global+change.Replace(string(site))), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "run", "--config", file)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	startProxy(t, cmd, "https://"+address)
}
