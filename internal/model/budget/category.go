package budget

import (
	"encoding/json"

	"holdover/internal/base/civil"
)

// Group contains categories. There is one income group, created by the application.
type Group struct {
	No       GroupNo         `json:"no"`
	ID       string          `json:"id"`
	SourceID string          `json:"source_id,omitempty"`
	Name     string          `json:"name"`
	Hidden   bool            `json:"hidden"`
	Income   bool            `json:"income"`
	Cards    bool            `json:"cards,omitempty"` // it contains the card payment categories of a budget with card envelopes
	Note     string          `json:"note,omitempty"`
	Sort     int             `json:"sort"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// Category is an envelope in a group. Money received in an income category is available to budget; an income category
// has neither a budgeted amount nor a balance.
type Category struct {
	No       CategoryNo      `json:"no"`
	ID       string          `json:"id"`
	SourceID string          `json:"source_id,omitempty"`
	Group    GroupNo         `json:"group"`
	Name     string          `json:"name"`
	Hidden   bool            `json:"hidden"`
	Income   bool            `json:"income"`
	Card     AccountNo       `json:"card,omitempty"` // the card that it pays, with card envelopes
	Note     string          `json:"note,omitempty"`
	Sort     int             `json:"sort"`
	Target   *Target         `json:"target,omitempty"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// JoinNotes returns the note of a record after another one was merged into it.
func JoinNotes(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + "\n" + b
}

// Rollover switches rollover of a category's negative balance on or off from a month on, without a horizon.
type Rollover struct {
	Category CategoryNo  `json:"category"`
	From     civil.Month `json:"from"`
	On       bool        `json:"on"`
}
