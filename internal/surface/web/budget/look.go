package budget

import (
	"net/url"
	"slices"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// look is a filter of categories by their state in the focused month.
type look struct {
	key, name string
	holds     app.CategoryFilter
	shows     *app.OwnView // nil for all
}

// looks returns the filters. Without any target, those about targets are omitted.
func (s *screen) looks(targets bool) []look {
	var all []look
	for _, l := range app.CategoryFilters {
		if targets || l == app.FilterOverspent || l == app.FilterAvailable || string(l) == s.view.look {
			all = append(all, look{key: string(l), name: l.Name(), holds: l})
		}
	}
	for own := range iterutil.Pointers(s.views) {
		all = append(all, look{key: own.ID, name: own.Name, holds: own.Look, shows: own})
	}
	return all
}

// lookingAt returns the active filter, or nil.
func (s *screen) lookingAt() *look {
	all := s.looks(true)
	if at := slices.IndexFunc(all, func(l look) bool { return l.key == s.view.look }); at >= 0 {
		return &all[at]
	}
	return nil
}

// has reports whether a filter includes a category.
func (d *drawing) has(l *look, g *budget.Group, c *budget.Category) bool {
	return !c.Income && (l.shows == nil || l.shows.Has(g, c)) && l.holds.Holds(d.sheet.Cell(c.No, d.focus()), d.targets[d.focus()-d.view.first].Status[c.No])
}

func (d *drawing) isLookedAt(g *budget.Group, c *budget.Category) bool {
	return d.looking == nil || d.has(d.looking, g, c)
}

// links returns links to the filters, each with its present number of categories.
func (d *drawing) links(members map[budget.GroupNo][]*budget.Category) []LookLink {
	links := []LookLink{{Name: "All", URL: d.Month(d.view.first), Chosen: d.looking == nil}}
	for _, l := range d.looks(len(d.targets[d.focus()-d.view.first].Status) > 0) {
		link := LookLink{Name: l.name, URL: lookAt(d.Month(d.view.first), l.key), Chosen: l.key == d.view.look}
		for g := range iterutil.Pointers(d.groups) {
			for _, c := range members[g.No] {
				if d.view.showHidden || !g.Hidden && !c.Hidden {
					link.Count += one(d.has(&l, g, c))
				}
			}
		}
		if l.shows != nil && link.Chosen && d.frame.MayChange() {
			link.About = l.key
		}
		links = append(links, link)
	}
	return links
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// at returns the address of a month with the same filter.
func (s *screen) at(m civil.Month) string { return lookAt(s.Month(m), s.view.look) }

func lookAt(address, look string) string {
	if look == "" {
		return address
	}
	return address + "&look=" + url.QueryEscape(look)
}
