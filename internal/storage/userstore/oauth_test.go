package userstore_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// grants runs fn in one transaction.
func grants(t *testing.T, s *stores, fn func(userstore.Grants) error) {
	t.Helper()
	if err := s.Grants(t.Context(), fn); err != nil {
		t.Error(err)
	}
}

func TestGrantsAreStoredAndDeleted(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		u, err := s.AddUser(ctx, userstore.User{ID: uuid.NewString(), Name: "Anna", Created: start}, false)
		if err != nil {
			t.Fatal(err)
		}
		client := userstore.OAuthClient{
			Client: oauthgrant.Client{ID: "tool", Name: "Tool", Secret: "digest", Redirects: []string{"https://a.example", "https://b.example/?x=y"}, Restricted: true, MostUsers: 3},
			Owner:  u.No, Created: start,
		}
		if err := s.AddOAuthClient(ctx, client); err != nil {
			t.Fatal(err)
		}
		got, err := s.OAuthClient(ctx, "tool")
		if err != nil || got.Name != "Tool" || len(got.Redirects) != 2 || !got.Restricted || got.MostUsers != 3 || got.Secret != "digest" || got.Connected != 0 {
			t.Fatalf("stored client: %+v (error %v)", got, err)
		}
		if _, err := s.OAuthClient(ctx, "other"); apperr.KindOf(err) != apperr.NotFound {
			t.Error(err)
		}
		connection := oauthgrant.Connection{ID: "c1", ClientID: "tool", User: int64(u.No), Scope: auth.ReadOnly, DefaultPlan: "plan"}
		code := oauthgrant.Code{Digest: "code", Connection: connection, Redirect: "https://a.example", Challenge: "ch", Issued: start}
		grants(t, s, func(g userstore.Grants) error { return g.KeepCode(code) })
		issue := oauthgrant.Issue{
			Access:  oauthgrant.Access{Digest: "access", Connection: "c1", Scope: auth.ReadOnly, Expires: start.Add(time.Hour)},
			Refresh: oauthgrant.Refresh{Digest: "refresh", Connection: "c1", Issued: start},
		}
		if n := redeemAtOnce(t, s, code, issue); n != 1 {
			t.Fatalf("%d concurrent clients redeemed the code, want 1", n)
		}
		grants(t, s, func(g userstore.Grants) error {
			stored, found, err := g.Code("code")
			if code.Used = true; !found || err != nil || stored != code {
				t.Errorf("code: %+v, found %t, want %+v (error %v)", stored, found, code, err)
			}
			c, found, err := g.Connection("c1")
			if !found || err != nil || c != connection {
				t.Errorf("connection: %+v, found %t, want %+v (error %v)", c, found, connection, err)
			}
			r, found, err := g.Refresh("refresh")
			if !found || err != nil || r != issue.Refresh {
				t.Errorf("refresh token: %+v, found %t, want %+v (error %v)", r, found, issue.Refresh, err)
			}
			people, among, err := g.Connected("tool", u.No, start)
			if people != 1 || !among || err != nil {
				t.Errorf("%d users are connected, Anna among them: %t; want only Anna (error %v)", people, among, err)
			}
			for kind, digest := range map[auth.SecretKind]auth.Digest{auth.AccessToken: "access", auth.RefreshToken: "refresh"} {
				if id, err := g.ConnectionOf(kind, digest); id != "c1" || err != nil {
					t.Errorf("connection of the %s: %q, want c1 (error %v)", kind, id, err)
				}
			}
			return g.UseRefresh("refresh")
		})
		access, err := s.OAuthAccess(ctx, "access")
		if err != nil || access.Access != issue.Access || access.Grant != connection || access.User.Name != "Anna" || !access.LastUsed.IsZero() {
			t.Fatalf("access: %+v (error %v)", access, err)
		}
		if err := s.UseOAuthConnection(ctx, "c1", start.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		list, err := s.OAuthConnections(ctx, u.No)
		if err != nil || len(list) != 1 || list[0].ClientName != "Tool" || !list[0].LastUsed.Equal(start.Add(time.Minute)) {
			t.Fatalf("connections: %+v, want one that was used (error %v)", list, err)
		}
		if err := s.EndOAuthConnection(ctx, "c1", u.No+1, start); apperr.KindOf(err) != apperr.NotFound {
			t.Error(err)
		}
		grants(t, s, func(g userstore.Grants) error { return g.Revoke("c1", start) })
		if access, err = s.OAuthAccess(ctx, "access"); err != nil || !access.Grant.Revoked {
			t.Errorf("access after it was revoked: %+v (error %v)", access, err)
		}
		checkDeletion(t, s, u)
	})
}

// redeemAtOnce returns how many of eight concurrent clients found the code unused.
func redeemAtOnce(t *testing.T, s *stores, code oauthgrant.Code, issue oauthgrant.Issue) (won int) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for range 8 {
		all.Go(func() {
			mine := false
			err := s.Grants(t.Context(), func(g userstore.Grants) error {
				c, found, err := g.Code(code.Digest)
				if mine = found && err == nil && !c.Used; !mine {
					return err
				}
				if err := g.UseCode(code.Digest); err != nil {
					return err
				}
				if err := g.Connect(c.Connection, start); err != nil {
					return err
				}
				return g.KeepIssue(issue, start)
			})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			} else if mine {
				won++
			}
		})
	}
	all.Wait()
	return won
}

// checkDeletion checks that expired rows are deleted, and that deleting the client deletes everything.
func checkDeletion(t *testing.T, s *stores, u userstore.User) {
	later := start.Add(2 * oauthgrant.RefreshLife)
	fresh := oauthgrant.Connection{ID: "c2", ClientID: "tool", User: int64(u.No), Scope: auth.Full}
	grants(t, s, func(g userstore.Grants) error {
		if err := g.KeepCode(oauthgrant.Code{Digest: "code2", Connection: fresh, Redirect: "r", Issued: later}); err != nil {
			return err
		}
		if err := g.Connect(fresh, later); err != nil {
			return err
		}
		return g.KeepIssue(oauthgrant.Issue{Access: oauthgrant.Access{Digest: "access2", Connection: "c2", Scope: auth.Full, Expires: later.Add(time.Hour)}}, later)
	})
	grants(t, s, func(g userstore.Grants) error {
		_, code, err1 := g.Code("code")
		_, refresh, err2 := g.Refresh("refresh")
		access, err3 := g.ConnectionOf(auth.AccessToken, "access")
		if code || refresh || access != "" || err1 != nil || err2 != nil || err3 != nil {
			t.Errorf("expired rows: code %t, refresh token %t, access %q; want none (errors %v, %v, %v)", code, refresh, access, err1, err2, err3)
		}
		return nil
	})
	if err := s.RemoveOAuthClient(t.Context(), "tool", func(userstore.OAuthClient) error { return apperr.New(apperr.NotFound, "not theirs") }); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
	if err := s.RemoveOAuthClient(t.Context(), "tool", func(userstore.OAuthClient) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.OAuthAccess(t.Context(), "access2"); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("token of a deleted client: error %v, want not found", err)
	}
}
