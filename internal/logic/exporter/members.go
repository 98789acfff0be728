package exporter

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/model/ynabdoc"
)

// members returns the members of a JSON object in their order.
func members(object json.RawMessage) []ynabdoc.Raw {
	if len(object) == 0 {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(object), jsontext.AllowDuplicateNames(true))
	if _, err := dec.ReadToken(); err != nil {
		return nil // the store contains only objects
	}
	var list []ynabdoc.Raw
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return list
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return list
		}
		list = append(list, ynabdoc.Raw{Name: key, Value: string(value)})
	}
	return list
}

// take returns the value of a member and the other members.
func take(list []ynabdoc.Raw, name string) (value string, others []ynabdoc.Raw) {
	for _, m := range list {
		if m.Name == name {
			value = m.Value
		} else {
			others = append(others, m)
		}
	}
	return value, others
}

// text decodes a JSON string, or returns "" for any other value.
func text(value string) string {
	var s string
	if json.Unmarshal([]byte(value), &s) != nil {
		return ""
	}
	return s
}
