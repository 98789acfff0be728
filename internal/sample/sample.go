// Package sample carries the sample budget that demo shows and tests use: a
// made-up household of three years, written by oracle/genplan.py through
// oracle/makesample.py.
//
// Floor 1: imports no other room.
package sample

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// Name is the file name the sample would have had.
const Name = "Household.json"

//go:embed household.json.gz
var household []byte

// Open gives the sample's plan document.
func Open() (io.ReadCloser, error) {
	r, err := gzip.NewReader(bytes.NewReader(household))
	if err != nil {
		return nil, fmt.Errorf("read the sample budget: %w", err)
	}
	return r, nil
}
