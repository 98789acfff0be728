package api

import (
	"encoding/json"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"holdover/internal/money"
)

// decimal is an amount as lists show it beside the milliunits: a JSON number of
// whole units, exact to the last digit, made without a float.
type decimal money.Milli

// MarshalJSON writes 12.34 for 12340 milliunits.
func (d decimal) MarshalJSON() ([]byte, error) {
	return []byte(strings.TrimSuffix(strings.TrimRight(money.Milli(d).String(), "0"), ".")), nil // which has a point and three digits
}

// Schema says that it is a number.
func (decimal) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double"}
}

// kept fills in what a record keeps from its document as JSON. The importer and
// the rules write it, so it is as they read it; what is of another kind stays out.
func kept(text json.RawMessage, into any) {
	if len(text) > 0 {
		_ = json.Unmarshal(text, into)
	}
}

// some is a pointer to a value, nil for the zero value: null in JSON.
func some[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
