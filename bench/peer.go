package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// peerImporter returns the importer of the peer. The peer is Actual Budget, with which the figures and times of Holdover
// are compared. scripts/install-peer.sh installs it. With the flag -peer=false it returns an error.
func (b *bench) peerImporter(ctx context.Context) (importer, error) {
	if !b.options.peer {
		return importer{}, errors.New("the flag -peer=false excludes it")
	}
	dir, err := b.repo.Cache("peer")
	if err != nil {
		return importer{}, err
	}
	if output, err := exec.CommandContext(ctx, "sh", b.repo.Path("scripts", "install-peer.sh")).CombinedOutput(); err != nil {
		return importer{}, fmt.Errorf("the peer could not be installed: %w\n%s", err, tail(output, 500))
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
