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

// peerPackage is the peer, by which every figure here was checked; its traces in oracle/traces are of this version.
const (
	peerPackage = "@actual-app/api"
	peerVersion = "26.9.0"
)

// peerFolder allows npm to build the peer's database engine, which the repository's own .npmrc forbids.
const peerFolder = `{"private": true, "allowScripts": {"better-sqlite3": true}}` + "\n"

// peer returns the peer's importer, installing the peer into .cache/peer the first time.
func (b *bench) peer(ctx context.Context) (importer, error) {
	if !b.options.peer {
		return importer{}, errors.New("not asked for")
	}
	dir, err := b.repo.Cache("peer")
	if err != nil {
		return importer{}, err
	}
	if installed(dir) != peerVersion {
		if err := install(ctx, dir); err != nil {
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

// installed returns the peer's version in a folder, empty when it is not there.
func installed(dir string) string {
	content, err := os.ReadFile(filepath.Join(dir, "node_modules", peerPackage, "package.json"))
	if err != nil {
		return ""
	}
	var about struct{ Version string }
	if err := json.Unmarshal(content, &about); err != nil {
		return ""
	}
	return about.Version
}

func install(ctx context.Context, dir string) error {
	talk("installing the peer, %s %s, into %s", peerPackage, peerVersion, dir)
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(peerFolder), 0o644); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "install", "--no-save", "--no-fund", "--no-audit", peerPackage+"@"+peerVersion)
	npm.Dir = dir
	if said, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not install %s: %w\n%s", peerPackage, err, tail(said, 500))
	}
	return nil
}

// importCall returns the duration of the import call alone, from the last line of the peer's output.
func importCall(_ time.Duration, said []byte) (time.Duration, error) {
	lines := bytes.Split(bytes.TrimSpace(said), []byte("\n"))
	var last struct {
		OK       bool
		ImportMS float64 `json:"import_ms"`
	}
	if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
		return 0, fmt.Errorf("reading what the peer said: %w", err)
	}
	if !last.OK {
		return 0, errors.New("the peer did not import the plan")
	}
	return time.Duration(last.ImportMS * float64(time.Millisecond)), nil
}
