package oauthgrant

import (
	"net/url"
	"strings"
)

// Metadata is the document with the server's addresses for clients (RFC 8414).
type Metadata struct {
	Issuer             string   `json:"issuer"`
	AuthorizeAddress   string   `json:"authorization_endpoint"`
	TokenAddress       string   `json:"token_endpoint"`
	RevokeAddress      string   `json:"revocation_endpoint"`
	RegisterAddress    string   `json:"registration_endpoint"`
	Scopes             []string `json:"scopes_supported"`
	ResponseTypes      []string `json:"response_types_supported"`
	GrantTypes         []string `json:"grant_types_supported"`
	TokenAuthMethods   []string `json:"token_endpoint_auth_methods_supported"`
	ChallengeMethods   []string `json:"code_challenge_methods_supported"`
	IssuerInAnswers    bool     `json:"authorization_response_iss_parameter_supported"`
	ServiceDescription string   `json:"service_documentation"`
	RevokeAuthMethods  []string `json:"revocation_endpoint_auth_methods_supported"`
	ResponseModes      []string `json:"response_modes_supported"`
}

// MetadataOf returns the document for a Holdover at an address without a trailing slash.
func MetadataOf(issuer string) Metadata {
	methods := []string{"client_secret_basic", "client_secret_post", "none"}
	return Metadata{
		Issuer: issuer, AuthorizeAddress: issuer + "/oauth/authorize", TokenAddress: issuer + "/oauth/token",
		RevokeAddress: issuer + "/oauth/revoke", RegisterAddress: issuer + "/oauth/register", Scopes: []string{"full", "read-only"}, ResponseTypes: []string{"code", "token"},
		GrantTypes: []string{"authorization_code", "refresh_token", "implicit"}, TokenAuthMethods: methods, RevokeAuthMethods: methods,
		ChallengeMethods: []string{"S256"}, IssuerInAnswers: true, ServiceDescription: issuer + "/docs/api",
		ResponseModes: []string{"query", "fragment"},
	}
}

// Resource is the document that contains, for clients of the address for assistants, the address of the authorisation
// server (RFC 9728).
type Resource struct {
	Resource             string   `json:"resource"`
	Name                 string   `json:"resource_name"`
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported"`
	BearerMethods        []string `json:"bearer_methods_supported"`
}

// CheckResource refuses a resource (RFC 8707) that is neither the address for assistants nor the API of the Holdover at
// an address.
func CheckResource(v url.Values, issuer string) *Refusal {
	for _, resource := range v["resource"] {
		if at := strings.TrimSuffix(resource, "/"); at != "" && !strings.EqualFold(at, issuer+"/mcp") && !strings.EqualFold(at, issuer+"/v1") {
			return refuse(InvalidTarget, "resource is "+issuer+"/mcp or "+issuer+"/v1")
		}
	}
	return nil
}

// ResourceOf returns the document for a Holdover at an address without a trailing slash.
func ResourceOf(issuer string) Resource {
	return Resource{
		Resource: issuer + "/mcp", Name: "Holdover", AuthorizationServers: []string{issuer},
		Scopes: []string{"full", "read-only"}, BearerMethods: []string{"header"},
	}
}
