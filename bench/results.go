package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"holdover/oracle"
)

// results are the figures of a run, stored for comparison with other runs.
type results struct {
	Machine struct {
		System string `json:"system"`
		Cores  int    `json:"cores"`
		Go     string `json:"go"`
	} `json:"machine"`
	Figures []result `json:"figures"`
}

// result is one figure: the program, the operation and the number of transactions in the plan.
type result struct {
	Comparison   string `json:"comparison"`
	Program      string `json:"program"`
	Transactions int    `json:"transactions"`
	figure
}

func newResults() results {
	var r results
	r.Machine.System = runtime.GOOS + "/" + runtime.GOARCH
	r.Machine.Cores, r.Machine.Go = runtime.NumCPU(), runtime.Version()
	return r
}

func (r *results) add(comparison, program string, transactions int, f figure) {
	r.Figures = append(r.Figures, result{comparison, program, transactions, f})
}

// write stores the figures. A run without figures does not replace those of the previous run.
func (r *results) write(repo oracle.Repo) error {
	if len(r.Figures) == 0 {
		return nil
	}
	dir, err := repo.Cache("bench")
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "results.json")
	if err := os.WriteFile(path, append(content, '\n'), 0o644); err != nil {
		return err
	}
	fmt.Printf("\nFigures are in %s\n", path)
	return nil
}
