package sourceapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"holdover/internal/base/apperr"
)

// answer is an error in the source's shape.
type answer struct {
	Error struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Detail string `json:"detail"`
	} `json:"error"`
}

// The codes of errors of the source, besides those of other files.
const (
	Strange apperr.Code = "source-strange" // the response is not of the source's API
	Unpaid  apperr.Code = "source-unpaid"  // the subscription or the trial has ended
)

// refused reads an unsuccessful response and explains it.
func (c *Client) refused(what call, resp *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	if err != nil && len(body) == 0 {
		body = nil // the status alone will have to do
	}
	body = bytes.ReplaceAll(body, []byte(c.opts.Token.secret), []byte(hidden)) // in case the source repeats the request
	var a answer
	spoke := json.Unmarshal(body, &a) == nil && a.Error.ID != ""
	f := &failure{status: resp.StatusCode, retryIn: retryAfter(resp.Header, time.Now()), again: resp.StatusCode >= 500}
	if !spoke && looksLikePage(body) && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
		f.says = c.page(what, body)
		return f
	}
	f.says = c.meaning(what, resp.StatusCode, a, f.retryIn).
		WithCause(fmt.Errorf("status %d, error %s %s: %.200s", resp.StatusCode, a.Error.ID, a.Error.Name, a.Error.Detail))
	return f
}

// meaning explains a status and an error id.
func (c *Client) meaning(what call, status int, a answer, retry time.Duration) *apperr.Error {
	name := c.opts.Address.Name()
	switch {
	case status >= 300 && status < 400: // the client of the options does not follow it
		return apperr.New(apperr.Unavailable, "%s redirects to another address", name).WithCode(Strange).
			WithHint("the token was not sent there. If it has moved, use its new address")
	case status == http.StatusUnauthorized:
		return apperr.New(apperr.Unauthorized, "the token was not accepted by %s", name).
			WithHint("check that you copied the whole token; the shortened form in the table does not work. Create a new one at %s", c.opts.Address.TokenPage())
	case status == http.StatusForbidden:
		return c.forbidden(a)
	case status == http.StatusNotFound && len(what.path) > 1:
		return apperr.New(apperr.NotFound, "%s has no plan %s for this token", name, what.path[1]).
			WithHint("it may have been deleted there; look at the list of plans again")
	case status == http.StatusNotFound:
		return apperr.New(apperr.NotFound, "%s does not know the list of plans", name).
			WithHint("check the address; it looks like http://127.0.0.1:8585 or https://api.ynab.com")
	case status == http.StatusTooManyRequests:
		return apperr.New(apperr.TooMany, "%s has had too many requests", name).WithRetry(retry).WithHint("wait an hour")
	case status >= 500:
		return apperr.New(apperr.Unavailable, "%s could not give %s (error %d)", name, what.what, status).
			WithHint("try again in a while")
	}
	return apperr.New(apperr.Invalid, "%s refused to give %s: %s", name, what.what, orStatus(a, status))
}

func orStatus(a answer, status int) string {
	if a.Error.Detail != "" {
		return printable(a.Error.Detail)
	}
	return fmt.Sprintf("error %d", status)
}

func (c *Client) forbidden(a answer) *apperr.Error {
	name := c.opts.Address.Name()
	switch a.Error.ID {
	case "403.1":
		return apperr.New(apperr.Forbidden, "the subscription at %s has ended, so it does not export data", name).WithCode(Unpaid).
			WithHint("renew it for the export")
	case "403.2":
		return apperr.New(apperr.Forbidden, "the trial at %s has ended, so it does not export data", name).WithCode(Unpaid).
			WithHint("subscribe for the export")
	case "403.3":
		return apperr.New(apperr.Forbidden, "the token may not read plans").WithHint("make a new one at %s", c.opts.Address.TokenPage())
	case "403.4":
		return apperr.New(apperr.Forbidden, "the account at %s has reached its limit of data", name).WithHint("see the account's page there")
	}
	return apperr.New(apperr.Forbidden, "%s does not allow it: %s", name, orStatus(a, http.StatusForbidden)).
		WithHint("check for a proxy or firewall in between")
}

// page returns the error for a web page in place of data.
func (c *Client) page(what call, body []byte) *apperr.Error {
	f := apperr.New(apperr.Unavailable, "%s answered with a web page in place of %s", c.opts.Address.Name(), what.what).WithCode(Strange)
	if title := pageTitle(body); title != "" {
		return f.WithHint("the page says %q. Check the address; a proxy or a network's sign-in page may be in between", title)
	}
	return f.WithHint("check the address; a proxy or a network's sign-in page may be in between")
}

func looksLikePage(body []byte) bool {
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(string(body), "\ufeff"), " \t\r\n"), "<")
}

var titleTag = regexp.MustCompile(`(?is)<title[^>]*>\s*(.{1,80}?)\s*</title>`)

func pageTitle(body []byte) string {
	if found := titleTag.FindSubmatch(body); found != nil {
		return printable(string(found[1]))
	}
	return ""
}

// printable removes line breaks and control characters from a text of the source.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || (r >= 0x7f && r < 0xa0) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[:200], "") + "…"
	}
	return strings.Join(strings.Fields(s), " ")
}
