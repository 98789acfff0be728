package bankfile_test

import (
	"net/url"
	"strings"

	"holdover/internal/testing/browsertest/walk"
)

// choose submits the preview's form with changes.
func choose(b *walk.Plain, change func(url.Values)) int {
	b.Helper()
	at, _, _ := strings.Cut(b.At, "?")
	values := b.FormValues(at, "")
	change(values)
	return b.Read(b.HTTP.PostForm(b.Env.Server.URL+at, values))
}
