package sourceapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/storage/tempfile"
)

// arrays assembles a plan document from the calls that return one array each. Each response is written to a temporary
// file first, so that the transfer handles a broken connection.
type arrays struct {
	c       *Client
	base    []string // "plans", the plan's id
	scratch *tempfile.File
	doc     *bufio.Writer
	dst     *counter

	calls     Progress
	knowledge int64 // the plan's server_knowledge when the first call was made
}

// byArrays fetches a plan array by array.
func (c *Client) byArrays(ctx context.Context, ref string, dst File) (_ Fetched, err error) {
	l, err := c.list(ctx)
	if err != nil {
		return Fetched{}, err
	}
	plan, err := Pick(l.plans, ref)
	if err != nil {
		return Fetched{}, err
	}
	scratch, err := tempfile.NewFile()
	if err != nil {
		return Fetched{}, err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	if _, err := dst.Seek(0, io.SeekStart); err != nil {
		return Fetched{}, err
	}
	if err := dst.Truncate(0); err != nil {
		return Fetched{}, err
	}
	out := &counter{w: dst}
	a := &arrays{c: c, base: []string{l.word, plan.ID}, scratch: scratch, dst: out, doc: bufio.NewWriterSize(out, 1<<16)}
	return a.write(ctx, plan)
}

func (a *arrays) write(ctx context.Context, plan Plan) (Fetched, error) {
	months, err := a.listMonths(ctx)
	if err != nil {
		return Fetched{}, err
	}
	a.calls.Of = a.calls.Calls + 7 + len(months)
	steps := []func() error{
		func() error { return a.open(ctx, plan) },
		func() error { return a.writeArray(ctx, "accounts") },
		func() error { return a.writeArray(ctx, "payees") },
		func() error { return a.writeOptionalArray(ctx, "payee_locations") },
		func() error { return a.writeCategories(ctx) },
		func() error { return a.writeMonths(ctx, months) },
		func() error { return a.writeTransactions(ctx, "transactions", "subtransactions", everything()) },
		func() error {
			return a.writeTransactions(ctx, "scheduled_transactions", "scheduled_subtransactions", nil)
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return Fetched{}, err
		}
	}
	fmt.Fprintf(a.doc, "},\"server_knowledge\":%d}}\n", a.knowledge)
	changed, err := a.changed(ctx)
	if err = errors.Join(err, a.doc.Flush()); err != nil {
		return Fetched{}, err
	}
	return Fetched{Bytes: a.dst.n, ByArrays: true, Changed: changed}, nil
}

// everything returns the parameter that requests all records; by default a list contains those of one year.
func everything() url.Values { return url.Values{"since_date": {"1900-01-01"}} }

// each makes a call and passes every record of its array, or its one object, to do, which must not keep it.
func (a *arrays) each(ctx context.Context, c call, member string, do func(json.RawMessage) error) error {
	c.path = slices.Concat(a.base, c.path)
	c.what = "the plan's " + strings.ReplaceAll(member, "_", " ")
	t := &transfer{c: a.c, what: c, dst: a.scratch, progress: func(n, _ int64) {
		p := a.calls
		p.Bytes = a.dst.n + n
		a.c.progress(p)
	}}
	if err := t.run(ctx, a.c.usual); err != nil {
		return err
	}
	a.calls.Calls++
	if _, err := a.scratch.Seek(0, io.SeekStart); err != nil {
		return err
	}
	s := splitter{member: member, eachRecord: do}
	err := s.split(a.scratch)
	if strange, ok := errors.AsType[*unexpectedResponse](err); ok {
		return a.c.strange(c.what).WithCause(strange)
	}
	if a.knowledge == 0 {
		a.knowledge = s.knowledge
	}
	return err
}

// open writes the plan's own members.
func (a *arrays) open(ctx context.Context, plan Plan) error {
	own, err := parseRecord(plan.summary)
	if err != nil {
		return err
	}
	delete(own, "accounts")
	err = a.each(ctx, call{path: []string{"settings"}}, "settings", func(raw json.RawMessage) error {
		settings, err := parseRecord(raw)
		for name, value := range settings {
			own[name] = value
		}
		return err
	})
	if err != nil {
		return err
	}
	text, err := json.Marshal(own)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.doc, `{"data":{"plan":%s`, bytes.TrimSuffix(text, []byte("}")))
	return err
}

// array writes one array of the document: the records that fill passes to its argument.
func (a *arrays) array(name string, fill func(write func(record map[string]json.RawMessage) error) error) error {
	fmt.Fprintf(a.doc, ",\n%q:[", name)
	n := 0
	err := fill(func(record map[string]json.RawMessage) error {
		text, err := json.Marshal(record)
		if n++; n > 1 {
			text = append([]byte(",\n"), text...)
		}
		return errors.Join(err, drop(a.doc.Write(text)))
	})
	if err != nil {
		return err
	}
	_, err = a.doc.WriteString("]")
	return err
}

// changed reports whether the plan has changed since the first call.
func (a *arrays) changed(ctx context.Context) (bool, error) {
	var now struct {
		Knowledge int64 `json:"server_knowledge"`
	}
	query := url.Values{"last_knowledge_of_server": {strconv.FormatInt(a.knowledge, 10)}}
	err := a.c.small(ctx, call{path: slices.Concat(a.base, []string{"accounts"}), query: query, what: "the plan's accounts"}, &now)
	return now.Knowledge != a.knowledge, err
}

func drop(_ int, err error) error { return err }

// counter counts the bytes written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
