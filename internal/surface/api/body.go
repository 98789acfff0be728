package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
)

// maxRows is the maximum number of records in one list of a request.
const maxRows = 20_000

// reader decodes a request's body into a struct by the tags from which the OpenAPI document is generated: json
// contains a member's name, required and maxLength have their usual meaning, and nullable means that null clears the
// member. Elsewhere null equals a missing member. Amounts may be strings. A misspelt member of the struct is refused,
// so that a value that a program believes to have saved is not dropped. Other unknown members are ignored, as at the
// source (docs/decisions/0057).
type reader struct {
	index, part int // of the record that is being read, from 1
}

// readBody reads a body that is an object.
func readBody(body []byte, into any) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return apperr.New(apperr.Invalid, "the request has no body").WithHint("Send JSON")
	}
	if !utf8.Valid(body) { // it would be decoded with replacement characters
		return apperr.New(apperr.Invalid, "the body is not UTF-8").WithHint("Write the JSON in UTF-8; nothing was changed")
	}
	if !json.Valid(body) {
		return apperr.New(apperr.Invalid, "the body is not JSON")
	}
	r := &reader{}
	return r.object(body, reflect.ValueOf(into).Elem(), "the body")
}

// wrong returns an error at the current position.
func (r *reader) wrong(field, format string, args ...any) error {
	return apperr.New(apperr.Invalid, "%s", field+" "+fmt.Sprintf(format, args...)).AtField(field).AtIndex(r.index).AtPart(r.part)
}

func (r *reader) object(text json.RawMessage, into reflect.Value, what string) error {
	if kindOf(text) != '{' {
		return r.wrong(what, "is not an object")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return r.wrong(what, "cannot be read")
	}
	if err := r.fields(members, into); err != nil {
		return err
	}
	return r.misspelt(members, into)
}

// misspelt refuses an unknown member that resembles one of a struct.
func (r *reader) misspelt(left map[string]json.RawMessage, into reflect.Value) error {
	if len(left) == 0 {
		return nil
	}
	takes, shown := map[string]bool{}, map[string]bool{}
	addMembers(takes, into.Type())
	if of, ok := into.Addr().Interface().(answered); ok {
		addMembers(shown, of.answered())
	}
	members := slices.Sorted(maps.Keys(takes))
	for _, name := range slices.Sorted(maps.Keys(left)) {
		at := slices.IndexFunc(members, func(member string) bool { return like(name, member) })
		if at >= 0 && !shown[name] {
			return r.wrong(humanize.Clip(name, 60), "is not a member of this").(*apperr.Error).WithHint("It looks like %s; nothing was changed", members[at])
		}
	}
	return nil
}

// spelling removes the characters in which spellings of a name differ.
var spelling = strings.NewReplacer("_", "", "-", "")

