package oauth

import (
	"io"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
)

// mostRegistration is the size of a registration in bytes.
const mostRegistration = 16 << 10

// register registers a client from its own metadata (RFC 7591). Assistants use it when a user gives them the address
// of /mcp.
func (s *surface) register(w http.ResponseWriter, r *http.Request) error {
	if _, wait := s.registrations.Take(auth.Network(s.Address(r), 48), time.Now()); wait > 0 {
		err := apperr.New(apperr.TooMany, "too many applications were registered from this network").WithHint("try again later")
		err.Retry = wait
		httpx.RetryAfter(w, err)
		return err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	var want oauthgrant.Registration
	if err := json.Unmarshal(body, &want); err != nil {
		return asCallerError(&oauthgrant.Refusal{Code: oauthgrant.InvalidClientMetadata, Detail: "the body is not a JSON object of client metadata"})
	}
	made, err := s.App.SelfRegisterOAuth(r.Context(), want)
	if err != nil {
		return asCallerError(err)
	}
	return writeJSON(w, http.StatusCreated, made)
}

// resource returns the metadata that contains, for clients of the address for assistants, the authorisation server's
// address.
func (s *surface) resource(w http.ResponseWriter, r *http.Request) error {
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, oauthgrant.ResourceOf(issuer))
}
