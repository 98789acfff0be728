package users

import (
	"context"
	"errors"
	"net/url"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// AskOAuth parses and checks a client's authorisation request. An *apperr.Error is for a page of ours, a *oauthgrant.Refusal
// is sent to the client.
func (p *Service) AskOAuth(ctx context.Context, q url.Values) (oauthgrant.Ask, error) {
	id, err := oauthgrant.ClientID(q)
	if err != nil {
		return oauthgrant.Ask{}, err
	}
	c, err := p.store.OAuthClient(ctx, id)
	if apperr.KindOf(err) == apperr.NotFound {
		return oauthgrant.Ask{}, oauthgrant.UnknownClient()
	}
	if err != nil {
		return oauthgrant.Ask{}, err
	}
	return oauthgrant.ReadAsk(c.Client, q)
}

// person returns an error unless the actor is a signed-in user: a client cannot authorise another, and the command
// line is not a user.
func (who Actor) person() error {
	if err := who.RequireSignedIn(); err != nil {
		return err
	}
	if who.Machine || who.Scope != auth.Full {
		return apperr.New(apperr.Forbidden, "sign in as a user to do this")
	}
	return nil
}

// OAuthConsent contains the choices on the consent page.
type OAuthConsent struct {
	Scope       auth.Scope
	DefaultPlan string // a budget's id, or empty
	Issuer      string // this Holdover's address
}

// AllowOAuth authorises a client for the actor, who must have proved the identity recently, as access outlives the session.
// It returns the redirect address. A *oauthgrant.Refusal is sent to the client.
func (p *Service) AllowOAuth(ctx context.Context, who Actor, ask oauthgrant.Ask, c OAuthConsent) (address string, err error) {
	if err := p.RequireRecent(ctx, who); err != nil {
		return "", err
	}
	plans, err := p.store.BudgetsOf(ctx, userstore.UserNo(who.User))
	if err != nil {
		return "", err
	}
	consent := oauthgrant.Consent{User: who.User, Scope: c.Scope, DefaultPlan: c.DefaultPlan, Plans: plans}
	err = p.store.Grants(ctx, func(g userstore.Grants) error {
		people, among, err := g.Connected(ask.Client.ID, userstore.UserNo(who.User), p.now())
		if err != nil {
			return err
		}
		if refusal := ask.Client.Admit(ask, people, among); refusal != nil {
			return refusal
		}
		address, err = p.allow(g, ask, consent, c.Issuer)
		return err
	})
	return address, err
}

func (p *Service) allow(g userstore.Grants, ask oauthgrant.Ask, consent oauthgrant.Consent, issuer string) (string, error) {
	now := p.now()
	if !ask.Implicit {
		secret, code, err := ask.AllowCode(uuid.NewString(), consent, now)
		if err == nil {
			err = g.KeepCode(code)
		}
		return ask.CodeRedirect(issuer, secret), err
	}
	connection, issue, err := ask.AllowToken(uuid.NewString(), consent, now)
	if err == nil {
		err = g.Connect(connection, now)
	}
	if err == nil {
		err = g.KeepIssue(issue, now)
	}
	return ask.TokenRedirect(issuer, issue), err
}

// OAuthToken answers a client's call of the token address. The error is a *oauthgrant.Refusal for an invalid call.
func (p *Service) OAuthToken(ctx context.Context, form url.Values, basic oauthgrant.Basic) (oauthgrant.Answer, error) {
	call, refusal := oauthgrant.ReadCall(form, basic)
	if refusal != nil {
		return oauthgrant.Answer{}, refusal
	}
	var issue oauthgrant.Issue
	err := p.store.Grants(ctx, func(g userstore.Grants) error {
		client, known, err := g.Client(call.ClientID)
		if err != nil {
			return err
		}
		if refusal = oauthgrant.Authenticate(client, known, call.ClientID, call.Secret); refusal != nil {
			return nil
		}
		if call.GrantType == "refresh_token" {
			issue, refusal, err = p.renew(g, call)
		} else {
			issue, refusal, err = p.redeem(g, call)
		}
		if err == nil && refusal != nil && refusal.Revoke != "" {
			err = g.Revoke(refusal.Revoke, p.now())
		}
		return err
	})
	if err != nil {
		return oauthgrant.Answer{}, err
	}
	if refusal != nil {
		return oauthgrant.Answer{}, refusal
	}
	return issue.Answer(), nil
}

func (p *Service) redeem(g userstore.Grants, call oauthgrant.Call) (oauthgrant.Issue, *oauthgrant.Refusal, error) {
	code, found, err := g.Code(call.Code.Digest())
	if err != nil {
		return oauthgrant.Issue{}, nil, err
	}
	now := p.now()
	issue, refusal := call.Redeem(code, found, now)
	if refusal != nil {
		return oauthgrant.Issue{}, refusal, nil
	}
	return issue, nil, errors.Join(g.UseCode(code.Digest), g.Connect(code.Connection, now), g.KeepIssue(issue, now))
}

func (p *Service) renew(g userstore.Grants, call oauthgrant.Call) (oauthgrant.Issue, *oauthgrant.Refusal, error) {
	old, found, err := g.Refresh(call.Refresh.Digest())
	if err != nil {
		return oauthgrant.Issue{}, nil, err
	}
	connection, known, err := g.Connection(old.Connection)
	if err != nil {
		return oauthgrant.Issue{}, nil, err
	}
	now := p.now()
	issue, refusal := call.Renew(old, connection, found && known, now)
	if refusal != nil {
		return oauthgrant.Issue{}, refusal, nil
	}
	return issue, nil, errors.Join(g.UseRefresh(old.Digest), g.KeepIssue(issue, now))
}

// RevokeOAuth handles a program's call of the revoke address. A token that is unknown, or another program's, is not
// an error (RFC 7009).
func (p *Service) RevokeOAuth(ctx context.Context, form url.Values, basic oauthgrant.Basic) error {
	rev, refusal := oauthgrant.ReadRevocation(form, basic)
	if refusal != nil {
		return refusal
	}
	err := p.store.Grants(ctx, func(g userstore.Grants) error {
		client, known, err := g.Client(rev.ClientID)
		if err != nil {
			return err
		}
		if refusal = oauthgrant.Authenticate(client, known, rev.ClientID, rev.Secret); refusal != nil || rev.Kind == "" {
			return nil
		}
		id, err := g.ConnectionOf(rev.Kind, rev.Token.Digest())
		if err != nil {
			return err
		}
		connection, found, err := g.Connection(id)
		if err == nil && rev.Ends(connection, found) {
			err = g.Revoke(id, p.now())
		}
		return err
	})
	if err == nil && refusal != nil {
		return refusal
	}
	return err
}

// ActorOfBearer returns the user of a token sent with a call of the API: a personal one or one issued by OAuth. It
// returns an Unauthorized error.
func (p *Service) ActorOfBearer(ctx context.Context, text string) (Actor, error) {
	if auth.KindOfSecret(text) == auth.AccessToken {
		return p.actorOfAccess(ctx, text)
	}
	return p.ActorOfToken(ctx, text)
}

func (p *Service) actorOfAccess(ctx context.Context, text string) (Actor, error) {
	secret, err := auth.ParseSecret(auth.AccessToken, text)
	if err != nil {
		return Actor{}, err
	}
	access, err := p.store.OAuthAccess(ctx, secret.Digest())
	now := p.now()
	switch {
	case apperr.KindOf(err) == apperr.NotFound, err == nil && !access.Lives(access.Grant, now):
		return Actor{}, apperr.New(apperr.Unauthorized, "the access has expired or was revoked").
			WithHint("the application gets a new one with its refresh token, or asks again")
	case err != nil:
		return Actor{}, err
	}
	if now.Sub(access.LastUsed) >= tokenSeenEvery {
		if err := p.store.UseOAuthConnection(ctx, access.Grant.ID, now); err != nil {
			p.log.WarnContext(ctx, "the use of a connection could not be noted", "error", err)
		}
	}
	who := actorOf(access.User, access.Scope)
	who.Default, who.Token = access.Grant.DefaultPlan, access.ClientName
	return who, nil
}
