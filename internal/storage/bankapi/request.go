package bankapi

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/publicnet"
)

// Request is an HTTP request to a provider. Errors name the provider and the host, never the rest of the address, headers
// or bodies, which may contain secrets.
type Request struct {
	Provider string // the service's name for users, such as "SimpleFIN Bridge"
	Method   string // GET if it is ""
	Address  *url.URL
	Header   http.Header
	Body     []byte
	// Refused turns a response with a status other than 200 to 299 into an error, and returns nil to leave it to
	// StatusError. body is at most 64 kB of the response. It may be nil.
	Refused func(status int, header http.Header, body []byte) error
}

const (
	mostBytes        = 64 << 20
	mostRefusalBytes = 64 << 10
	longestRetry     = 24 * time.Hour
)

// ParseAddress parses an address that a user or a provider names. Only https is allowed, and http if AllowPrivate is set.
// Its user and password are kept.
func (o Options) ParseAddress(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, apperr.New(apperr.Invalid, "the address is not that of a web server").WithHint("an address begins with https://")
	case u.Scheme == "http" && !o.AllowPrivate:
		return nil, apperr.New(apperr.Invalid, "the address begins with http://, so everything would be sent unencrypted").WithHint("use an address that begins with https://")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// JSON makes a request and decodes the response.
func (o Options) JSON(ctx context.Context, r Request, into any) error {
	return o.Do(ctx, r, func(body io.Reader) error { return json.NewDecoder(body).Decode(into) })
}

// Do makes a request and passes the body of a response with status 200 to 299 to read. An *apperr.Error of read is returned
// unchanged, and any other as Malformed. The error of a context that was cancelled is returned as it is.
func (o Options) Do(ctx context.Context, r Request, read func(body io.Reader) error) error {
	if _, err := o.ParseAddress(r.Address.String()); err != nil {
		return err
	}
	method := r.Method
	if method == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, r.Address.String(), bytes.NewReader(r.Body))
	if err != nil {
		return r.malformed(withoutAddress(err))
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	resp, err := o.Client.Do(req)
	if err != nil {
		return r.broken(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return r.refused(resp, o.Now())
	}
	body := &boundedBody{from: resp.Body, left: mostBytes}
	err = read(body)
	switch {
	case err == nil:
		return nil
	case body.tooLarge:
		return TooMuch(r.Provider)
	case body.broken != nil:
		return r.broken(ctx, body.broken)
	}
	if known, ok := errors.AsType[*apperr.Error](err); ok {
		return known
	}
	return r.malformed(err)
}

// boundedBody reads a response up to a limit and records why reading ended early, because decoders wrap errors.
type boundedBody struct {
	from     io.Reader
	left     int64
	tooLarge bool
	broken   error
}

var errTooLarge = errors.New("the response is too large")

// Read reads from the response.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		b.tooLarge = true
		return 0, errTooLarge
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.broken = err
	}
	return n, err
}

// refused returns the error for a response without success.
func (r Request) refused(resp *http.Response, now time.Time) error {
	if r.Refused != nil {
		body, err := io.ReadAll(io.LimitReader(resp.Body, mostRefusalBytes))
		if err != nil {
			body = nil // the status is enough
		}
		if err := r.Refused(resp.StatusCode, resp.Header, body); err != nil {
			return err
		}
	}
	return r.StatusError(resp.StatusCode, resp.Header, now)
}

// StatusError returns the error for a response with a status other than 200 to 299.
func (r Request) StatusError(status int, header http.Header, now time.Time) *apperr.Error {
	switch {
	case status >= 300 && status < 400:
		return apperr.New(apperr.Unavailable, "%s answered with a redirect to another address, which Holdover does not follow", r.place()).WithCode(Malformed).
			WithHint("if the service has moved, connect again with its new address")
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Ended(r.Provider)
	case status == http.StatusPaymentRequired:
		return apperr.New(apperr.Unavailable, "%s wants to be paid before it sends data", r.Provider).WithCode(Unpaid).WithHint("check your subscription there, then fetch again")
	case status == http.StatusTooManyRequests:
		return apperr.New(apperr.Unavailable, "%s has received too many requests for this connection", r.Provider).WithCode(TooOften).
			WithRetry(retryAfter(header, now)).WithHint("wait before you fetch again; the transactions are not lost")
	case status == http.StatusRequestTimeout || status >= 500:
		return r.down("%s has a fault and answered with status %d", r.place(), status)
	}
	return apperr.New(apperr.Unavailable, "%s refused the request with status %d", r.place(), status).WithCode(Malformed).
		WithHint("fetch again later; if this stays, connect again")
}

// Ended returns the error for access that has ended.
func Ended(provider string) *apperr.Error {
	return apperr.New(apperr.Unavailable, "%s no longer gives access: it was ended there, or it has expired", provider).WithCode(Reconnect).
		WithHint("connect again; the links to your accounts stay")
}

// TooMuch returns the error for a response with more data than one fetch may have.
func TooMuch(provider string) *apperr.Error {
	return apperr.New(apperr.Unavailable, "%s sent more than %s transactions, or more than %s, for one fetch", provider, humanize.Count(MostRows), humanize.Bytes(mostBytes)).
		WithCode(Malformed).WithHint("choose a later start date for the account")
}

// MostRows is the maximum number of transactions of one fetch.
const MostRows = 200_000

func (r Request) malformed(cause error) *apperr.Error {
	return apperr.New(apperr.Unavailable, "the response of %s cannot be read", r.place()).WithCode(Malformed).WithCause(cause).
		WithHint("fetch again later; if this stays, the service has changed or the address is not right")
}

func (r Request) down(format string, args ...any) *apperr.Error {
	return apperr.New(apperr.Unavailable, format, args...).WithCode(Down).WithHint("fetch again later; the transactions are not lost")
}

// place returns the provider's name with the host of the address.
func (r Request) place() string {
	if host := r.Address.Hostname(); !strings.Contains(r.Provider, host) {
		return r.Provider + " (" + Text(host, 60) + ")"
	}
	return r.Provider
}

// broken returns the error for a connection that failed.
func (r Request) broken(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Cause(ctx)
	}
	err = withoutAddress(err)
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, publicnet.ErrPrivate):
		return apperr.New(apperr.Unavailable, "the address of %s leads into a private network, which this Holdover does not connect to", r.place()).WithCode(Down).WithCause(err).
			WithHint("if the service runs in your own network, its administrator has to allow private addresses")
	case errors.As(err, &timeout) && timeout.Timeout():
		return r.down("%s takes too long to answer", r.place()).WithCause(err)
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return r.down("the certificate of %s is not valid, so nothing was sent", r.place()).WithCause(err)
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return r.down("%s cannot be found", r.place()).WithCause(err)
	}
	return r.down("the connection to %s failed", r.place()).WithCause(err)
}

// withoutAddress removes the address from the error of a client.
func withoutAddress(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// retryAfter parses the header as seconds or as a date; 0 without one.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		return min(max(time.Duration(n)*time.Second, 0), longestRetry)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), longestRetry)
	}
	return 0
}
