package signin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"holdover/internal/base/apperr"
)

// TestSettings: contradictory and incomplete settings are refused with a sentence; complete ones are accepted.
func TestSettings(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	empty := filepath.Join(t.TempDir(), "empty")
	for path, text := range map[string]string{secret: " the secret\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	provider := "--oidc-issuer=https://auth.example --oidc-client=holdover"
	for _, c := range []struct{ args, public, want string }{
		{"", "", ""},
		{provider, "https://money.example", ""},
		{provider + " --oidc-client-secret-file=" + secret, "https://money.example", ""},
		{"--oidc-issuer=http://localhost:9998 --oidc-client=x", "http://127.0.0.1:8585", ""},
		{provider, "", "needs --public"},
		{"--oidc-issuer=https://auth.example", "https://money.example", "needs --oidc-client"},
		{"--oidc-issuer=http://auth.example --oidc-client=x", "https://money.example", "not valid"},
		{"--oidc-only", "", "--oidc-only needs --oidc-issuer"},
		{"--oidc-create", "", "--oidc-create needs --oidc-issuer"},
		{"--oidc-groups=money", "", "--oidc-groups needs --oidc-issuer"},
		{"--oidc-client-secret=x", "", "needs --oidc-issuer"},
		{provider + " --oidc-client-secret=x --oidc-client-secret-file=" + secret, "https://money.example", "set twice"},
		{provider + " --oidc-client-secret-file=" + empty, "https://money.example", "is empty"},
		{provider + " --oidc-client-secret-file=" + empty + ".no", "https://money.example", "cannot be read"},
		{provider + " --oidc-scopes=profile", "https://money.example", "openid"},
		{"--auth-header=Remote-User --auth-proxy=127.0.0.1,10.0.0.0/8,fd00::/8", "", ""},
		{"--auth-header=Remote-User", "", "needs --auth-proxy"},
		{"--auth-proxy=127.0.0.1", "", "--auth-proxy needs --auth-header"},
		{"--auth-create", "", "--auth-create needs --auth-header"},
		{"--auth-header=Remote-User --auth-proxy=0.0.0.0/0", "", "cannot be"},
		{"--auth-header=Remote-User --auth-proxy=::/0", "", "cannot be"},
		{"--auth-header=Remote-User --auth-proxy=proxy", "", "cannot be"},
		{"--auth-header=cookie --auth-proxy=127.0.0.1", "", "cannot be"},
		{"--auth-header=x-forwarded-for --auth-proxy=127.0.0.1", "", "cannot be"},
		{"--auth-header=Remote_User --auth-proxy=127.0.0.1", "", "cannot be"},
		{"--auth-header=Remote-User --auth-proxy=127.0.0.1 --auth-sign-out=javascript:alert(1)", "", "cannot be"},
		{provider + " --oidc-only --auth-header=Remote-User --auth-proxy=127.0.0.1", "https://money.example", "contradict"},
		{"--access-team=https://team.cloudflareaccess.com --access-audience=tag", "", ""},
		{"--access-team=https://team.cloudflareaccess.com", "", "need each other"},
		{"--access-audience=tag", "", "need each other"},
		{"--access-team=team --access-audience=tag", "", "not valid"},
		{"--access-team=https://team.cloudflareaccess.com --access-audience=tag --auth-header=Remote-User --auth-proxy=127.0.0.1", "", "contradict"},
	} {
		var f Flags
		flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
		f.Add(flags)
		if err := flags.Parse(strings.Fields(c.args)); err != nil {
			t.Fatal(err)
		}
		p, err := f.Provider(c.public)
		if err == nil {
			_, err = f.Proxy()
		}
		switch {
		case c.want == "" && err != nil, c.want != "" && (apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		case err == nil && strings.Contains(c.args, secret) && (p.ClientSecret != "the secret" || p.Name != "auth.example"):
			t.Errorf("%+v", p.Config)
		}
	}
}
