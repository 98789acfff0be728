package sourceapi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"holdover/internal/base/apperr"
)

// failure is an error with the data that decides whether to retry.
type failure struct {
	says    *apperr.Error
	status  int           // of the response; 0 without one
	retryIn time.Duration // the delay that the source requests; 0 for none
	silent  bool          // given up for silence
	cut     bool          // the answer ended too early and called itself whole
	again   bool          // trying again may help
	absent  bool          // nothing answers there at all
}

// Silent is the code of an error for a source that stopped in the middle of a response.
const Silent apperr.Code = "source-silent"

// Error returns the message of the underlying error.
func (f *failure) Error() string { return f.says.Error() }

// Unwrap returns the underlying error.
func (f *failure) Unwrap() error { return f.says }

// broken converts an error of the connection into a failure. It returns a context's error unchanged.
func (c *Client) broken(ctx context.Context, what call, err error) error {
	if f, ok := errors.AsType[*apperr.Error](err); ok { // a redirect that was not followed
		return f
	}
	name := c.opts.Address.Name()
	if context.Cause(ctx) == errSilence {
		f := apperr.New(apperr.Unavailable, "%s went silent while sending %s", name, what.what).WithCause(errSilence).
			WithCode(Silent).WithHint("try again in a while")
		return &failure{says: f, silent: true, again: true}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // without the address, which adds nothing
	}
	if why := certificateTrouble(err); why != "" {
		return apperr.New(apperr.Unavailable, "the connection to %s is not safe: %s", name, why).WithCause(err).
			WithHint("the token was not sent. Is the address right, and is the clock of this computer?")
	}
	_, absent := errors.AsType[*net.DNSError](err)
	return &failure{says: c.lineFault(err), again: true, absent: absent || errors.Is(err, syscall.ECONNREFUSED)}
}

func (c *Client) lineFault(err error) *apperr.Error {
	name := c.opts.Address.Name()
	if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
		return apperr.New(apperr.Unavailable, "%s cannot be found", name).WithCause(err).
			WithHint("is this computer online, and is the address right?")
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return apperr.New(apperr.Unavailable, "nothing answers at %s", name).WithCause(err).
			WithHint("is it running, and is the address right?")
	}
	return apperr.New(apperr.Unavailable, "the connection to %s was lost", name).WithCause(err).
		WithHint("try again when the line is better")
}

func certificateTrouble(err error) string {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		if _, wrongHost := errors.AsType[x509.HostnameError](err); wrongHost {
			return "its certificate is for another name"
		}
		return "its certificate is not trusted here"
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return "it does not speak https"
	}
	return ""
}

// retryAfter parses the header as seconds or as a date; 0 without one.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.Atoi(v); err == nil {
		return min(max(time.Duration(n)*time.Second, time.Second), longestWait)
	}
	if at, err := http.ParseTime(v); err == nil {
		return min(max(at.Sub(now), time.Second), longestWait)
	}
	return 0
}

// longestWait is the longest single wait that a source can request, since its limit is per hour.
const longestWait = time.Hour

// redirect follows only to the same origin, or from http to https of the same
// host. net/http would take the token along to a subdomain.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	from, to := via[len(via)-1].URL, req.URL
	upgrade := from.Scheme == "http" && to.Scheme == "https" && from.Hostname() == to.Hostname()
	switch {
	case len(via) > 5:
		return apperr.New(apperr.Unavailable, "%s redirects in a loop", c.opts.Address.Name()).WithHint("check the address")
	case upgrade, from.Scheme == to.Scheme && from.Host == to.Host:
		return nil
	}
	return apperr.New(apperr.Unavailable, "%s redirects to %s", c.opts.Address.Name(), to.Host).
		WithHint("the token was not sent there. If that is the right place, give it with --source")
}
