package sourceapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

type record = map[string]json.RawMessage

// parseRecord parses a record. It omits the members that the whole plan does not contain: those that lists add for
// display, with the same amounts as text and as floats.
func parseRecord(raw json.RawMessage) (record, error) {
	var r record
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	for name := range r {
		if strings.HasSuffix(name, "_formatted") || strings.HasSuffix(name, "_currency") {
			delete(r, name)
		}
	}
	return r, nil
}

// eachRecord makes a call and passes every record of its array to do, as each does, but parsed.
func (a *arrays) eachRecord(ctx context.Context, c call, name string, do func(record) error) error {
	return a.each(ctx, c, name, func(raw json.RawMessage) error {
		r, err := parseRecord(raw)
		if err != nil {
			return err
		}
		return do(r)
	})
}

// writeArray writes an array that its call returns in the form of the whole plan.
func (a *arrays) writeArray(ctx context.Context, name string) error {
	return a.array(name, func(write func(record) error) error {
		return a.eachRecord(ctx, call{path: []string{name}}, name, write)
	})
}

// writeOptionalArray writes an array that not every source has a call for: the array is empty if the source answers
// 404 (not found).
func (a *arrays) writeOptionalArray(ctx context.Context, name string) error {
	return a.array(name, func(write func(record) error) error {
		err := a.eachRecord(ctx, call{path: []string{name}}, name, write)
		if f, ok := errors.AsType[*failure](err); ok && f.status == http.StatusNotFound {
			return nil
		}
		return err
	})
}

// writeCategories writes groups and categories, which one call returns together.
func (a *arrays) writeCategories(ctx context.Context) error {
	var categories []json.RawMessage
	err := a.array("category_groups", func(write func(record) error) error {
		return a.eachRecord(ctx, call{path: []string{"categories"}}, "category_groups", func(group record) error {
			inGroup, err := takeArray(group, "categories")
			if err != nil {
				return err
			}
			categories = append(categories, inGroup...)
			return write(group)
		})
	})
	if err != nil {
		return err
	}
	return a.array("categories", func(write func(record) error) error { return writeAll(categories, write) })
}

// takeArray removes an array from a record and returns its elements; none if the array is absent or null.
func takeArray(r record, name string) (elements []json.RawMessage, err error) {
	array, ok := r[name]
	delete(r, name)
	if !ok || string(array) == "null" {
		return nil, nil
	}
	err = json.Unmarshal(array, &elements)
	return elements, err
}

func writeAll(raws []json.RawMessage, write func(record) error) error {
	for _, raw := range raws {
		r, err := parseRecord(raw)
		if err != nil {
			return err
		}
		if err := write(r); err != nil {
			return err
		}
	}
	return nil
}

// listMonths returns the plan's months, newest first and each once, as "2026-03-01".
func (a *arrays) listMonths(ctx context.Context) ([]string, error) {
	var months []string
	err := a.each(ctx, call{path: []string{"months"}}, "months", func(raw json.RawMessage) error {
		var m struct{ Month string }
		if err := json.Unmarshal(raw, &m); err != nil {
			return err
		}
		months = append(months, m.Month)
		return nil
	})
	slices.Sort(months)
	slices.Reverse(months)
	return slices.Compact(months), err
}

// writeMonths requests and writes each month, because only those responses contain its categories.
func (a *arrays) writeMonths(ctx context.Context, months []string) error {
	return a.array("months", func(write func(record) error) error {
		for _, m := range months {
			err := a.eachRecord(ctx, call{path: []string{"months", m}}, "month", func(month record) (err error) {
				if month["categories"], err = withoutAddedMembers(month["categories"]); err != nil {
					return err
				}
				return write(month)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// withoutAddedMembers returns an array of records without the members that lists add for display.
func withoutAddedMembers(array json.RawMessage) (json.RawMessage, error) {
	var raws []json.RawMessage
	if len(array) > 0 {
		if err := json.Unmarshal(array, &raws); err != nil {
			return nil, err
		}
	}
	all := make([]record, 0, len(raws))
	err := writeAll(raws, func(r record) error {
		all = append(all, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// writeTransactions writes transactions, or scheduled ones, without the names that lists add, and then the parts of
// split ones, which lists nest in them and the whole plan has in a separate array. rows and parts are the names of the
// two arrays.
func (a *arrays) writeTransactions(ctx context.Context, rows, parts string, query url.Values) error {
	var waiting bytes.Buffer // the parts, one JSON object after another
	err := a.array(rows, func(write func(record) error) error {
		return a.eachRecord(ctx, call{path: []string{rows}, query: query}, rows, func(row record) error {
			partsOfRow, err := takeArray(row, "subtransactions")
			if err != nil {
				return err
			}
			for _, part := range partsOfRow {
				waiting.Write(part)
			}
			for _, name := range []string{"account_name", "payee_name", "category_name"} {
				delete(row, name)
			}
			return write(row)
		})
	})
	if err != nil {
		return err
	}
	return a.array(parts, func(write func(record) error) error {
		for dec := json.NewDecoder(&waiting); dec.More(); {
			var raw json.RawMessage
			if err := dec.Decode(&raw); err != nil {
				return err
			}
			if err := writeAll([]json.RawMessage{raw}, write); err != nil {
				return err
			}
		}
		return nil
	})
}
