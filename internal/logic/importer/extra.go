package importer

import (
	"encoding/json"

	"holdover/internal/model/ynabdoc"
)

// object returns members as a JSON object, or nil if there are none.
func object(members []ynabdoc.Raw) json.RawMessage {
	if len(members) == 0 {
		return nil
	}
	b := make([]byte, 0, 64)
	for i, m := range members {
		b = member(b, i == 0, m.Name)
		b = append(b, m.Value...)
	}
	return append(b, '}')
}

func member(b []byte, first bool, name string) []byte {
	if first {
		b = append(b, '{')
	} else {
		b = append(b, ',')
	}
	return append(appendText(b, name), ':')
}

func appendText(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil { // every string can be quoted
		return append(b, `""`...)
	}
	return append(b, quoted...)
}

// with adds a string member unless the value is empty.
func with(members []ynabdoc.Raw, name, value string) []ynabdoc.Raw {
	if value == "" {
		return members
	}
	return append(members[:len(members):len(members)], ynabdoc.Raw{Name: name, Value: string(appendText(nil, value))})
}
