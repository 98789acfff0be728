package testkit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Peer runs a script of folder oracle, such as "actual-dump.mjs", in which the peer, Actual Budget, does something. The test
// is skipped if the peer is not installed, or fails with HOLDOVER_REQUIRE_PEER=1 or CI=true.
func Peer(t testing.TB, script string, args ...string) {
	t.Helper()
	SkipIfQuick(t)
	root := RepoRoot(t)
	dir := filepath.Join(root, ".cache", "peer")
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat(filepath.Join(dir, "node_modules", "@actual-app", "api"))
	}
	if err != nil {
		Missing(t, "HOLDOVER_REQUIRE_PEER", fmt.Errorf("the peer is not installed; sh scripts/install-peer.sh installs it: %w", err))
	}
	cmd := exec.CommandContext(t.Context(), node, append([]string{filepath.Join(root, "oracle", script)}, args...)...)
	cmd.Env = append(os.Environ(), "PEER_DIR="+dir)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("run %s: %v\n%s", script, err, output)
	}
}