// like reports whether a name is another spelling of another one, or has one letter added, missing, wrong, or swapped
// with its neighbour.
func like(name, other string) bool {
	a, b := spelling.Replace(strings.ToLower(name)), spelling.Replace(strings.ToLower(other))
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// fields takes the members that a struct has.
func (r *reader) fields(members map[string]json.RawMessage, into reflect.Value) error {
	for i := range into.NumField() {
		field := into.Type().Field(i)
		if field.Anonymous {
			if err := r.fields(members, into.Field(i)); err != nil {
				return err
			}
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		text, given := members[name]
		delete(members, name)
		null := kindOf(text) == 'n'
		switch {
		case name == "" || name == "-":
		case given && (!null || field.Tag.Get("nullable") == "true"):
			if err := r.value(text, into.Field(i), &field, name); err != nil {
				return err
			}
		case field.Tag.Get("required") == "true":
			return r.wrong(name, "is missing")
		}
	}
	return nil
}

// value decodes one member. null sets the zero value and counts as given.
func (r *reader) value(text json.RawMessage, into reflect.Value, field *reflect.StructField, name string) error {
	if into.Kind() == reflect.Slice {
		return r.list(text, into, name)
	}
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	if kindOf(text) == 'n' {
		return nil
	}
	if into.Kind() == reflect.Pointer { // members that null clears, and zero does not
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch to := into.Addr().Interface().(type) {
	case *string:
		return r.text(text, to, field, name)
	case *bool:
		if json.Unmarshal(text, to) != nil {
			return r.wrong(name, "is neither true nor false")
		}
	case *int:
		if json.Unmarshal(text, to) != nil {
			return r.wrong(name, "is not a whole number")
		}
	case *money.Milli:
		return r.amount(text, to, name)
	case *map[string]money.Milli:
		return r.amounts(text, to, name)
	case *civil.Date:
		var s string
		if json.Unmarshal(text, &s) != nil || to.UnmarshalText([]byte(s)) != nil || *to == 0 {
			return r.wrong(name, "is not a date such as 2026-03-01")
		}
	default:
		return r.object(text, into, name)
	}
	return nil
}

func (r *reader) text(text json.RawMessage, to *string, field *reflect.StructField, name string) error {
	if kindOf(text) != '"' || json.Unmarshal(text, to) != nil {
		return r.wrong(name, "is not text")
	}
	if !jsontext.Value(text).IsValid() {
		return r.wrong(name, "contains half of a character").(*apperr.Error).WithHint("A character beyond \\uffff is written as two halves; nothing was changed")
	}
	most := 500
	if tag := field.Tag.Get("maxLength"); tag != "" {
		most, _ = strconv.Atoi(tag)
	}
	if utf8.RuneCountInString(*to) > most {
		return r.wrong(name, "is longer than %d characters", most)
	}
	if strings.ContainsRune(*to, 0) {
		return r.wrong(name, "contains an invalid character")
	}
	if allowed := field.Tag.Get("enum"); allowed != "" && !slices.Contains(strings.Split(allowed, ","), *to) {
		return r.wrong(name, "is not one of %s", strings.ReplaceAll(strings.TrimSuffix(allowed, ","), ",", ", "))
	}
	return nil
}

// amount decodes whole milliunits, as a number or a string. An amount finer than the currency is accepted, as at the
// source (docs/decisions/0040): programs that convert currencies write such amounts.
func (r *reader) amount(text json.RawMessage, to *money.Milli, name string) error {
	digits := string(text)
	if kindOf(text) == '"' && json.Unmarshal(text, &digits) != nil {
		digits = ""
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil && kindOf(text) != '"' {
		n, err = whole(digits)
	}
	if err != nil {
		return r.wrong(name, "is not a whole number of milliunits")
	}
	if *to = money.Milli(n); n > int64(money.Limit) || n < -int64(money.Limit) {
		return r.wrong(name, "is too large")
	}
	return nil
}

// amounts decodes an object of amounts.
func (r *reader) amounts(text json.RawMessage, to *map[string]money.Milli, name string) error {
	var all map[string]json.RawMessage
	if kindOf(text) != '{' || json.Unmarshal(text, &all) != nil {
		return r.wrong(name, "is not an object of whole numbers")
	}
	*to = make(map[string]money.Milli, len(all))
	for key, value := range all {
		var one money.Milli
		if err := r.amount(value, &one, name); err != nil {
			return err
		}
		(*to)[key] = one
	}
	return nil
}

// whole parses whole numbers in JSON's other spellings: -4510.0 from Python, 1e+05 from R.
func whole(digits string) (int64, error) {
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, strconv.ErrSyntax
	}
	return int64(f), nil
}

func (r *reader) list(text json.RawMessage, into reflect.Value, name string) error {
	if kindOf(text) == 'n' {
		return nil
	}
	var all []json.RawMessage
	if kindOf(text) != '[' || json.Unmarshal(text, &all) != nil {
		return r.wrong(name, "is not a list")
	}
	if len(all) > maxRows {
		return r.wrong(name, "has %d records; a request can have %d", len(all), maxRows)
	}
	into.Set(reflect.MakeSlice(into.Type(), len(all), len(all)))
	read := func(i int) error { return r.object(all[i], into.Index(i), "the record") }
	if r.index != 0 || name == "subtransactions" {
		defer func() { r.part = 0 }()
		for i := range all {
			r.part = i + 1
			if err := read(i); err != nil {
				return err
			}
		}
		return nil
	}
	defer func() { r.index = 0 }()
	return apperr.EachRecord(len(all), func(i int) error {
		r.index, r.part = i+1, 0
		return read(i)
	})
}

// kindOf returns the first character of a value, which determines its kind.
func kindOf(text json.RawMessage) byte {
	if text = bytes.TrimLeft(text, " \t\r\n"); len(text) == 0 {
		return 0
	}
	return text[0]
}

// answered is implemented by types of requests that have fewer members than their responses: programs send back a
// response with one member changed.
type answered interface{ answered() reflect.Type }

func addMembers(to map[string]bool, t reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous {
			addMembers(to, field.Type)
			continue
		}
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			to[name] = true
		}
	}
}
