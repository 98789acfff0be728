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

// answer is the successful response to a call whose response fits in memory. Its name is part of the schema names in the
// OpenAPI document.
type answer[T any] struct {
	Body struct {
		Data T `json:"data"`
	}
}

// toAnswer returns data as an answer, or err as an ErrorResponse.
func toAnswer[T any](ctx context.Context, data T, err error) (*answer[T], error) {
	if err != nil {
		return nil, errorResponse(ctx, err)
	}
	out := new(answer[T])
	out.Body.Data = data
	return out, nil
}

// get registers a GET call with a response that fits in memory.
func get[I, T any](a *api, id, path, tag, summary string, do func(context.Context, *I) (T, error)) {
	huma.Register(a.doc, a.operation(id, path, tag, summary), func(ctx context.Context, in *I) (*answer[T], error) {
		data, err := do(ctx, in)
		return toAnswer(ctx, data, err)
	})
}

// planPath is satisfied by *I if I embeds PlanPath. The parameters of every call about a plan do.
type planPath[I any] interface {
	*I
	planID() *string
}

// getFromPlan registers a GET call that reads a plan.
func getFromPlan[I, T any, P planPath[I]](a *api, id, path, tag, summary string, do func(*readSession, P, *T) error) {
	get(a, id, path, tag, summary, func(ctx context.Context, in *I) (T, error) {
		return readData(ctx, a, *P(in).planID(), func(session *readSession, out *T) error { return do(session, in, out) })
	})
}

// readData returns the data that read finds in a plan.
func readData[T any](ctx context.Context, a *api, plan string, read func(*readSession, *T) error) (out T, err error) {
	err = a.readPlan(ctx, plan, func(session *readSession) error { return read(session, &out) })
	return out, err
}

// readAfterWrite returns the data that read finds in a plan after a write. If the write failed, it returns writeErr.
func readAfterWrite[T any](ctx context.Context, a *api, plan string, writeErr error, read func(*readSession, *T) error) (out T, err error) {
	if writeErr != nil {
		return out, writeErr
	}
	return readData(ctx, a, plan, read)
}

// operation describes a GET call.
func (a *api) operation(id, path, tag, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: path, Tags: []string{tag}, Summary: summary,
		Responses: failures(a.doc.OpenAPI().Components.Schemas, http.StatusBadRequest, http.StatusNotFound),
	}
}

// stream describes a GET call that writes its response record by record, so that memory use does not depend on its
// length. T is the type of the whole response in the OpenAPI document.
type stream[T any] struct {
	id, path, tag, summary string
}

// getStream registers a stream. do writes the whole body, which tempfile.Relays passes on at the client's speed. An
// error of do becomes an error response if nothing has been sent to the client yet. A later error cuts the connection,
// so that the client does not take the body for complete.
func getStream[I, T any](a *api, s stream[T], do func(context.Context, *I, io.Writer) error) {
	op := a.operation(s.id, s.path, s.tag, s.summary)
	registry := a.doc.OpenAPI().Components.Schemas
	schema := registry.Schema(reflect.TypeFor[T](), true, s.id+"Response")
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	huma.Register(a.doc, op, func(_ context.Context, in *I) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			r, w := humago.Unwrap(hc)
			ctx, etagHeaders := collectETag(r.Context())
			out := &streamWriter{w: w, etagHeaders: etagHeaders}
			err := a.relays.Relay(actorOf(r.Context()).UserID, out, func(body io.Writer) error { return do(ctx, in, body) })
			switch {
			case err == nil:
			case out.sent == 0:
				writeFault(w, r, err)
			default:
				a.log.WarnContext(r.Context(), "an answer was cut off", "path", r.URL.Path, "error", err.Error())
				panic(http.ErrAbortHandler)
			}
		}}, nil
	})
}

// streamWriter sends the body of a successful response. It sets the headers at the first write, because an error
// response is possible until then.
type streamWriter struct {
	w           http.ResponseWriter
	etagHeaders http.Header // the headers with the entity tag
	sent        int         // number of bytes
}

func (s *streamWriter) Write(p []byte) (int, error) {
	if s.sent == 0 {
		s.w.Header().Set("Content-Type", "application/json; charset=utf-8")
		maps.Copy(s.w.Header(), s.etagHeaders)
	}
	s.sent += len(p)
	return s.w.Write(p)
}

// listWriter writes {"data":{name:[…],"server_knowledge":N}} record by record.
type listWriter struct {
	w     io.Writer
	count int // number of records
}

func newListWriter(w io.Writer, name string) (*listWriter, error) {
	_, err := fmt.Fprintf(w, `{"data":{%q:[`, name)
	return &listWriter{w: w}, err
}

func (l *listWriter) add(record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	if l.count++; l.count > 1 {
		if _, err := io.WriteString(l.w, ","); err != nil {
			return err
		}
	}
	_, err = l.w.Write(text)
	return err
}

// end writes the end of the list and the plan's knowledge.
func (l *listWriter) end(knowledge int64) error {
	_, err := fmt.Fprintf(l.w, "],\"server_knowledge\":%d}}\n", knowledge)
	return err
}
