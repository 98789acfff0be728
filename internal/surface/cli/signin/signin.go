// Package signin contains the flags of holdover serve for signing in at an identity provider and through a proxy.
//
// Start with Flags.
package signin

import (
	"net/netip"
	"net/textproto"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"holdover/internal/app/openid"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/proxyauth"
)

// Flags are the flags.
type Flags struct {
	provider   openid.Config
	secretFile string
	flags      *pflag.FlagSet

	header, signOut, team, audience string
	networks                        []string
	create                          bool
}

// Add adds the flags to those of a command.
func (f *Flags) Add(flags *pflag.FlagSet) {
	f.flags = flags
	p := &f.provider
	flags.StringVar(&p.Issuer, "oidc-issuer", "", "the address of an identity provider, such as https://auth.example, at which users sign in by OpenID Connect; needs --public")
	flags.StringVar(&p.ClientID, "oidc-client", "", "the client ID of this Holdover at the provider")
	flags.StringVar(&p.ClientSecret, "oidc-client-secret", "", "the client secret; better given in HOLDOVER_SERVE_OIDC_CLIENT_SECRET or in a file")
	flags.StringVar(&f.secretFile, "oidc-client-secret-file", "", "a file that contains the client secret")
	flags.StringVar(&p.Name, "oidc-name", "", "the name of the provider on the sign-in page; its host without it")
	flags.StringSliceVar(&p.Scopes, "oidc-scopes", []string{"openid", "profile", "email"}, "the scopes to ask for")
	flags.StringSliceVar(&p.Groups, "oidc-groups", nil, "only members of one of these groups at the provider may sign in there")
	flags.StringVar(&p.GroupsClaim, "oidc-groups-claim", "groups", "the claim that contains the groups")
	flags.BoolVar(&p.Create, "oidc-create", false, "create a user for an unknown person whom the provider has signed in")
	flags.BoolVar(&p.LinkEmail, "oidc-link-email", false, "link an unknown person to the user whose name is the person's verified e-mail address")
	flags.BoolVar(&p.Only, "oidc-only", false, "switch passwords off: users sign in only at the provider")
	flags.BoolVar(&p.SignOut, "oidc-sign-out", true, "signing out here also signs out at the provider")
	flags.StringSliceVar(&p.SecondFactor, "oidc-second-factor", nil, "values of the claims amr or acr with which the provider states a second factor, such as mfa; without them Holdover asks for its own")
	flags.StringVar(&f.header, "auth-header", "", "the header in which a proxy sends the name of the user that it has signed in, such as Remote-User; needs --auth-proxy")
	flags.StringSliceVar(&f.networks, "auth-proxy", nil, "the addresses of the proxy, such as 127.0.0.1/32; the header of other addresses is ignored")
	flags.BoolVar(&f.create, "auth-create", false, "create a user for an unknown name that the proxy sends")
	flags.StringVar(&f.signOut, "auth-sign-out", "", "the address that signs out at the proxy")
	flags.StringVar(&f.team, "access-team", "", "the address of a team at Cloudflare Access, such as https://team.cloudflareaccess.com, whose tokens sign users in")
	flags.StringVar(&f.audience, "access-audience", "", "the audience tag of this application at Cloudflare Access")
}

func contradiction(hint, format string, args ...any) error {
	return apperr.New(apperr.Invalid, format, args...).WithHint("%s", hint)
}

// Provider returns the configured provider, or nil. public is the address that people open, or empty.
func (f *Flags) Provider(public string) (*openid.Provider, error) {
	p := f.provider
	if p.Issuer == "" {
		return nil, f.unusedWithout("--oidc-issuer", "oidc-")
	}
	if err := openid.ParseIssuer(p.Issuer); err != nil {
		return nil, err
	}
	if p.ClientID == "" {
		return nil, contradiction("set --oidc-client to the client ID that the provider shows", "--oidc-issuer needs --oidc-client")
	}
	if public == "" {
		return nil, contradiction("add --public with the address that people open, such as https://money.example", "--oidc-issuer needs --public, because the provider sends people back to that address")
	}
	if p.ClientSecret != "" && f.secretFile != "" {
		return nil, contradiction("keep one of the two", "the client secret is set twice, by --oidc-client-secret and by --oidc-client-secret-file")
	}
	if !slices.Contains(p.Scopes, "openid") {
		return nil, contradiction("add openid to it", "--oidc-scopes does not contain openid")
	}
	if f.secretFile != "" {
		text, err := os.ReadFile(f.secretFile)
		if err != nil {
			return nil, apperr.New(apperr.Invalid, "the file %s with the client secret cannot be read", f.secretFile).WithCause(err).WithHint("check --oidc-client-secret-file and the rights of the file")
		}
		if p.ClientSecret = strings.TrimSpace(string(text)); p.ClientSecret == "" {
			return nil, contradiction("write the client secret into it", "the file %s is empty", f.secretFile)
		}
	}
	if p.Name == "" {
		if u, err := url.Parse(p.Issuer); err == nil {
			p.Name = u.Hostname()
		}
	}
	p.Public = public
	return openid.New(p, time.Now), nil
}

