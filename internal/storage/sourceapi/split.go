package sourceapi

import (
	"encoding/json"
	"fmt"
	"io"
)

// splitter reads {"data":{member:[…],"server_knowledge":N}} record by record. A
// settings or a month, which are objects, count as one record.
type splitter struct {
	member    string
	do        func(json.RawMessage) error
	knowledge int64
	found     bool
}

// notThere is the error for a response without the expected data.
type notThere struct{ why error }

func (e *notThere) Error() string { return e.why.Error() }
func (e *notThere) Unwrap() error { return e.why }

func (s *splitter) split(r io.Reader) error {
	dec := json.NewDecoder(r)
	err := object(dec, func(name string) error {
		if name != "data" {
			return skip(dec)
		}
		return object(dec, func(name string) error { return s.inData(dec, name) })
	})
	if err == nil && !s.found {
		return &notThere{fmt.Errorf("no %s in it", s.member)}
	}
	return err
}

func (s *splitter) inData(dec *json.Decoder, name string) error {
	switch name {
	case s.member:
		s.found = true
		return s.records(dec)
	case "server_knowledge":
		return decode(dec, &s.knowledge)
	}
	return skip(dec)
}

func (s *splitter) records(dec *json.Decoder) error {
	var raw json.RawMessage
	if s.member == "settings" || s.member == "month" {
		if err := decode(dec, &raw); err != nil {
			return err
		}
		return s.do(raw)
	}
	if err := delim(dec, '['); err != nil {
		return err
	}
	for dec.More() {
		if err := decode(dec, &raw); err != nil {
			return err
		}
		if err := s.do(raw); err != nil {
			return err
		}
	}
	return delim(dec, ']')
}

// object calls do for each member of an object; do reads its value.
func object(dec *json.Decoder, do func(name string) error) error {
	if err := delim(dec, '{'); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return &notThere{err}
		}
		if err := do(fmt.Sprint(name)); err != nil {
			return err
		}
	}
	return delim(dec, '}')
}

func delim(dec *json.Decoder, want json.Delim) error {
	got, err := dec.Token()
	if err != nil {
		return &notThere{err}
	}
	if got != want {
		return &notThere{fmt.Errorf("%v where %v was expected", got, want)}
	}
	return nil
}

func decode(dec *json.Decoder, into any) error {
	if err := dec.Decode(into); err != nil {
		return &notThere{err}
	}
	return nil
}

func skip(dec *json.Decoder) error {
	var raw json.RawMessage
	return decode(dec, &raw)
}
