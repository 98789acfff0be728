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

// members parses a record. It omits the members that lists add for display, the same amounts as text and as floats,
// which the whole plan does not contain.
func members(raw json.RawMessage) (record, error) {
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

// records is each with parsed records of a list.
func (a *arrays) records(ctx context.Context, of call, name string, do func(record) error) error {
	return a.each(ctx, of, name, func(raw json.RawMessage) error {
		r, err := members(raw)
		if err != nil {
			return err
		}
		return do(r)
	})
}

// plain writes an array that a list returns in the form of the whole plan.
func (a *arrays) plain(ctx context.Context, name string) error {
	return a.array(name, func(write func(record) error) error {
		return a.records(ctx, call{path: []string{name}}, name, write)
	})
}

// optional writes an array that not every source has a call for.
func (a *arrays) optional(ctx context.Context, name string) error {
	return a.array(name, func(write func(record) error) error {
		err := a.records(ctx, call{path: []string{name}}, name, write)
		if f, ok := errors.AsType[*failure](err); ok && f.status == http.StatusNotFound {
			return nil
		}
		return err
	})
}

// categories writes groups and categories, which the list returns together.
func (a *arrays) categories(ctx context.Context) error {
	var categories []json.RawMessage
	err := a.array("category_groups", func(write func(record) error) error {
		return a.records(ctx, call{path: []string{"categories"}}, "category_groups", func(group record) error {
			inside, err := nested(group, "categories")
			categories = append(categories, inside...)
			if err != nil {
				return err
			}
			return write(group)
		})
	})
	if err != nil {
		return err
	}
	return a.array("categories", func(write func(record) error) error { return writeAll(categories, write) })
}

// nested removes an array from a record and returns it.
func nested(r record, name string) ([]json.RawMessage, error) {
	raw, ok := r[name]
	delete(r, name)
	if !ok || string(raw) == "null" {
		return nil, nil
	}
	var inside []json.RawMessage
	return inside, json.Unmarshal(raw, &inside)
}

func writeAll(raws []json.RawMessage, write func(record) error) error {
	for _, raw := range raws {
		r, err := members(raw)
		if err != nil {
			return err
		}
		if err := write(r); err != nil {
			return err
		}
	}
	return nil
}

// months lists the plan's months, newest first, as "2026-03-01".
func (a *arrays) months(ctx context.Context) ([]string, error) {
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

// monthsWithCategories requests each month, because only those responses contain its categories.
func (a *arrays) monthsWithCategories(ctx context.Context, months []string) error {
	return a.array("months", func(write func(record) error) error {
		for _, m := range months {
			err := a.records(ctx, call{path: []string{"months", m}}, "month", func(month record) (err error) {
				if month["categories"], err = bare(month["categories"]); err != nil {
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

// bare returns an array of records without the members that lists add.
func bare(array json.RawMessage) (json.RawMessage, error) {
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

// rows writes transactions without the names that lists add, and then the parts of split ones, which lists nest and
// the whole plan has in a separate array.
func (a *arrays) rows(ctx context.Context, rows, parts string, query url.Values) error {
	var spool bytes.Buffer
	err := a.array(rows, func(write func(record) error) error {
		return a.records(ctx, call{path: []string{rows}, query: query}, rows, func(row record) error {
			inside, err := nested(row, "subtransactions")
			if err != nil {
				return err
			}
			for _, part := range inside {
				spool.Write(part)
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
		for dec := json.NewDecoder(&spool); dec.More(); {
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
