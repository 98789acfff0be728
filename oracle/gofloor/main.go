// Command gofloor is the baseline of `make bench`: the least work in Go that imports a plan document into SQLite.
//
//	gofloor PLAN.json
//
// It reads the file, decodes it with encoding/json into plain structs and inserts every row (transactions, parts of
// splits, figures of category and month, payees, categories, accounts) in one transaction with prepared statements.
// It checks nothing and has no indexes besides the primary keys. It prints the duration of each step in milliseconds.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gofloor PLAN.json")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gofloor:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	start := time.Now()
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	read := time.Now()
	var doc document
	if err := json.Unmarshal(raw, &doc); err != nil {
		return err
	}
	p := doc.plan()
	if p == nil {
		return errors.New("no plan under data.plan, data.budget, plan or budget")
	}
	decoded := time.Now()
	rows, err := insert(p)
	if err != nil {
		return err
	}
	fmt.Printf(`{"rows":%d,"read_ms":%d,"decode_ms":%d,"insert_ms":%d,"total_ms":%d}`+"\n", rows,
		read.Sub(start).Milliseconds(), decoded.Sub(read).Milliseconds(),
		time.Since(decoded).Milliseconds(), time.Since(start).Milliseconds())
	return nil
}
