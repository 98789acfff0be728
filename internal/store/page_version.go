package store

import (
	"context"
	"crypto/sha256"
	"fmt"

	"holdover/internal/auth"
	"holdover/internal/peoplestore"
	"holdover/internal/store/memory"
)

// PageVersion is the version of a budget's pages for one user: the budget's header and the user's role, read by one statement.
// Everything a page shows of the budget depends on the number of the last change, so a page that was rendered at that number is
// still current.
type PageVersion struct {
	header Header
	role   auth.Role
	asked  peoplestore.Asked
	pages  *memory.Pages
}

// PageVersion returns the current version of the budget that is asked for. It fails as ViewFor does.
func (s *Store) PageVersion(ctx context.Context, asked peoplestore.Asked) (PageVersion, error) {
	h, role, err := s.HeaderFor(ctx, asked)
	return PageVersion{h, role, asked, s.pages}, err
}

// Role returns the role of the user who asked.
func (p *PageVersion) Role() auth.Role { return p.role }

// CachedPage returns the page that was cached at this version, or nil. The key names everything else that the page depends on.
func (p *PageVersion) CachedPage(key string) []byte { return p.pages.Get(p.key(key), p.change()) }

// CachePage caches a page. The page was rendered after the version was read, so it may show a later change. No request gets it
// then, because the version that later requests read differs.
func (p *PageVersion) CachePage(key string, text []byte) {
	p.pages.Put(p.key(key), p.change(), text)
}

func (p *PageVersion) change() memory.Change {
	return memory.Change{Knowledge: p.header.Knowledge, Modified: p.header.Modified.UnixMilli()}
}

func (p *PageVersion) key(key string) memory.PageKey {
	a := &p.asked
	return sha256.Sum256(fmt.Appendf(nil, "%d %s %d %t %s %s", p.header.No, p.role, a.User, a.Machine, a.Scope, key))
}
