package api

import (
	"cmp"
	"context"

	"github.com/google/uuid"
)

// User is who a token belongs to.
type User struct {
	User struct {
		ID string `json:"id" format:"uuid"`
	} `json:"user"`
}

// names is the name space of ids that are made: the source's are uuids, where
// ours are numbers.
var names = uuid.MustParse("5b2f8a3e-6a53-4f0b-9d0e-1f6f0d6c2a11")

func (a *api) user(ctx context.Context, _ *struct{}) (out User, err error) {
	who := actorOf(ctx)
	out.User.ID = cmp.Or(who.UserID, uuid.NewSHA1(names, []byte(who.Name)).String())
	return out, nil
}
