package cli

import (
	"cmp"
	"context"
	"os"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/prompt"
)

// connect finds a token that the source accepts, by listing the plans. A token that the user typed is stored once it
// has worked.
func (x *exporting) connect(ctx context.Context) (*sourceapi.Client, []sourceapi.Plan, error) {
	token, given, err := x.knownToken(ctx)
	if err != nil {
		return nil, nil, err
	}
	if x.address.Open() {
		x.printer().say("The token is sent to %s unencrypted: anyone on the same network can read it.", x.address.Name())
	}
	if !token.IsZero() {
		client, plans, err := x.try(ctx, token)
		if given || apperr.KindOf(err) != apperr.Unauthorized {
			return client, plans, err
		}
		if _, ok := prompt.On(x.env.in, x.env.err); !ok {
			return nil, nil, err
		}
		x.printer().say("The remembered token was not accepted by %s any more.", x.address.Name())
	}
	return x.askToken(ctx)
}

// knownToken returns the token that is available without a prompt; given reports whether it was passed to this run,
// so that no other is tried.
func (x *exporting) knownToken(ctx context.Context) (token sourceapi.Token, given bool, err error) {
	text := x.token
	if text == "-" {
		line, err := x.env.line(ctx)
		if strings.TrimSpace(line) == "" {
			return token, true, usageError{apperr.New(apperr.Invalid, "no token on standard input").WithCause(err)}
		}
		text = line
	}
	if text = cmp.Or(text, os.Getenv(tokenVariable)); text != "" {
		token, err = sourceapi.ParseToken(text)
		return token, true, err
	}
	token, err = x.tokens.Load()
	return token, false, err
}

func (x *exporting) try(ctx context.Context, token sourceapi.Token) (*sourceapi.Client, []sourceapi.Plan, error) {
	client, err := x.client(token)
	if err != nil {
		return nil, nil, err
	}
	plans, err := client.Plans(ctx)
	if err != nil {
		client.Close()
		return nil, nil, err
	}
	return client, plans, nil
}

// askToken prompts the user until a token is accepted.
func (x *exporting) askToken(ctx context.Context) (*sourceapi.Client, []sourceapi.Plan, error) {
	person, ok := prompt.On(x.env.in, x.env.err)
	if !ok {
		return nil, nil, apperr.New(apperr.Unauthorized, "no token for %s", x.address.Name()).
			WithHint("set HOLDOVER_SOURCE_TOKEN, or run holdover export in a terminal. Create a token at %s", x.address.TokenPage())
	}
	for {
		text, err := person.Secret(ctx, "Personal access token for "+x.address.Name(),
			"Create one at "+x.address.TokenPage()+"\nIt is not shown while you paste it.", checkToken)
		if err != nil {
			return nil, nil, err
		}
		token, err := sourceapi.ParseToken(text)
		if err != nil {
			return nil, nil, err
		}
		client, plans, err := x.try(ctx, token)
		if apperr.KindOf(err) == apperr.Unauthorized {
			complain(x.env.err, err)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		x.remember(token)
		return client, plans, nil
	}
}

func checkToken(text string) error {
	_, err := sourceapi.ParseToken(text)
	return err
}

// remember stores the token for the next run. A failure only prints a warning.
func (x *exporting) remember(token sourceapi.Token) {
	where, err := x.tokens.Save(token)
	if err != nil {
		x.printer().say("The token could not be remembered: %v", err)
		return
	}
	x.printer().say("The token is remembered in %s; holdover export --forget removes it.", where)
}
