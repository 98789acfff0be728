package testkit

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// HouseholdName is the file name that the household's document would have had.
const HouseholdName = "Household.json"

//go:embed testdata/household.json.gz
var household []byte

// Household gives the plan document of a household of three years that chance wrote (oracle/makehousehold.py): 2,400
// transactions on seven accounts, for tests that need a budget of some size and always the same.
func Household() (io.ReadCloser, error) {
	r, err := gzip.NewReader(bytes.NewReader(household))
	if err != nil {
		return nil, fmt.Errorf("read the household's document: %w", err)
	}
	return r, nil
}
