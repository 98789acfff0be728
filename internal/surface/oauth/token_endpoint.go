package oauth

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/surface/httpx"
)

// form reads a program's parameters and its credentials from the header. The
// parameters may be in the body or in the address, as YNAB's documentation shows
// it; Holdover's log has no queries (docs/decisions/0070). One that is in both is
// given twice, which the rules refuse.
func form(r *http.Request) (url.Values, oauthgrant.Basic, error) {
	values := r.URL.Query()
	if err := httpx.RequireText(values); err != nil {
		return nil, oauthgrant.Basic{}, err
	}
	for name, given := range r.PostForm {
		values[name] = append(values[name], given...)
	}
	id, secret, given := r.BasicAuth()
	basic := oauthgrant.Basic{Given: given}
	var errID, errSecret error
	basic.ID, errID = url.QueryUnescape(id) // RFC 6749, 2.3.1
	basic.Secret, errSecret = url.QueryUnescape(secret)
	if errID != nil || errSecret != nil {
		return nil, oauthgrant.Basic{}, &oauthgrant.Refusal{Code: oauthgrant.InvalidRequest, Detail: "the credentials in the header are not encoded"}
	}
	return values, basic, nil
}

// refused returns err for the log of the program's requests. A refusal is an error of the caller, not of Holdover.
func refused(err error) error {
	refusal, ok := errors.AsType[*oauthgrant.Refusal](err)
	if !ok {
		return err
	}
	kind := apperr.Invalid
	if refusal.Code == oauthgrant.InvalidClient {
		kind = apperr.Unauthorized
	}
	return apperr.New(kind, "the call was refused").WithCause(refusal)
}

func (s *surface) token(w http.ResponseWriter, r *http.Request) error {
	values, basic, err := form(r)
	if err != nil {
		return refused(err)
	}
	if values.Has("resource") {
		issuer, err := s.Issuer(r)
		if err != nil {
			return err
		}
		if refusal := oauthgrant.CheckResource(values, issuer); refusal != nil {
			return refused(refusal)
		}
	}
	answer, err := s.App.OAuthToken(r.Context(), values, basic)
	if err != nil {
		return refused(err)
	}
	return writeJSON(w, http.StatusOK, answer)
}

func (s *surface) revoke(w http.ResponseWriter, r *http.Request) error {
	values, basic, err := form(r)
	if err != nil {
		return refused(err)
	}
	if err := s.App.RevokeOAuth(r.Context(), values, basic); err != nil {
		return refused(err)
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

func writeJSON(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(body)
}

// problem is an error of the protocol (RFC 6749, 5.2).
type problem struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

func writeProblem(w http.ResponseWriter, _ *http.Request, err error) {
	status, body := httpx.StatusOf(err), problem{"server_error", "the call could not be answered"}
	if refusal, ok := errors.AsType[*oauthgrant.Refusal](err); ok {
		status, body = http.StatusBadRequest, problem{refusal.Code, refusal.Detail}
		if refusal.Code == oauthgrant.InvalidClient {
			status = http.StatusUnauthorized
			w.Header().Set("WWW-Authenticate", `Basic realm="Holdover"`)
		}
	} else if f, ok := errors.AsType[*apperr.Error](err); ok {
		body = problem{oauthgrant.InvalidRequest, f.Message}
		if f.Kind == apperr.Unavailable {
			body.Error = "temporarily_unavailable"
		}
	}
	_ = writeJSON(w, status, body) // the client has disconnected
}
