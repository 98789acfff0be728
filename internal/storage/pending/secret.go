package pending

import (
	"context"
	"time"

	"holdover/internal/base/apperr"
)

// secrets is the kind of a new secret, stored between the response to its form and the page that displays it. The
// page removes it: a reload displays nothing, and there is no form that the browser could send again.
var secrets = Kind{
	Name: "secret", Life: time.Minute, Places: 4,
	Gone: apperr.New(apperr.NotFound, "it has been shown"),
}

// KeepSecret stores a value to display once on a page, and returns the key for the page's address. The key is useless
// without the session's secret.
func (r *Store) KeepSecret(ctx context.Context, of Holder, page string, shown any) (key string, err error) {
	return r.Add(ctx, of, secrets, page, shown, nil)
}

// TakeSecret returns and deletes the value stored by KeepSecret for a page. It leaves shown unchanged if the value
// was already taken or does not exist.
func (r *Store) TakeSecret(ctx context.Context, of Holder, page, key string, shown any) error {
	if key == "" {
		return nil
	}
	err := r.Take(ctx, of, secrets, key, page, shown)
	if apperr.KindOf(err) == apperr.NotFound {
		return nil
	}
	return err
}
