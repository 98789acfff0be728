package store

import (
	"context"
	"crypto/sha256"
	"fmt"

	"holdover/internal/model/auth"
	"holdover/internal/storage/store/cache"
	"holdover/internal/storage/userstore"
)

// PageVersion is the version of a budget's pages for one user: the budget's header and the user's role, read by one
// statement. All of a budget's data on a page depends on the number of the last change, so a page that was rendered
// at that number is still current.
type PageVersion struct {
	header Header
	role   auth.Role
	asked  userstore.AccessRequest
	cache  *cache.Cache
}

// PageVersion returns the current version of the requested budget. It returns the same errors as ViewFor.
func (s *Store) PageVersion(ctx context.Context, asked userstore.AccessRequest) (PageVersion, error) {
	h, role, err := s.HeaderFor(ctx, asked)
	return PageVersion{h, role, asked, s.cache}, err
}

// Role returns the role of the user that made the request.
func (p *PageVersion) Role() auth.Role { return p.role }

// Budget returns the number of the budget.
func (p *PageVersion) Budget() int64 { return p.header.No }

// Text identifies the version: a budget's other versions, and other roles, have another one.
func (p *PageVersion) Text() string {
	return fmt.Sprintf("%d-%d-%s", p.header.Knowledge, p.header.Modified.UnixMilli(), p.role)
}

// cachedPage is a page with the change at which it was rendered. The time of the change detects a restored backup, in
// which change numbers are used again.
type cachedPage struct {
	knowledge, modified int64
	text                []byte
}

// CachedPage returns the page that was cached at this version, or nil. The key identifies everything else that the
// page depends on.
func (p *PageVersion) CachedPage(key string) []byte {
	e, _ := p.cache.Get(p.header.No, p.key(key))
	if page, is := e.Value.(cachedPage); is && page.knowledge == p.header.Knowledge && page.modified == p.header.Modified.UnixMilli() {
		return page.text
	}
	return nil
}

// CachePage caches a page. The page was rendered after the version was read, so it may show a later change. In that
// case no request gets it, because later requests read a different version.
func (p *PageVersion) CachePage(key string, text []byte) {
	p.cache.Put(p.header.No, p.key(key), cache.Entry{Value: cachedPage{p.header.Knowledge, p.header.Modified.UnixMilli(), text}, Bytes: len(text)})
}

func (p *PageVersion) key(key string) [sha256.Size]byte {
	a := &p.asked
	return sha256.Sum256(fmt.Appendf(nil, "%s %d %t %s %s", p.role, a.User, a.Machine, a.Scope, key))
}
