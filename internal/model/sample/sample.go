// Package sample contains the sample budget of `holdover demo`: three years of a fictional family, written by
// oracle/makesample.py.
package sample

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// Name is the file name of the sample.
const Name = "Family Keller.json"

//go:embed family.json.gz
var family []byte

// Open returns the sample's plan document.
func Open() (io.ReadCloser, error) {
	r, err := gzip.NewReader(bytes.NewReader(family))
	if err != nil {
		return nil, fmt.Errorf("read the sample budget: %w", err)
	}
	return r, nil
}
