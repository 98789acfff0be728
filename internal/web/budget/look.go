package budget

import (
	"holdover/internal/app"
	"holdover/internal/budget"
)

// look is a way to look through the categories: those that it holds for in the month in focus.
type look struct {
	key, name string
	holds     func(app.Cell, app.Standing) bool
}

var looks = []look{
	{"underfunded", "Underfunded", func(_ app.Cell, s app.Standing) bool { return s.UnderFunded > 0 && !s.Snoozed }},
	{"overspent", "Overspent", func(c app.Cell, _ app.Standing) bool { return c.Balance < 0 }},
	{"overfunded", "Overfunded", func(_ app.Cell, s app.Standing) bool { return s.Over > 0 && !s.Snoozed }},
	{"available", "Money available", func(c app.Cell, _ app.Standing) bool { return c.Balance > 0 }},
	{"snoozed", "Snoozed", func(_ app.Cell, s app.Standing) bool { return s.Snoozed }},
}

// lookingAt is the look that is on, nil where all categories are shown.
func (s *screen) lookingAt() *look {
	for i := range looks {
		if looks[i].key == s.view.look {
			return &looks[i]
		}
	}
	return nil
}

func (d *drawing) isLookedAt(c *budget.Category) bool {
	l := d.lookingAt()
	return l == nil || !c.Income && l.holds(d.sheet.Cell(c.No, d.focus()), d.targets[d.focus()-d.view.first].Standing[c.No])
}

func (d *drawing) looks() (links []LookLink, chosen string) {
	is := d.lookingAt()
	for i := range looks {
		l := &looks[i]
		links = append(links, LookLink{Name: l.name, URL: d.Month(d.view.first) + "&look=" + l.key, Chosen: l == is})
	}
	if is != nil {
		chosen = is.name
		links = append(links, LookLink{Name: "All categories", URL: d.Month(d.view.first)})
	}
	return links, chosen
}
