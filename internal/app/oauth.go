package app

import (
	"context"
	"errors"
	"net/url"

	"holdover/internal/auth"
	"holdover/internal/auth/grant"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// AskOAuth is what a program wants from a person, checked. A *fault.Error is
// for a page of ours, a *grant.Refusal goes back to the program.
func (a *App) AskOAuth(ctx context.Context, q url.Values) (grant.Ask, error) {
	id, err := grant.ClientID(q)
	if err != nil {
		return grant.Ask{}, err
	}
	c, err := a.store.OAuthClient(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return grant.Ask{}, grant.UnknownClient()
	}
	if err != nil {
		return grant.Ask{}, err
	}
	return grant.ReadAsk(c.Client, q)
}

// person refuses everybody but a user who is signed in: a program cannot let in
// another, and whoever is at the machine is nobody in particular.
func (who Actor) person() error {
	if err := who.known(); err != nil {
		return err
	}
	if who.machine || who.Scope != auth.Full {
		return fault.New(fault.Forbidden, "only a user who is signed in can do this")
	}
	return nil
}

// OAuthConsent is what a person chose on the consent page.
type OAuthConsent struct {
	Scope       auth.Scope
	DefaultPlan string // a budget's id, or empty
	Issuer      string // this Holdover's address
}

// AllowOAuth lets a program in as the actor; the address is where the browser
// goes. A *grant.Refusal goes back to the program.
func (a *App) AllowOAuth(ctx context.Context, who Actor, ask grant.Ask, c OAuthConsent) (address string, err error) {
	if err := who.person(); err != nil {
		return "", err
	}
	plans, err := a.Budgets(ctx, who)
	if err != nil {
		return "", err
	}
	consent := grant.Consent{User: who.User, Scope: c.Scope, DefaultPlan: c.DefaultPlan}
	for _, p := range plans {
		consent.Plans = append(consent.Plans, p.ID)
	}
	err = a.store.Grants(ctx, func(g store.Grants) error {
		people, among, err := g.Connected(ask.Client.ID, store.UserNo(who.User))
		if err != nil {
			return err
		}
		if refusal := ask.Client.Admit(ask, people, among); refusal != nil {
			return refusal
		}
		address, err = a.allow(g, ask, consent, c.Issuer)
		return err
	})
	return address, err
}

func (a *App) allow(g store.Grants, ask grant.Ask, consent grant.Consent, issuer string) (string, error) {
	now := a.now()
	if !ask.Implicit {
		secret, code, err := ask.AllowCode(newID(), consent, now)
		if err == nil {
			err = g.KeepCode(code)
		}
		return ask.CodeRedirect(issuer, secret), err
	}
	connection, issue, err := ask.AllowToken(newID(), consent, now)
	if err == nil {
		err = g.Connect(connection, now)
	}
	if err == nil {
		err = g.KeepIssue(issue, now)
	}
	return ask.TokenRedirect(issuer, issue), err
}

// OAuthToken answers a program's call of the token address. The error is a
// *grant.Refusal where the call is at fault.
func (a *App) OAuthToken(ctx context.Context, form url.Values, basic grant.Basic) (grant.Answer, error) {
	call, refusal := grant.ReadCall(form, basic)
	if refusal != nil {
		return grant.Answer{}, refusal
	}
	var issue grant.Issue
	err := a.store.Grants(ctx, func(g store.Grants) error {
		client, known, err := g.Client(call.ClientID)
		if err != nil {
			return err
		}
		if refusal = grant.Authenticate(client, known, call.ClientID, call.Secret); refusal != nil {
			return nil
		}
		if call.GrantType == "refresh_token" {
			issue, refusal, err = a.renew(g, call)
		} else {
			issue, refusal, err = a.redeem(g, call)
		}
		if err == nil && refusal != nil && refusal.Revoke != "" {
			err = g.Revoke(refusal.Revoke, a.now())
		}
		return err
	})
	if err != nil {
		return grant.Answer{}, err
	}
	if refusal != nil {
		return grant.Answer{}, refusal
	}
	return issue.Answer(), nil
}

func (a *App) redeem(g store.Grants, call grant.Call) (grant.Issue, *grant.Refusal, error) {
	code, found, err := g.Code(call.Code.Digest())
	if err != nil {
		return grant.Issue{}, nil, err
	}
	now := a.now()
	issue, refusal := call.Redeem(code, found, now)
	if refusal != nil {
		return grant.Issue{}, refusal, nil
	}
	return issue, nil, errors.Join(g.UseCode(code.Digest), g.Connect(code.Connection, now), g.KeepIssue(issue, now))
}

func (a *App) renew(g store.Grants, call grant.Call) (grant.Issue, *grant.Refusal, error) {
	old, found, err := g.Refresh(call.Refresh.Digest())
	if err != nil {
		return grant.Issue{}, nil, err
	}
	connection, known, err := g.Connection(old.Connection)
	if err != nil {
		return grant.Issue{}, nil, err
	}
	now := a.now()
	issue, refusal := call.Renew(old, connection, found && known, now)
	if refusal != nil {
		return grant.Issue{}, refusal, nil
	}
	return issue, nil, errors.Join(g.UseRefresh(old.Digest), g.KeepIssue(issue, now))
}

// RevokeOAuth answers a program's call of the revoke address. A token that is
// not the program's, or not known, is no error (RFC 7009).
func (a *App) RevokeOAuth(ctx context.Context, form url.Values, basic grant.Basic) error {
	rev, refusal := grant.ReadRevocation(form, basic)
	if refusal != nil {
		return refusal
	}
	err := a.store.Grants(ctx, func(g store.Grants) error {
		client, known, err := g.Client(rev.ClientID)
		if err != nil {
			return err
		}
		if refusal = grant.Authenticate(client, known, rev.ClientID, rev.Secret); refusal != nil || rev.Kind == "" {
			return nil
		}
		id, err := g.ConnectionOf(rev.Kind, rev.Token.Digest())
		if err != nil {
			return err
		}
		connection, found, err := g.Connection(id)
		if err == nil && rev.Ends(connection, found) {
			err = g.Revoke(id, a.now())
		}
		return err
	})
	if err == nil && refusal != nil {
		return refusal
	}
	return err
}

// ActorOfBearer is whose token a program sent with a call of the API: a
// personal one, or one that a person let it have. Fault: Unauthorized.
func (a *App) ActorOfBearer(ctx context.Context, text string) (Actor, error) {
	if auth.KindOfSecret(text) == auth.AccessToken {
		return a.actorOfAccess(ctx, text)
	}
	return a.ActorOfToken(ctx, text)
}

func (a *App) actorOfAccess(ctx context.Context, text string) (Actor, error) {
	secret, err := auth.ParseSecret(auth.AccessToken, text)
	if err != nil {
		return Actor{}, err
	}
	access, err := a.store.OAuthAccess(ctx, secret.Digest())
	now := a.now()
	switch {
	case fault.KindOf(err) == fault.NotFound, err == nil && !access.Lives(access.For, now):
		return Actor{}, fault.New(fault.Unauthorized, "the access has expired or was taken back").
			WithHint("the application gets a new one with its refresh token, or asks again")
	case err != nil:
		return Actor{}, err
	}
	if now.Sub(access.LastUsed) >= tokenSeenEvery {
		if err := a.store.UseOAuthConnection(ctx, access.For.ID, now); err != nil {
			a.log.WarnContext(ctx, "the use of a connection could not be noted", "error", err)
		}
	}
	who := actorOf(access.User, access.Scope)
	who.Default = access.For.DefaultPlan
	return who, nil
}
