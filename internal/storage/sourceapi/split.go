package sourceapi

import (
	"encoding/json"
	"fmt"
	"io"
)

// splitter reads {"data":{member:[…],"server_knowledge":N}} record by record. The members "settings" and "month" are
// objects and count as one record.
type splitter struct {
	member     string                      // the name of the member that contains the records
	eachRecord func(json.RawMessage) error // called for every record, which is overwritten with the next one afterwards
	knowledge  int64                       // the value of "server_knowledge", set by split
	found      bool                        // the response has the member
}

// unexpectedResponse is the error for a response that cannot be read, is not valid JSON or lacks the expected data.
type unexpectedResponse struct{ cause error }

func (e *unexpectedResponse) Error() string { return e.cause.Error() }
func (e *unexpectedResponse) Unwrap() error { return e.cause }

// split reads a response.
func (s *splitter) split(r io.Reader) error {
	dec := json.NewDecoder(r)
	err := readObject(dec, func(name string) error {
		if name != "data" {
			return skipValue(dec)
		}
		return readObject(dec, func(name string) error { return s.readMember(dec, name) })
	})
	if err == nil && !s.found {
		return &unexpectedResponse{fmt.Errorf("the response has no %s", s.member)}
	}
	return err
}

func (s *splitter) readMember(dec *json.Decoder, name string) error {
	switch name {
	case s.member:
		s.found = true
		return s.readRecords(dec)
	case "server_knowledge":
		return decodeValue(dec, &s.knowledge)
	}
	return skipValue(dec)
}

func (s *splitter) readRecords(dec *json.Decoder) error {
	var raw json.RawMessage
	if s.member == "settings" || s.member == "month" {
		if err := decodeValue(dec, &raw); err != nil {
			return err
		}
		return s.eachRecord(raw)
	}
	if err := readDelim(dec, '['); err != nil {
		return err
	}
	for dec.More() {
		if err := decodeValue(dec, &raw); err != nil {
			return err
		}
		if err := s.eachRecord(raw); err != nil {
			return err
		}
	}
	return readDelim(dec, ']')
}

// readObject calls do for the name of each member of an object; do must read its value.
func readObject(dec *json.Decoder, do func(name string) error) error {
	if err := readDelim(dec, '{'); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return &unexpectedResponse{err}
		}
		if err := do(fmt.Sprint(name)); err != nil {
			return err
		}
	}
	return readDelim(dec, '}')
}

// readDelim reads a bracket or brace.
func readDelim(dec *json.Decoder, want json.Delim) error {
	got, err := dec.Token()
	if err != nil {
		return &unexpectedResponse{err}
	}
	if got != want {
		return &unexpectedResponse{fmt.Errorf("%v where %v was expected", got, want)}
	}
	return nil
}

// decodeValue reads a value.
func decodeValue(dec *json.Decoder, into any) error {
	if err := dec.Decode(into); err != nil {
		return &unexpectedResponse{err}
	}
	return nil
}

// skipValue reads a value without using it.
func skipValue(dec *json.Decoder) error {
	var raw json.RawMessage
	return decodeValue(dec, &raw)
}
