package ynabdoc

import (
	"errors"
	"io"
	"strings"

	"holdover/internal/base/apperr"
)

// document reads the one JSON value of the file: the object around the plan, or
// the bare plan.
func (d *decoder) document(part bool) error {
	e := wrapper{decoder: d}
	outer, err := e.level(true)
	if err != nil {
		return e.unsure(err)
	}
	if err := d.end(); err != nil {
		return e.unsure(err)
	}
	if !e.found {
		return notAPlan(append(outer, d.doc.Beside...), d.doc.Wrapped)
	}
	if d.doc.Wrapped {
		d.doc.Outer = outer
	} else {
		d.doc.Beside = outer
	}
	if part {
		return nil
	}
	return whole(d.doc)
}

// end checks that nothing follows the document.
func (d *decoder) end() error {
	_, err := d.dec.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case d.src.err != nil && !errors.Is(err, errTooLong):
		return unreadable(d.src.err)
	}
	return apperr.New(apperr.Invalid, "the file continues after the end of the document, from byte %d", d.dec.InputOffset()).
		WithHint("The file must contain one plan document and nothing else. %s", downloadAgain)
}

// wrapper reads the members around the plan.
type wrapper struct {
	*decoder
	found   bool // the plan, or the beginning of it
	started bool // some JSON was understood
}

// level reads an object that may contain the plan and returns its other members.
func (e *wrapper) level(outer bool) (others []Raw, err error) {
	if _, err := e.dec.ReadToken(); err != nil {
		return nil, e.broken(err, "", "")
	}
	holds := false // the plan is in this object
	for e.dec.PeekKind() != '}' {
		v, err := e.dec.ReadValue()
		if err != nil {
			return nil, e.broken(err, "", "")
		}
		e.started = true
		name, kind := e.strings.of(e.unquote(v)), e.dec.PeekKind()
		switch {
		case kind == '{' && (name == "plan" || name == "budget"):
			if e.found {
				return nil, apperr.New(apperr.Invalid, "there are two plans in this file").WithHint("%s", downloadAgain)
			}
			e.found, holds = true, true
			e.doc.LeadingKey = name
			e.outside = false
			if err := plans.read(e.decoder, &e.doc.Plan); err != nil {
				return nil, err
			}
			e.outside = true
		case kind == '{' && name == "data" && outer && !e.found && !e.doc.Wrapped:
			e.doc.Wrapped = true
			if e.doc.Beside, err = e.level(false); err != nil {
				return nil, err
			}
		case kind == '[' && isArray(name) && !e.found && outer != e.doc.Wrapped:
			e.found = true
			return nil, e.bare(name, others)
		default:
			value, err := e.other(name)
			if err != nil {
				return nil, err
			}
			others = append(others, Raw{name, value})
		}
	}
	if _, err := e.dec.ReadToken(); err != nil {
		return nil, e.broken(err, "", "")
	}
	if holds {
		others = e.takeKnowledge(others)
	}
	return others, nil
}

// other stores a member around the plan.
func (e *wrapper) other(name string) (string, error) {
	defer e.src.allow(maxUnknown)()
	v, err := e.dec.ReadValue()
	if err != nil {
		return "", e.broken(err, "", name)
	}
	return compact(v), nil
}

// bare reads the rest of the object as the plan itself: array is the name of its first array, and before are the
// members in front of it.
func (e *wrapper) bare(array string, before []Raw) error {
	for _, m := range before {
		if m.Name == "masterCategories" || m.Name == "fileMetaData" {
			return oldDesktop()
		}
	}
	e.outside = false
	plan := &e.doc.Plan
	for _, m := range before {
		sub := newDecoderOf([]byte(m.Value), e.decoder)
		if _, err := plans.member(sub, plan, []byte(m.Name), 0); err != nil {
			return err
		}
	}
	if _, err := plans.member(e.decoder, plan, []byte(array), 0); err != nil {
		return err
	}
	if err := plans.members(e.decoder, plan); err != nil {
		return err
	}
	e.outside = true
	if plan.rest != nil {
		plan.rest.extra = e.takeKnowledge(plan.rest.extra)
	}
	return nil
}

// takeKnowledge removes the number of the source's last change from the members and stores it.
func (e *wrapper) takeKnowledge(members []Raw) []Raw {
	kept := members[:0]
	for _, m := range members {
		if m.Name == "server_knowledge" && !e.doc.HasServerKnowledge && strings.Trim(m.Value, "0123456789") == "" {
			if n, why := parseWhole([]byte(m.Value)); why == "" {
				e.doc.ServerKnowledge, e.doc.HasServerKnowledge = n, true
				continue
			}
		}
		kept = append(kept, m)
	}
	return kept
}

// unsure converts an error before any plan was found into an error that the file is not a plan, unless the file is
// truncated.
func (e *wrapper) unsure(err error) error {
	f, ok := errors.AsType[*apperr.Error](err)
	if !ok || f.Kind != apperr.Invalid || e.started || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return elsewhere("this is not a JSON document, although it starts with a brace", "").WithCause(f.Cause)
}
