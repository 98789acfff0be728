package oauthgrant

import (
	"slices"
)

// Registration is the metadata that a program sends to register itself (RFC 7591). Other members are ignored.
type Registration struct {
	Name          string   `json:"client_name,omitempty"`
	Redirects     []string `json:"redirect_uris"`
	AuthMethod    string   `json:"token_endpoint_auth_method,omitempty"`
	GrantTypes    []string `json:"grant_types,omitempty"`
	ResponseTypes []string `json:"response_types,omitempty"`
}

// Registered is the response to a registration.
type Registered struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret,omitempty"`
	Issued int64  `json:"client_id_issued_at"`
	Ends   *int64 `json:"client_secret_expires_at,omitempty"` // 0 means never; present if there is a secret
	Registration
}

// The error codes of a registration (RFC 7591, 3.2.2).
const (
	InvalidRedirectURI    = "invalid_redirect_uri"
	InvalidClientMetadata = "invalid_client_metadata"
)

const (
	mostSelfRedirects = 10
	longestRedirect   = 1000
)

// Public reports whether the program requests no secret.
func (r *Registration) Public() bool { return r.AuthMethod == "none" }

// Check completes a registration and refuses an invalid one. The older form without a code cannot be registered this
// way.
func (r *Registration) Check() *Refusal {
	if r.AuthMethod == "" {
		r.AuthMethod = "client_secret_basic"
	}
	if !slices.Contains([]string{"none", "client_secret_basic", "client_secret_post"}, r.AuthMethod) {
		return refuse(InvalidClientMetadata, "token_endpoint_auth_method is none, client_secret_basic or client_secret_post")
	}
	if len(r.GrantTypes) > 0 && !slices.Contains(r.GrantTypes, "authorization_code") {
		return refuse(InvalidClientMetadata, "grant_types have to include authorization_code")
	}
	if len(r.ResponseTypes) > 0 && !slices.Contains(r.ResponseTypes, "code") {
		return refuse(InvalidClientMetadata, "response_types have to include code")
	}
	r.GrantTypes, r.ResponseTypes = []string{"authorization_code", "refresh_token"}, []string{"code"}
	if len(r.Redirects) == 0 || len(r.Redirects) > mostSelfRedirects {
		return refuse(InvalidRedirectURI, "redirect_uris need 1 to 10 addresses")
	}
	for _, address := range r.Redirects {
		if len(address) > longestRedirect {
			return refuse(InvalidRedirectURI, "a redirect address is longer than 1000 characters")
		}
		if err := CheckRedirect(address); err != nil {
			return refuse(InvalidRedirectURI, err.Error())
		}
	}
	return nil
}
