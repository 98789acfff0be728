package users

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// Actor is the origin of a request, with the scope of its rights. The zero value is an unauthenticated actor.
type Actor struct {
	User    int64  // the user's number, 0 for the command line
	UserID  string // the user's id for programs, a UUID
	Name    string // shown in the history
	Scope   auth.Scope
	Default string // the budget's id for "default" of an OAuth application, empty for none
	Token   string // the name of the token or application that was used, empty for a request of a page
	Machine bool
	ByProxy bool        // a trusted proxy verifies the user of each request
	Session auth.Digest // of the browser's session; behind a trusted proxy it may be that of another user
}

// Machine returns the actor of the command line on the machine with the data. It has all rights, since any user that
// can read the database has access to everything.
func Machine() Actor {
	return Actor{Name: "the command line", Scope: auth.Full, Machine: true}
}

// System returns the actor of changes that the program makes by itself. It has all rights.
func System() Actor { return Actor{Name: "Holdover", Scope: auth.Full, Machine: true} }

func actorOf(u userstore.User, scope auth.Scope) Actor {
	return Actor{User: int64(u.No), UserID: u.ID, Name: u.Name, Scope: scope}
}

// IsAnonymous reports whether the actor is neither a user nor the command line.
func (who Actor) IsAnonymous() bool { return who.User == 0 && !who.Machine }

// RequireSignedIn returns an error for an unauthenticated actor.
func (who Actor) RequireSignedIn() error {
	if who.IsAnonymous() {
		return apperr.New(apperr.Unauthorized, "you are not signed in").WithHint("sign in first")
	}
	return nil
}

// CanCreateBudget returns an error if the actor may not create a budget. Errors: Unauthorized for an unauthenticated actor,
// Forbidden for a read-only token.
func (who Actor) CanCreateBudget() error {
	if err := who.RequireSignedIn(); err != nil {
		return err
	}
	return auth.Allowed(auth.Owner, who.Scope, auth.Manage)
}

const journalPrefix = "user:"

// journalToken separates an actor and the name of the token that it used.
const journalToken = " with "

// JournalName returns the actor's name in the journal: a user's number, which does not change with the name, and the
// name of the token.
func (who Actor) JournalName() string {
	name := who.Name
	if who.User != 0 {
		name = journalPrefix + strconv.FormatInt(who.User, 10)
	}
	if who.Token != "" {
		name += journalToken + who.Token
	}
	return name
}

// JournalPerson returns how the journal names the actor, and the beginning of how it
// names their tokens.
func (who Actor) JournalPerson() (person, tokens string) {
	who.Token = ""
	return who.JournalName(), who.JournalName() + journalToken
}

// journalUsers returns the users among actors of the journal, by the name that the journal has for them.
func (p *Service) journalUsers(ctx context.Context, actors []string) (map[string]userstore.User, error) {
	var numbers []userstore.UserNo
	for _, actor := range actors {
		person, _, _ := strings.Cut(actor, journalToken)
		if text, is := strings.CutPrefix(person, journalPrefix); is {
			if no, err := strconv.ParseInt(text, 10, 64); err == nil && !slices.Contains(numbers, userstore.UserNo(no)) {
				numbers = append(numbers, userstore.UserNo(no))
			}
		}
	}
	users, err := p.store.UsersOf(ctx, numbers)
	if err != nil {
		return nil, err
	}
	return iterutil.ByKey(users, func(u userstore.User) string { return actorOf(u, auth.Full).JournalName() }), nil
}

// JournalUserIDs returns the ids for programs of the users among actors of the journal, by actor.
func (p *Service) JournalUserIDs(ctx context.Context, actors []string) (map[string]string, error) {
	users, err := p.journalUsers(ctx, actors)
	ids := map[string]string{}
	for _, actor := range actors {
		person, _, _ := strings.Cut(actor, journalToken)
		if u, known := users[person]; known {
			ids[actor] = u.ID
		}
	}
	return ids, err
}

// JournalNames returns a function that translates actors of the journal to the names of users. It covers the given
// actors.
func (p *Service) JournalNames(ctx context.Context, actors []string) (func(string) string, error) {
	users, err := p.journalUsers(ctx, actors)
	if err != nil {
		return nil, err
	}
	return func(actor string) string {
		person, token, tokened := strings.Cut(actor, journalToken)
		user, ok := users[person]
		name := user.Name
		switch {
		case ok:
		case strings.HasPrefix(person, journalPrefix):
			name = "a user who was removed"
		default:
			return actor
		}
		if tokened {
			name += journalToken + token
		}
		return name
	}, nil
}

// Request returns the request of the actor for a budget. The store checks the right in the transaction that reads or
// changes the budget. A program may name a budget by its id at the source. A page's address names one budget only:
// when a share of that budget ends, the address must not show the user's own import of the same plan instead. Error:
// Unauthorized for an unauthenticated actor.
func (who Actor) Request(id string, right auth.Right) (userstore.AccessRequest, error) {
	atPage := !who.Machine && who.Token == ""
	return userstore.AccessRequest{ID: id, ByID: atPage, User: userstore.UserNo(who.User), Machine: who.Machine, Scope: who.Scope, Right: right}, who.RequireSignedIn()
}

// may returns the number of the budget with an id, if the actor has a right to it. Errors: Unauthorized, NotFound for
// a budget of others, Forbidden.
func (p *Service) may(ctx context.Context, who Actor, id string, right auth.Right) (no int64, err error) {
	asked, err := who.Request(id, right)
	if err != nil {
		return 0, err
	}
	in, err := p.store.Admit(ctx, asked)
	return in.Budget, err
}

// MayManageUsers returns an error unless the actor is the admin or the command line.
func (p *Service) MayManageUsers(ctx context.Context, who Actor) error {
	return p.RequireOwner(ctx, who, "manage users")
}

// RequireOwner returns an error unless the actor is the admin or the command line. action completes the sentence "only the owner
// can …".
func (p *Service) RequireOwner(ctx context.Context, who Actor, action string) error {
	if err := who.RequireSignedIn(); err != nil || who.Machine {
		return err
	}
	u, err := p.store.User(ctx, userstore.UserNo(who.User))
	if err != nil {
		return err
	}
	if !u.Admin || who.Scope != auth.Full {
		return apperr.New(apperr.Forbidden, "only the owner of this Holdover can %s", action).WithHint("ask the owner")
	}
	return nil
}
