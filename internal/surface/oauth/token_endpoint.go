package oauth

import (
	"errors"
	"net/http"
	"net/url"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/surface/httpx"
)

// readCall returns the parameters of a client's request and the credentials in its header. Parameters may be in the
// body or in the address, as in YNAB's documentation; Holdover logs no query strings (docs/decisions/0070). A parameter
// that is in both has two values, and the rules refuse it; only resource may be repeated.
func readCall(r *http.Request) (url.Values, oauthgrant.Basic, error) {
	values := r.URL.Query()
	if err := httpx.RequireText(values); err != nil {
		return nil, oauthgrant.Basic{}, err
	}
	for name, fromBody := range r.PostForm {
		values[name] = append(values[name], fromBody...)
	}
	id, secret, ok := r.BasicAuth()
	basic := oauthgrant.Basic{Given: ok}
	var errID, errSecret error
	basic.ID, errID = url.QueryUnescape(id) // both are form-encoded in the header (RFC 6749, 2.3.1)
	basic.Secret, errSecret = url.QueryUnescape(secret)
	if errID != nil || errSecret != nil {
		return nil, oauthgrant.Basic{}, &oauthgrant.Refusal{Code: oauthgrant.InvalidRequest, Detail: "the credentials in the header are not encoded"}
	}
	return values, basic, nil
}

// asCallerError gives a refusal a kind, so that it is logged as an error of the caller, not of Holdover. writeProblem
// finds the refusal as its cause. Any other error is returned unchanged.
func asCallerError(err error) error {
	refusal, ok := errors.AsType[*oauthgrant.Refusal](err)
	if !ok {
		return err
	}
	kind := apperr.Invalid
	if refusal.Code == oauthgrant.InvalidClient {
		kind = apperr.Unauthorized
	}
	return apperr.New(kind, "the request was refused").WithCause(refusal)
}

func (s *surface) token(w http.ResponseWriter, r *http.Request) error {
	values, basic, err := readCall(r)
	if err != nil {
		return asCallerError(err)
	}
	if values.Has("resource") {
		issuer, err := s.Issuer(r)
		if err != nil {
			return err
		}
		if refusal := oauthgrant.CheckResource(values, issuer); refusal != nil {
			return asCallerError(refusal)
		}
	}
	tokens, err := s.App.OAuthToken(r.Context(), values, basic)
	if err != nil {
		return asCallerError(err)
	}
	return writeJSON(w, http.StatusOK, tokens)
}

func (s *surface) revoke(w http.ResponseWriter, r *http.Request) error {
	values, basic, err := readCall(r)
	if err != nil {
		return asCallerError(err)
	}
	if err := s.App.RevokeOAuth(r.Context(), values, basic); err != nil {
		return asCallerError(err)
	}
	return writeJSON(w, http.StatusOK, struct{}{})
}

func (s *surface) metadata(w http.ResponseWriter, r *http.Request) error {
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, oauthgrant.MetadataOf(issuer))
}

// writeJSON writes a response that may contain a secret, so it is not cached.
func writeJSON(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Cache-Control", "no-store")
	return httpx.WriteJSON(w, status, body)
}

// problem is the JSON body of an error response (RFC 6749, 5.2).
type problem struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// writeProblem writes an error as OAuth clients expect it. The protocol has codes for the token address (RFC 6749, 5.2)
// and for the consent page (4.1.2.1); server_error and temporarily_unavailable are of the latter.
func writeProblem(w http.ResponseWriter, _ *http.Request, err error) {
	status, body := httpx.StatusOf(err), problem{"server_error", "the request could not be processed"}
	if refusal, ok := errors.AsType[*oauthgrant.Refusal](err); ok {
		status, body = http.StatusBadRequest, problem{refusal.Code, refusal.Detail}
		if refusal.Code == oauthgrant.InvalidClient {
			status = http.StatusUnauthorized
			w.Header().Set("WWW-Authenticate", `Basic realm="Holdover"`)
		}
	} else if known, ok := errors.AsType[*apperr.Error](err); ok {
		// The protocol has no code for most of these errors. The status and the message say more.
		body = problem{oauthgrant.InvalidRequest, known.Message}
		if known.Kind == apperr.Unavailable {
			body.Error = "temporarily_unavailable"
		}
	}
	_ = writeJSON(w, status, body) // fails only if the client has disconnected
}
