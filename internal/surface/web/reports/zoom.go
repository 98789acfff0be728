package reports

import (
	"cmp"
	"net/http"
	"slices"

	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// Narrowing to a place of a chart, or to dragged months, adds the previous period to the address, so that the user
// can go back.

// outField contains the previous periods, the last one last.
const outField = "out"

// maxOut is the number of previous periods in an address.
const maxOut = 8

// Months contains the links and fields that change the period.
type Months struct {
	From, To             string  // values of the fields
	Earlier, Later, More ui.Link // without an address if not available
	Back                 ui.Link // the period before narrowing
	Drag                 string  // address for months selected on the chart, to which from and to are added
}

func (rd *reading) months() *Months {
	s := rd.query.Span
	m := &Months{From: s.From.String(), To: s.Until.String()}
	n := s.Months()
	m.Earlier = rd.other("Earlier", report.Span{From: s.From.Add(-n), Until: s.Until.Add(-n)})
	m.Later = rd.other("Later", report.Span{From: s.From.Add(n), Until: s.Until.Add(n)})
	half := max(1, n/2)
	wider := report.Span{From: s.From.Add(-half), Until: s.Until.Add(half)}
	if now := rd.Today.Month(); s.Until <= now && wider.Until > now { // a longer range should not include the future
		wider.Until = now
		wider.From = now.Add(1 - n - 2*half)
	}
	m.More = rd.other("More months", wider)
	if out := rd.url[outField]; len(out) > 0 {
		m.Back = ui.Link{Label: report.Time(out[len(out)-1]).Title(), URL: rd.back()}
	}
	m.Drag = rd.closer()
	return m
}

// other returns a link to another period within the supported range.
func (rd *reading) other(label string, s report.Span) ui.Link {
	if s.From.FarOff() || s.Until.FarOff() || s.Months() > reports.MaxMonths {
		return ui.Link{Label: label}
	}
	return ui.Link{Label: label, URL: rd.with("from", s.From.String(), "to", s.Until.String())}
}

// alone returns the address of a place's months only, or "" if they are the whole range.
func (rd *reading) alone(s report.Span) string {
	if s == rd.query.Span {
		return ""
	}
	of := *rd
	of.url = withoutFields(rd.url, ownField)
	of.url[outField] = rd.outer()
	return of.with("from", s.From.String(), "to", s.Until.String())
}

// closer returns the address of alone without the months, which a script adds.
func (rd *reading) closer() string {
	q := withoutFields(rd.url, "from", "to", "time", ownField)
	q[outField] = rd.outer()
	return rd.address(rd.ask.Kind, q)
}

// outer returns the previous periods, including the present one.
func (rd *reading) outer() []string {
	out := append(slices.Clone(rd.url[outField]), string(cmp.Or(rd.ask.Time, report.TwelveMonths)))
	return out[max(0, len(out)-maxOut):]
}

// back returns the address before the last narrowing.
func (rd *reading) back() string {
	out := rd.url[outField]
	q := withoutFields(rd.url, "from", "to", "time", outField)
	if len(out) > 1 {
		q[outField] = out[:len(out)-1]
	}
	ask := reports.Ask{Time: report.Time(out[len(out)-1])}
	if ask.Time == report.TwelveMonths {
		ask.Time = ""
	}
	for field, values := range queryOf(ask) {
		q[field] = values
	}
	return rd.address(rd.ask.Kind, q)
}

// looked parses the previous periods of an address, without invalid ones.
func looked(r *http.Request, this civil.Month) (out []string) {
	for _, t := range r.URL.Query()[outField] {
		if s, err := report.Time(t).On(this, this); err == nil && t != "" && !s.From.FarOff() && !s.Until.FarOff() && len(out) < maxOut {
			out = append(out, t)
		}
	}
	return out
}
