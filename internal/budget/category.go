package budget

import (
	"encoding/json"

	"holdover/internal/cal"
)

// Group holds categories. There is one income group, the application's own.
type Group struct {
	No       GroupNo         `json:"no"`
	ID       string          `json:"id"`
	SourceID string          `json:"source_id,omitempty"`
	Name     string          `json:"name"`
	Hidden   bool            `json:"hidden"`
	Income   bool            `json:"income"`
	Cards    bool            `json:"cards,omitempty"` // it holds the card payment categories, where cards are envelopes
	Note     string          `json:"note,omitempty"`
	Sort     int             `json:"sort"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// Category is an envelope in a group. What lands in an income category is money
// to budget; it has neither budgeted amount nor balance of its own.
type Category struct {
	No       CategoryNo      `json:"no"`
	ID       string          `json:"id"`
	SourceID string          `json:"source_id,omitempty"`
	Group    GroupNo         `json:"group"`
	Name     string          `json:"name"`
	Hidden   bool            `json:"hidden"`
	Income   bool            `json:"income"`
	Card     AccountNo       `json:"card,omitempty"` // the card that it pays, where cards are envelopes
	Note     string          `json:"note,omitempty"`
	Sort     int             `json:"sort"`
	Target   *Target         `json:"target,omitempty"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// JoinNotes is the note of a record that another one becomes part of.
func JoinNotes(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + "\n" + b
}

// Rollover is where a category begins (On) or ends to carry its negative
// balance into the next month. It holds from that month on, without a horizon.
type Rollover struct {
	Category CategoryNo `json:"category"`
	From     cal.Month  `json:"from"`
	On       bool       `json:"on"`
}
