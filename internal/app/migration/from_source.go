package migration

import (
	"context"
	"errors"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
)

// SourceChoice is a source and the token for it. Neither printing nor encoding reveals the token.
type SourceChoice struct {
	Address sourceapi.Address
	Token   sourceapi.Token
}

// ParseSource parses an address (empty for YNAB's) and a token from the user. It returns an Invalid error, and
// Unauthorized for text that cannot be a token.
func ParseSource(address, token string) (SourceChoice, error) {
	a, err := sourceapi.ParseAddress(address)
	if err != nil {
		return SourceChoice{}, err
	}
	t, err := sourceapi.ParseToken(token)
	if err != nil {
		return SourceChoice{}, err
	}
	return SourceChoice{Address: a, Token: t}, nil
}

// FetchOptions configures an import from a source.
type FetchOptions struct {
	ImportOptions // without FileName, the report names the source
	// Fetched, if set, is called with the number of bytes received so far.
	Fetched func(bytes int64)
}

// MayNameSource returns an error unless the actor may choose the source's address: only the admin and the command
// line may. Another user could use the server to probe its network. The admin runs the server, or is its only user,
// and could probe anyway. YNAB is open to all: a fixed address leads nowhere else, since the client follows no
// redirect to another host.
func (br *Migration) MayNameSource(ctx context.Context, who users.Actor) error {
	err := br.access.UserService.MayManageUsers(ctx, who)
	if apperr.KindOf(err) == apperr.Forbidden {
		return apperr.New(apperr.Forbidden, "only the owner of this Holdover can import from an address other than YNAB's").
			WithHint("ask the owner, or get the file with holdover export and import it")
	}
	return err
}

// SourcePlans lists the plans that the token can read, latest change first. It returns the errors of the source, and
// NotFound if there is no plan.
func (br *Migration) SourcePlans(ctx context.Context, who users.Actor, from SourceChoice) ([]sourceapi.Plan, error) {
	var plans []sourceapi.Plan
	err := br.withSource(ctx, who, from, nil, func(ctx context.Context, client *sourceapi.Client) (err error) {
		plans, err = client.Plans(ctx)
		return err
	})
	if err == nil && len(plans) == 0 {
		err = apperr.New(apperr.NotFound, "no plan found at %s for this token", from.Address.Name()).
			WithHint("check that the token belongs to the account with the plan")
	}
	return plans, err
}

// ImportFromSource downloads a plan and imports it, like the export tool followed by Import. It returns the errors of
// both.
func (br *Migration) ImportFromSource(ctx context.Context, who users.Actor, from SourceChoice, planID string, opts FetchOptions) (Imported, error) {
	var file sourceapi.Temporary
	err := br.withSource(ctx, who, from, opts.Fetched, func(ctx context.Context, client *sourceapi.Client) (err error) {
		file, err = client.FetchTemporary(ctx, planID)
		return err
	})
	if err != nil {
		br.failedFetches.Add(1)
		return Imported{}, err
	}
	br.fetches.Add(1)
	defer file.Close() //nolint:errcheck // a leftover temporary file does not make the import fail
	if opts.FileName == "" {
		opts.FileName = from.Address.Name()
	}
	return br.Import(ctx, who, file, opts.ImportOptions)
}

// Fetches returns the number of plans downloaded from a source since the start, and of downloads that failed.
func (br *Migration) Fetches() (succeeded, failed int64) {
	return br.fetches.Load(), br.failedFetches.Load()
}

// withSource checks that the actor may import, and calls do with the source's client.
func (br *Migration) withSource(
	ctx context.Context, who users.Actor, from SourceChoice, fetched func(int64), do func(context.Context, *sourceapi.Client) error,
) error {
	if err := who.CanCreateBudget(); err != nil {
		return err
	}
	if from.Address != (sourceapi.Address{}) {
		if err := br.MayNameSource(ctx, who); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	options := sourceapi.Options{Address: from.Address, Token: from.Token, Agent: "holdover", Waiting: func(p sourceapi.Pause) {
		if why := tooLong(p); why != nil {
			stop(why)
		}
	}}
	if fetched != nil {
		options.Progress = func(p sourceapi.Progress) { fetched(p.Bytes) }
	}
	client, err := sourceapi.New(options)
	if err != nil {
		return err
	}
	defer client.Close()
	err = do(ctx, client)
	if f, ok := errors.AsType[*apperr.Error](context.Cause(ctx)); ok && err != nil {
		return f
	}
	return err
}

// longestPause is the maximum delay for a source that asks to wait while a user waits for a page; on a terminal the
// export tool waits for hours.
const longestPause = 20 * time.Second

// tooLong is why a page does not wait, nil for a pause that is short.
func tooLong(p sourceapi.Pause) error {
	if p.For <= longestPause {
		return nil
	}
	kind := apperr.Unavailable
	if p.Busy {
		kind = apperr.TooMany
	}
	return apperr.New(kind, "%s", p.Why).WithHint("try again in %s", users.WaitText(p.For))
}
