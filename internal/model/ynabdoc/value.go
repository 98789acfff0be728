package ynabdoc

import (
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// set stores a JSON value other than null in a Go field by the field's type; why explains an error, after which the
// field is zero.
func (d *decoder) set(p any, v jsontext.Value) (why string) {
	switch p := p.(type) {
	case *string:
		if v[0] != '"' {
			return expected("text", v)
		}
		*p = d.text(v)
	case *bool:
		switch string(v) {
		case "true":
			*p = true
		case "false":
			*p = false
		default:
			return expected("true or false", v)
		}
	case *money.Milli:
		return setNumber(p, v, parseMilli)
	case *int:
		return setNumber(p, v, parseInt)
	case *civil.Date:
		return d.setDate(p, v)
	case *civil.Month:
		return d.setMonth(p, v)
	case *Debt:
		return d.setDebt(p, v)
	case **GoalRule:
		return d.setGoalRule(p, v)
	}
	return ""
}

func setNumber[N money.Milli | int](p *N, v jsontext.Value, parse func([]byte) (N, string)) (why string) {
	if v.Kind() != '0' {
		return expected("a number", v)
	}
	n, why := parse(v)
	if why != "" {
		return clip(string(v), 40) + " " + why
	}
	*p = n
	return ""
}

func (d *decoder) setDate(p *civil.Date, v jsontext.Value) (why string) {
	if v[0] != '"' {
		return expected("a date", v)
	}
	text := d.text(v)
	if text == "" {
		return ""
	}
	date, err := civil.ParseDate(text)
	if err != nil {
		return err.Error()
	}
	*p = date
	return ""
}

// setMonth accepts only the first day of a month, as the source writes it.
func (d *decoder) setMonth(p *civil.Month, v jsontext.Value) (why string) {
	var first civil.Date
	if why := d.setDate(&first, v); why != "" {
		return why
	}
	if first != 0 && first.Day() != 1 {
		return first.String() + " is not the first day of a month"
	}
	*p = first.Month()
	return ""
}

// setDebt reads {"2022-07-01": 1990}. why explains any other value.
func (d *decoder) setDebt(p *Debt, v jsontext.Value) (why string) {
	if v[0] != '{' {
		return expected("figures by date", v)
	}
	sub := d.inside(v)
	debt := Debt{}
	for {
		key, err := sub.dec.ReadValue()
		if err != nil { // the end: v is valid JSON
			*p = debt
			return ""
		}
		date, err := civil.ParseDate(d.text(key))
		if err != nil {
			return err.Error()
		}
		if _, twice := debt[date]; twice {
			return date.String() + " is there twice"
		}
		number, err := sub.dec.ReadValue()
		if err != nil {
			return err.Error()
		}
		var amount money.Milli
		if why := setNumber(&amount, number, parseMilli); why != "" {
			return why
		}
		debt[date] = amount
	}
}

// text returns a JSON string as a Go string.
func (d *decoder) text(v jsontext.Value) string { return d.strings.of(d.unquote(v)) }

func expected(what string, found jsontext.Value) string {
	return fmt.Sprintf("expected %s, found %s", what, describe(found))
}

// describe returns a description of a JSON value for messages.
func describe(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		return "the text " + clip(string(v), 40)
	case '0':
		return "the number " + clip(string(v), 40)
	case '{':
		return "an object"
	case '[':
		return "a list"
	default:
		return string(v)
	}
}

// clip shortens text for a message, by characters.
func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	for i := range s {
		if most == 0 {
			return s[:i] + "…"
		}
		most--
	}
	return s
}

// isZero reports whether a field of the record is zero.
func isZero[T any](f field[T], rec *T) bool {
	switch p := f.at(rec).(type) {
	case *string:
		return *p == ""
	case *bool:
		return !*p
	case *money.Milli:
		return *p == 0
	case *int:
		return *p == 0
	case *civil.Date:
		return *p == 0
	case *civil.Month:
		return *p == 0
	case *Debt:
		return len(*p) == 0
	case **GoalRule:
		return *p == nil
	default:
		return f.nest.empty(p)
	}
}

// isText reports whether a field is text in the file, where "" can mean none.
func isText(p any) bool {
	switch p.(type) {
	case *string, *civil.Date, *civil.Month:
		return true
	}
	return false
}
