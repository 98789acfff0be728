package api

import (
	"encoding/json"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"holdover/internal/base/money"
)

// decimal is an amount in lists next to the milliunits: a JSON number of whole units, exact to the last digit,
// formatted without floats.
type decimal money.Milli

// MarshalJSON writes 12.34 for 12340 milliunits.
func (d decimal) MarshalJSON() ([]byte, error) {
	return []byte(strings.TrimSuffix(strings.TrimRight(money.Milli(d).String(), "0"), ".")), nil // which has a point and three digits
}

func (decimal) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double"}
}

// kept decodes JSON stored from the document. The importer and the rules wrote it, so it is valid; unknown members
// are ignored.
func kept(text json.RawMessage, into any) {
	if len(text) > 0 {
		_ = json.Unmarshal(text, into)
	}
}

// some returns a pointer to a value, nil for the zero value: null in JSON.
func some[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
