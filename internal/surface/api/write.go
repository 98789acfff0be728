package api

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"holdover/internal/base/apperr"
)

// written is the response to a writing call. Its status depends on the result.
type written[T any] struct {
	Status int
	Body   struct {
		Data T `json:"data"`
	}
}

// write describes a writing call.
type write struct {
	method, id, path, tag, summary string
}

type Sent struct {
	RawBody []byte `contentType:"application/json"`
}

func (s *Sent) sent() []byte { return s.RawBody }

// input is the path parameters of a writing call, with its body.
type input[I any] interface {
	planPath[I]
	sent() []byte
}

// registerWrite registers a writing call with a body B. The path parameters that do receives contain the
// plan's id, also if the path has a word in its place.
func registerWrite[B, I, T any, P input[I]](a *api, w write, do func(context.Context, P, *B) (T, error)) {
	op := a.writeOperation(w)
	schema := a.doc.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[B](), true, w.id+"Body")
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{}}
	op.Middlewares = huma.Middlewares{a.refuseNoBody}
	describeWritten[T](a, &op)
	handler := func(ctx context.Context, in *I) (*written[T], error) {
		return runWrite(ctx, a, P(in), op.DefaultStatus, func() (out T, err error) {
			body := new(B)
			if err := readBody(P(in).sent(), body); err != nil {
				return out, err
			}
			return do(ctx, in, body)
		})
	}
	if other := otherMethod[w.method]; other != "" {
		alike := op
		alike.Method, alike.Hidden = other, true
		huma.Register(a.doc, alike, handler)
	}
	huma.Register(a.doc, op, handler)
	// huma describes a raw body as arbitrary bytes.
	op.RequestBody.Required = true
	op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: schema}
}

// refuseNoBody answers a call without a body, which huma would refuse before the permission is checked.
func (a *api) refuseNoBody(hc huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(hc)
	if r.ContentLength != 0 {
		next(hc)
		return
	}
	plan, err := a.resolvePlanID(r.Context(), hc.Param("plan_id"))
	if err == nil {
		err = cmp.Or(a.app.RequireChange(r.Context(), actorOf(r.Context()), plan), readBody(nil, nil))
	}
	writeFault(w, r, err)
}

// otherMethod contains the other method that programs send for a change. Both have the same effect, since omitted
// members stay; the description lists only the source's.
var otherMethod = map[string]string{http.MethodPut: http.MethodPatch, http.MethodPatch: http.MethodPut}

// registerBodylessWrite registers a writing call without a body.
func registerBodylessWrite[I, T any, P planPath[I]](a *api, w write, do func(context.Context, P) (T, error)) {
	op := a.writeOperation(w)
	describeWritten[T](a, &op)
	huma.Register(a.doc, op, func(ctx context.Context, in *I) (*written[T], error) {
		return runWrite(ctx, a, P(in), http.StatusOK, func() (T, error) { return do(ctx, in) })
	})
}

func (a *api) writeOperation(w write) huma.Operation {
	op := a.operation(w.id, w.path, w.tag, w.summary)
	op.Description = "Needs a token that may also change budgets (Full): a Read-only one gets 403.3. What is written is one step of the plan's History, with the token's name, and Undo there takes it back."
	op.Method, op.MaxBodyBytes, op.DefaultStatus, op.SkipValidateBody = w.method, mostCall, http.StatusOK, true
	if w.method == http.MethodPost {
		op.DefaultStatus = http.StatusCreated
	}
	for status, refused := range failures(a.doc.OpenAPI().Components.Schemas, http.StatusForbidden, http.StatusConflict) {
		op.Responses[status] = refused
	}
	return op
}

// describeWritten describes the response of a call with two statuses, which both have the same body.
func describeWritten[T any](a *api, op *huma.Operation) {
	if op.OperationID != "importTransactions" {
		return
	}
	schema := a.doc.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[struct {
		Data T `json:"data"`
	}](), true, op.OperationID+"None")
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

// runWrite replaces the plan in the path by its id, and responds with the result of do. A missing permission is
// reported before any other error: a body is not validated for a caller that may not change the plan, or not see it.
func runWrite[I, T any, P planPath[I]](ctx context.Context, a *api, in P, status int, do func() (T, error)) (_ *written[T], err error) {
	out := &written[T]{Status: status}
	plan := in.planID()
	if *plan, err = a.resolvePlanID(ctx, *plan); err != nil {
		return nil, refusedWrite(ctx, err)
	}
	if out.Body.Data, err = do(); err != nil {
		return nil, refusedWrite(ctx, cmp.Or(a.app.RequireChange(ctx, actorOf(ctx), *plan), err))
	}
	return out, nil
}

// refusedWrite returns the response to a failed write. The source returns a conflict only for import ids; a taken
// name is a bad request there.
func refusedWrite(ctx context.Context, err error) error {
	response := errorResponse(ctx, err)
	if apperr.KindOf(err) == apperr.Conflict && apperr.CodeOf(err) != importIDTaken {
		badRequest := ids[http.StatusBadRequest]
		response.Err.ID, response.Err.Name, response.Err.status = badRequest[0], badRequest[1], http.StatusBadRequest
	}
	return response
}

// importIDTaken is the error code for a transaction with an import id that already exists in its account.
const importIDTaken apperr.Code = "import-id-taken"
