package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
)

// Config is the configuration of the server.
type Config struct {
	App     *app.App
	Log     *slog.Logger
	Version string
	Write   bool   // includes the tools that make changes
	Budget  string // the only budget that is shown, by id or name; empty for all
	// Metadata returns the address of the document that describes how to get a token over HTTP. If it is nil, the
	// user must enter a token.
	Metadata func(*http.Request) (string, error)
	// Limit counts the requests of each token over HTTP. Nil means no limit.
	Limit *httpx.RateLimiter
}

// assistant is the tools for one actor.
type assistant struct {
	Config
	who app.Actor
}

// New returns the server for an actor. An actor with a read-only token does not see the tools that write.
func New(cfg Config, who app.Actor) *sdk.Server {
	a := &assistant{cfg, who}
	server := sdk.NewServer(&sdk.Implementation{Name: "holdover", Title: "Holdover", Version: cfg.Version}, &sdk.ServerOptions{
		Instructions: "A household's budget. Amounts are text in the budget's currency, spending is negative. " +
			"To Budget is the month's money that no category has yet; later months do not change it.",
	})
	a.reading(server)
	if cfg.Write && who.Scope == auth.Full {
		a.writing(server)
	}
	return server
}

// Stdio serves the command line's actor over standard input and output, until the client disconnects or ctx is done.
func Stdio(ctx context.Context, cfg Config) error {
	who := app.Machine()
	who.Token = "an assistant"
	out := newWholeWrites(staysOpen{os.Stdout})
	err := New(cfg, who).Run(ctx, &sdk.IOTransport{Reader: newLines(os.Stdin, out), Writer: out})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// staysOpen is standard output that ignores Close, because the program needs it until it ends.
type staysOpen struct{ io.Writer }

func (staysOpen) Close() error { return nil }

// mostCall is the maximum size of a request, in bytes.
const mostCall = 1 << 20

// Handler serves clients with a token of this Holdover over HTTP.
func Handler(cfg Config) http.Handler {
	calls := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		who, _ := r.Context().Value(actorKey{}).(app.Actor)
		return New(cfg, who)
	}, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: cfg.Log,
		// A proxy on this machine forwards other host names. Each call contains a token, which a page that rebinds a
		// name does not have.
		DisableLocalhostProtection: cfg.Metadata != nil,
	})
	// httpx.Wrap refuses calls from pages of other origins, as the protocol requires of servers.
	return httpx.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		word, token, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
		who, err := cfg.App.ActorOfBearer(r.Context(), strings.TrimSpace(token))
		if err != nil || !strings.EqualFold(word, "bearer") {
			status := http.StatusUnauthorized
			if err != nil && apperr.KindOf(err) != apperr.Unauthorized && apperr.KindOf(err) != apperr.Invalid {
				status = http.StatusInternalServerError
				cfg.Log.ErrorContext(r.Context(), "a token could not be looked up", "error", err)
			}
			w.Header().Set("WWW-Authenticate", cfg.challenge(r))
			http.Error(w, "send a token of this Holdover: Authorization: Bearer TOKEN", status)
			return
		}
		if err := cfg.Limit.TakeToken(w.Header(), strings.TrimSpace(token)); err != nil {
			http.Error(w, err.Error(), httpx.StatusOf(err))
			return
		}
		httpx.TakeUpTo(w, r, mostCall)
		calls.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), actorKey{}, who)))
	}), cfg.Log, func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), httpx.StatusOf(err))
	})
}

// challenge returns the header that tells a client without a token that it needs one, and the address of the metadata
// (RFC 9728, 5.1).
func (cfg *Config) challenge(r *http.Request) string {
	const bearer = `Bearer realm="Holdover"`
	if cfg.Metadata == nil {
		return bearer
	}
	metadata, err := cfg.Metadata(r)
	if err != nil {
		return bearer
	}
	return bearer + `, resource_metadata="` + metadata + `"`
}

type actorKey struct{}

// which is an input of a tool that names a budget.
type which interface{ which() InBudget }

// inBudget returns a tool that calls do with the budget that the input names.
func inBudget[In which, Out any](a *assistant, do func(context.Context, *pageframe.Budget, In) (Out, error)) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, in In) (out Out, err error) {
		b, err := a.budget(ctx, in.which())
		if err != nil {
			return out, err
		}
		return do(ctx, &b, in)
	}
}

// mostSaid limits the length of an error message. A message may quote its input, such as a payee name of a megabyte.
const mostSaid = 1000

// add registers a tool. The message of an *apperr.Error is sent to the assistant. Internal errors are logged.
func add[In, Out any](a *assistant, server *sdk.Server, tool *sdk.Tool, do func(context.Context, In) (Out, error)) {
	schema, err := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Amount](): {Types: []string{"string", "number"}},
	}})
	if err != nil {
		panic(err) // an error in the program: the inputs are types of this package
	}
	tool.InputSchema = schema
	sdk.AddTool(server, tool, func(ctx context.Context, asked *sdk.CallToolRequest, in In) (*sdk.CallToolResult, Out, error) {
		var out, none Out
		err := readable(asked.Params.Arguments)
		if err == nil {
			out, err = do(ctx, in)
		}
		if err == nil {
			return nil, out, nil
		}
		f, ok := errors.AsType[*apperr.Error](err)
		if !ok || f.Kind == apperr.Internal {
			a.Log.ErrorContext(ctx, "a tool failed", "tool", tool.Name, "error", err)
			return nil, none, errors.New("something went wrong; see the log")
		}
		text := humanize.Clip(f.Message, mostSaid)
		if f.Hint != "" {
			text += ". " + f.Hint
		}
		return nil, none, errors.New(text)
	})
}

// readable refuses text with control characters that text does not contain, which PostgreSQL cannot store and no user
// would see. It also refuses invalid UTF-8 and half of a surrogate pair, which would be stored as another character.
func readable(arguments json.RawMessage) error {
	if !utf8.Valid(arguments) {
		return apperr.New(apperr.Invalid, "what was sent is not UTF-8").WithHint("write it in UTF-8; nothing was changed")
	}
	texts := jsontext.NewDecoder(bytes.NewReader(arguments), jsontext.AllowDuplicateNames(true))
	for {
		token, err := texts.ReadToken()
		if broken, is := errors.AsType[*jsontext.SyntacticError](err); is {
			return apperr.New(apperr.Invalid, "%s contains half of a character", humanize.Clip(string(broken.JSONPointer), mostSaid)).
				WithHint("a character beyond \\uffff is written as two halves; nothing was changed")
		}
		if err != nil {
			return nil //nolint:nilerr // the end: the SDK has read them before
		}
		if token.Kind() == '"' && strings.ContainsRune(token.String(), 0) {
			return apperr.New(apperr.Invalid, "%q contains an invalid character", token.String()).WithHint("leave it out")
		}
	}
}
