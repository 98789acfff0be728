package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// The peer is Actual Budget, the program with which the figures and times of Holdover are compared. The traces in
// oracle/traces were recorded with this version.
const (
	peerPackage = "@actual-app/api"
	peerVersion = "26.9.0"
)

// peerManifest is the package.json of the folder in which the peer is installed. It makes the folder a project of its
// own: the repository's .npmrc, which forbids install scripts, has no effect there. allowScripts approves the install
// script of better-sqlite3, the peer's database engine. Without an approval npm warns about the script.
const peerManifest = `{"private": true, "allowScripts": {"better-sqlite3": true}}` + "\n"

// peerImporter returns the importer of the peer. It installs the peer into .cache/peer if this version is missing
// there. With the flag -peer=false it returns an error.
func (b *bench) peerImporter(ctx context.Context) (importer, error) {
	if !b.options.peer {
		return importer{}, errors.New("the flag -peer=false excludes it")
	}
	dir, err := b.repo.Cache("peer")
	if err != nil {
		return importer{}, err
	}
	if installedVersion(dir) != peerVersion {
		if err := installPeer(ctx, dir); err != nil {
			return importer{}, err
		}
	}
	return importer{
		name: "peer", largest: b.options.peerMax, limit: b.options.peerLimit, clock: importCall,
		start: func(p plan) program {
			return func(ctx context.Context) (*exec.Cmd, func() error, error) {
				script := b.repo.Path("oracle", "actual-dump.mjs")
				cmd := exec.CommandContext(ctx, "node", script, p.path, os.DevNull, "--import-only")
				cmd.Env = append(os.Environ(), "PEER_DIR="+dir)
				return cmd, nothing, nil
			}
		},
	}, nil
}

// installedVersion returns the version of the peer that is installed in a folder, or "" if none is.
func installedVersion(dir string) string {
	content, err := os.ReadFile(filepath.Join(dir, "node_modules", peerPackage, "package.json"))
	if err != nil {
		return ""
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(content, &manifest); err != nil {
		return ""
	}
	return manifest.Version
}

// installPeer installs the peer into a folder with npm.
func installPeer(ctx context.Context, dir string) error {
	logf("installing the peer, %s %s, into %s", peerPackage, peerVersion, dir)
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(peerManifest), 0o644); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "install", "--no-save", "--no-fund", "--no-audit", peerPackage+"@"+peerVersion)
	npm.Dir = dir
	if output, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not install %s: %w\n%s", peerPackage, err, tail(output, 500))
	}
	return nil
}

// importCall returns the duration of the peer's import call, which is in the last line of its output. The start of Node
// does not count.
func importCall(_ time.Duration, output []byte) (time.Duration, error) {
	lines := bytes.Split(bytes.TrimSpace(output), []byte("\n"))
	var result struct {
		OK       bool
		ImportMS float64 `json:"import_ms"`
	}
	if err := json.Unmarshal(lines[len(lines)-1], &result); err != nil {
		return 0, fmt.Errorf("reading the output of the peer: %w", err)
	}
	if !result.OK {
		return 0, errors.New("the peer did not import the plan")
	}
	return time.Duration(result.ImportMS * float64(time.Millisecond)), nil
}