// unusedWithout returns an error if a flag with a prefix is set though the one that it belongs to is not.
func (f *Flags) unusedWithout(missing string, prefixes ...string) (err error) {
	f.flags.VisitAll(func(flag *pflag.Flag) {
		for _, prefix := range prefixes {
			if err == nil && flag.Changed && strings.HasPrefix(flag.Name, prefix) && flag.Value.String() != flag.DefValue {
				err = contradiction("add the one or remove the other", "--%s needs %s", flag.Name, missing)
			}
		}
	})
	return err
}

// headersOfOthers are headers that cannot carry a user's name, because requests use them for something else.
var headersOfOthers = []string{
	"Host", "Cookie", "Authorization", "Origin", "Referer", "User-Agent", "Accept", "Connection", "Content-Type", "Content-Length", "Forwarded",
	"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via", openid.AccessHeader,
}

var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)

// Proxy returns the configured proxy, or nil.
func (f *Flags) Proxy() (*proxyauth.Config, error) {
	if (f.team == "") != (f.audience == "") {
		return nil, contradiction("set both: Cloudflare shows them with the application", "--access-team and --access-audience need each other")
	}
	switch {
	case f.header == "" && f.team == "":
		return nil, f.unusedWithout("--auth-header", "auth-")
	case f.header != "" && f.team != "":
		return nil, contradiction("keep one of the two", "--auth-header and --access-team contradict each other")
	case f.header != "" && len(f.networks) == 0:
		return nil, contradiction("set --auth-proxy to the addresses of the proxy, such as 127.0.0.1/32", "--auth-header needs --auth-proxy: without it, anyone could send the header")
	case f.provider.Only:
		return nil, contradiction("remove one of the two", "--oidc-only and signing in through a proxy contradict each other")
	}
	c := &proxyauth.Config{Header: textproto.CanonicalMIMEHeaderKey(f.header), Create: f.create, SignOut: f.signOut}
	if f.header != "" && (!headerName.MatchString(f.header) || slices.Contains(headersOfOthers, c.Header)) {
		return nil, contradiction("use a header that only the proxy sets, such as Remote-User", "--auth-header cannot be %q", f.header)
	}
	for _, text := range f.networks {
		n, err := parseNetwork(text)
		if err != nil {
			return nil, err
		}
		c.Networks = append(c.Networks, n)
	}
	if u, err := url.Parse(f.signOut); err != nil || f.signOut != "" && u.Scheme != "https" && u.Scheme != "http" && !strings.HasPrefix(f.signOut, "/") {
		return nil, contradiction("use an address such as https://auth.example/logout", "--auth-sign-out cannot be %q", f.signOut)
	}
	if f.team == "" {
		return c, nil
	}
	team, err := openid.ParseTeam(f.team)
	if err != nil {
		return nil, err
	}
	c.Header, c.Access = openid.AccessHeader, openid.NewAccess(team, f.audience, time.Now)
	if c.SignOut == "" {
		c.SignOut = "/cdn-cgi/access/logout"
	}
	return c, nil
}

// parseNetwork parses an address or a network. A network of all addresses is refused: then every client is the proxy.
func parseNetwork(text string) (netip.Prefix, error) {
	if ip, err := netip.ParseAddr(text); err == nil && ip.Zone() == "" {
		return netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen()), nil
	}
	n, err := netip.ParsePrefix(text)
	if err != nil || n.Bits() == 0 {
		return netip.Prefix{}, contradiction("use the addresses of the proxy alone, such as 127.0.0.1/32 or 172.18.0.0/16", "--auth-proxy cannot be %q", text)
	}
	return n.Masked(), nil
}
