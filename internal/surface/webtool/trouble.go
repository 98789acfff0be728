package webtool

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
)

// source returns the name of the source for display.
func (t *Tool) source() string { return t.cfg.Source.Name() }

// Each error has an identifier, a plain message and a hint. The page that displays it also shows the other ways.

func (t *Tool) down() *apperr.Error {
	return apperr.New(apperr.Unavailable, "%s cannot be reached at the moment", t.source()).WithID("source-down").
		WithHint("try again in a while, or use one of the other ways")
}

func (t *Tool) slow() *apperr.Error {
	return apperr.New(apperr.Unavailable, "%s takes too long to answer", t.source()).WithID("source-slow").
		WithHint("try again in a while; holdover export waits as long as it takes")
}

func (t *Tool) rateLimited(after string) *apperr.Error {
	hint := "wait an hour and try again, or use one of the other ways with a token of your own"
	if n, err := strconv.Atoi(after); err == nil && n > 0 {
		hint = "try again in " + minutes(time.Duration(n)*time.Second) + ", or use one of the other ways with a token of your own"
	}
	return apperr.New(apperr.TooMany, "%s has had too many requests and asks to wait", t.source()).WithID("rate-limited").WithHint("%s", hint)
}

func minutes(d time.Duration) string {
	if n := int((d + time.Minute - 1) / time.Minute); n > 1 {
		return strconv.Itoa(n) + " minutes"
	}
	return "a minute"
}

func (t *Tool) denied() *apperr.Error {
	return apperr.New(apperr.Forbidden, "the access was not allowed, so nothing was read").WithID("consent-denied").
		WithHint("connect again and allow it, or use one of the ways without this permission")
}

func (t *Tool) unknownClient() *apperr.Error {
	return apperr.New(apperr.Unavailable, "%s does not know this tool", t.source()).WithID("client-unknown").
		WithHint("its operator has to register it there; until then, use one of the other ways")
}

func (t *Tool) restricted() *apperr.Error {
	return apperr.New(apperr.Forbidden, "%s lets only a few people use this tool for now, and no more can be added", t.source()).
		WithID("client-restricted").WithHint("nothing is wrong with your account; use one of the other ways")
}

func (t *Tool) ranOut() *apperr.Error {
	return apperr.New(apperr.Unauthorized, "the access has expired or was revoked").WithID("access-ended").
		WithHint("connect again; nothing was saved, so the download starts again")
}

func (t *Tool) strayed() *apperr.Error {
	return apperr.New(apperr.Invalid, "this connection was not started in this browser, or has expired").WithID("strayed").
		WithHint("start with Connect, and allow cookies for this page")
}

// refused reads the reason that the source sent along on the way back.
func (t *Tool) refused(why, description string) *apperr.Error {
	switch why {
	case "access_denied":
		return t.denied()
	case "unauthorized_client":
		return t.restricted()
	case "invalid_client":
		return t.unknownClient()
	case "temporarily_unavailable", "server_error":
		return t.down()
	}
	return apperr.New(apperr.Unavailable, "%s refused: %.60s", t.source(), why).WithID("source-refused").
		WithHint("the operator of this tool has to check it; until then, use one of the other ways").
		WithCause(errors.New(description))
}

// lineTrouble returns an error for a call that timed out or could not connect.
func (t *Tool) lineTrouble(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	timeout, ok := errors.AsType[net.Error](err)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) || ok && timeout.Timeout() {
		return t.slow().WithCause(err)
	}
	return t.down().WithCause(err)
}

// readTrouble translates an error of the source's client into an error for the page.
func (t *Tool) readTrouble(ctx context.Context, err error) error {
	if cause, ok := errors.AsType[*apperr.Error](context.Cause(ctx)); ok {
		return cause
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return t.slow().WithCause(err)
	}
	switch apperr.KindOf(err) {
	case apperr.Unauthorized:
		return t.ranOut().WithCause(err)
	case apperr.TooMany:
		return t.rateLimited("")
	case apperr.Unavailable:
		if apperr.CodeOf(err) == sourceapi.Silent {
			return t.slow().WithCause(err)
		}
		return t.down().WithCause(err)
	}
	return err
}
