package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// registerShape is a budget of registerSize rows with accounts of some 55,000.
const (
	registerShape = "--seed 11 --accounts 24 --cards 10 --groups 10 --categories 60 --payees 2000 --tx 1000000 --years 20"
	registerSize  = 1_000_000
)

// The limits for the server, in milliseconds.
const (
	pageLimit = 50
	addLimit  = 20
	coldLimit = 300 // of a first request after a start
)

// compareRegister requests pages of registers with every filter and order, and adds rows: in Holdover in a budget of
// a million rows, in the peer in one of 50,000.
func compareRegister(ctx context.Context, b *bench) error {
	logf("plan of %s transactions", short(registerSize))
	path, err := b.repo.Plan(strings.Fields(registerShape)...)
	if err != nil {
		return err
	}
	logf("registers of %s transactions", short(registerSize))
	output, err := b.pageBenchmark(ctx, "BenchmarkRegister", "./internal/app", "HOLDOVER_REGISTER_PLAN="+path)
	if err != nil {
		return err
	}
	if err := b.printRegister(output); err != nil {
		return err
	}
	var peer peerRegister
	if err := b.peerTimes(ctx, "actual-register.mjs", &peer); err != nil {
		fmt.Printf("\nWithout the peer: %v\n", err)
		return nil
	}
	fmt.Printf("\nThe peer, %s transactions, its own queries, figures alone: %.0f ms to read all %d rows of an account, %.1f ms for the first"+
		" 100, %.1f ms to search it; %.1f ms to add a row, %.1f ms to read the month\n", short(editSize), peer.AllRows, peer.Rows, peer.Page, peer.Search,
		peer.Add, peer.Month)
	return nil
}

// printRegister prints the output of the Go benchmark as a table, and marks the values over the limit.
func (b *bench) printRegister(output []byte) error {
	fmt.Printf("\nPages of a register, %s transactions: the middle one of twenty and the slowest but one, in ms\n\n", short(registerSize))
	t := newLimited()
	for text := range bytes.Lines(output) {
		name, figures, ok := benchLine("BenchmarkRegister/", string(text))
		if !ok {
			if line := strings.TrimSpace(string(text)); strings.Contains(line, " rows in ") {
				fmt.Println("   ", line[strings.Index(line, ": ")+1:])
			}
			continue
		}
		if first, cold := figures["first-ms"]; cold {
			t.add("first after a start: "+strings.TrimPrefix(name, "cold/"), decimals(first, 0), none, first, coldLimit)
			continue
		}
		median := figures["median-ms"]
		t.add(name, decimals(median, 1), decimals(figures["p95-ms"], 1), median, limitOf(name))
		b.results.add("register", name, registerSize, figure{Seconds: median / 1000, Runs: 20})
	}
	return t.print()
}

// limitOf returns the limit for a line of the benchmark in milliseconds, or zero if it has none.
func limitOf(name string) float64 {
	switch kind, _, _ := strings.Cut(name, "/"); {
	case kind == "account" || kind == "all":
		return pageLimit
	case name == "add/rowAndMonth":
		return addLimit
	}
	return 0
}

// benchLine reads a line of a benchmark: its name after a prefix, and its figures by unit.
func benchLine(prefix, line string) (name string, figures map[string]float64, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], prefix) {
		return "", nil, false
	}
	name = strings.TrimPrefix(fields[0], prefix)
	if at := strings.LastIndexByte(name, '-'); at > 0 { // the number of processors
		name = name[:at]
	}
	figures = map[string]float64{}
	for i := 2; i+1 < len(fields); i += 2 {
		if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
			figures[fields[i+1]] = v
		}
	}
	return name, figures, true
}

// peerRegister are the peer's times, in milliseconds.
type peerRegister struct {
	Rows    int     `json:"rows"`
	AllRows float64 `json:"all_rows_ms"`
	Page    float64 `json:"page_ms"`
	Search  float64 `json:"search_ms"`
	Add     float64 `json:"add_ms"`
	Month   float64 `json:"month_ms"`
}

// peerTimes runs a script of folder oracle on the peer, with the plan of editSize transactions, and parses the
// durations that it prints.
func (b *bench) peerTimes(ctx context.Context, script string, took any) error {
	if _, err := b.peerImporter(ctx); err != nil {
		return err
	}
	dir, err := b.repo.Cache("peer")
	if err != nil {
		return err
	}
	p, err := b.generatedPlan(editSize)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*b.options.peerLimit)
	defer cancel()
	logf("peer, %s", script)
	cmd := exec.CommandContext(ctx, "node", b.repo.Path("oracle", script), p.path)
	cmd.Env = append(os.Environ(), "PEER_DIR="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", script, err, tail(stderr.Bytes(), 500))
	}
	if err := json.Unmarshal(output, took); err != nil {
		return fmt.Errorf("reading %q: %w", tail(output, 200), err)
	}
	return nil
}
