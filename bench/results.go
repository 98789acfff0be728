package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"holdover/oracle"
)

// results are the figures of a run and the machine on which they were measured, stored for comparison with other runs.
type results struct {
	Machine struct {
		System string `json:"system"` // such as linux/amd64
		Cores  int    `json:"cores"`
		Go     string `json:"go"` // the version of Go
	} `json:"machine"`
	Figures []result `json:"figures"`
}

// result is the figure of one program or operation in one comparison. The names of its JSON members are older than the
// comparisons of operations and of households.
type result struct {
	Comparison string `json:"comparison"`
	Subject    string `json:"program"`      // the program or operation that was measured
	Size       int    `json:"transactions"` // of the data: transactions of the plan, or households
	figure
}

func newResults() results {
	var r results
	r.Machine.System = runtime.GOOS + "/" + runtime.GOARCH
	r.Machine.Cores, r.Machine.Go = runtime.NumCPU(), runtime.Version()
	return r
}

func (r *results) add(comparison, subject string, size int, f figure) {
	r.Figures = append(r.Figures, result{comparison, subject, size, f})
}

// write stores the figures in the cache folder of the repository, as bench/results.json. A run without figures does not replace those of the previous run.
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
