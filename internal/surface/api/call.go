package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// answer is the body of every response: the data inside "data".
type answer[T any] struct {
	Body struct {
		Data T `json:"data"`
	}
}

func answerWith[T any](ctx context.Context, data T, err error) (*answer[T], error) {
	if err != nil {
		return nil, answerFor(ctx, err)
	}
	out := new(answer[T])
	out.Body.Data = data
	return out, nil
}

// get registers a call with a response that fits in memory.
func get[I, T any](a *api, id, path, tag, summary string, do func(context.Context, *I) (T, error)) {
	huma.Register(a.doc, a.operation(id, path, tag, summary), func(ctx context.Context, in *I) (*answer[T], error) {
		data, err := do(ctx, in)
		return answerWith(ctx, data, err)
	})
}

// planned is a pointer to the path parameters of a call about a plan.
type planned[I any] interface {
	*I
	plan() *string
}

// view registers a call that reads a plan.
func view[I, T any, P planned[I]](a *api, id, path, tag, summary string, do func(*readSession, P, *T) error) {
	get(a, id, path, tag, summary, func(ctx context.Context, in *I) (T, error) {
		return after(ctx, a, *P(in).plan(), nil, func(l *readSession, out *T) error { return do(l, in, out) })
	})
}

// after returns a plan's data after a call has written to it, unless that failed.
func after[T any](ctx context.Context, a *api, plan string, wrong error, show func(*readSession, *T) error) (out T, err error) {
	if wrong != nil {
		return out, wrong
	}
	err = a.look(ctx, plan, func(l *readSession) error { return show(l, &out) })
	return out, err
}

func (a *api) operation(id, path, tag, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: path, Tags: []string{tag}, Summary: summary,
		Responses: failures(a.doc.OpenAPI().Components.Schemas, http.StatusBadRequest, http.StatusNotFound),
	}
}

// stream is a call that writes its response while it reads, so that memory use does not depend on the length, at the
// client's speed.
type stream[T any] struct {
	id, path, tag, summary string
}

// streaming registers such a call. do writes the whole body; an error before the first byte becomes an error
// response; a later one cuts the connection, so that no client takes the body for complete.
func streaming[I, T any](a *api, s stream[T], do func(context.Context, *I, io.Writer) error) {
	op := a.operation(s.id, s.path, s.tag, s.summary)
	registry := a.doc.OpenAPI().Components.Schemas
	schema := registry.Schema(reflect.TypeFor[T](), true, s.id+"Response")
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	huma.Register(a.doc, op, func(_ context.Context, in *I) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			r, w := humago.Unwrap(hc)
			ctx, named := collectETag(r.Context())
			begun := &begun{w: w, named: named}
			err := a.relays.Relay(actorOf(r.Context()).UserID, begun, func(out io.Writer) error { return do(ctx, in, out) })
			switch {
			case err == nil:
			case begun.n == 0:
				writeFault(w, r, err)
			default:
				a.log.WarnContext(r.Context(), "an answer was cut off", "path", r.URL.Path, "error", err.Error())
				panic(http.ErrAbortHandler)
			}
		}}, nil
	})
}

// begun records the first write; before it, an error response is still possible.
type begun struct {
	w     http.ResponseWriter
	named http.Header // the headers with the entity tag, which are added at the first write
	n     int
}

func (b *begun) Write(p []byte) (int, error) {
	if b.n == 0 {
		b.w.Header().Set("Content-Type", "application/json; charset=utf-8")
		maps.Copy(b.w.Header(), b.named)
	}
	b.n += len(p)
	return b.w.Write(p)
}

// list writes {"data":{name:[…],"server_knowledge":N}} record by record.
type list struct {
	w io.Writer
	n int
}

func newList(w io.Writer, name string) (*list, error) {
	_, err := fmt.Fprintf(w, `{"data":{%q:[`, name)
	return &list{w: w}, err
}

func (l *list) add(record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	if l.n++; l.n > 1 {
		if _, err := io.WriteString(l.w, ","); err != nil {
			return err
		}
	}
	_, err = l.w.Write(text)
	return err
}

func (l *list) end(knowledge int64) error {
	_, err := fmt.Fprintf(l.w, "],\"server_knowledge\":%d}}\n", knowledge)
	return err
}
