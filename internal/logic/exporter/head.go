package exporter

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// kept contains the groups and categories stored by the import for export.
type kept struct {
	groups     []ynabdoc.CategoryGroup
	categories []ynabdoc.Category
}

// head returns the plan's own fields.
func (x *export) head() (*ynabdoc.Plan, error) {
	first, last := x.span()
	head := &ynabdoc.Plan{
		ID: x.Info.ID, Name: x.Info.Name, LastModifiedOn: timestamp(x.opts.LastModified), FirstMonth: first, LastMonth: last.Add(-1),
	}
	if x.Info.SourceID != "" && !x.opts.OwnID {
		head.ID = x.Info.SourceID
	}
	head.DateFormat.Format = x.Info.DateFormat
	head.CurrencyFormat.Format = x.Info.Currency
	members, err := x.readKept()
	if err != nil {
		return nil, err
	}
	marks, err := x.marks()
	if err != nil {
		return nil, err
	}
	head.SetExtra(append(members, ynabdoc.Raw{Name: ynabdoc.MarksMember, Value: string(marks)}))
	return head, nil
}

// readKept reads the fragment of a plan document that the import stored. It returns the plan's unknown members.
func (x *export) readKept() ([]ynabdoc.Raw, error) {
	kept := cmp.Or(string(x.Info.Extra), "{}")
	piece, err := ynabdoc.DecodeWith(strings.NewReader(`{"plan":`+kept+`}`), ynabdoc.Options{Part: true})
	if err != nil {
		return nil, apperr.New(apperr.Internal, "what was kept of %q beside its records cannot be read", x.Info.Name).WithCause(err)
	}
	x.kept.groups, x.kept.categories = piece.Plan.CategoryGroups, piece.Plan.Categories
	if own := x.names.own; own != nil && iterutil.First(x.kept.categories, func(c ynabdoc.Category) bool { return uncategorised(&c) }) == nil {
		x.kept.categories = append(x.kept.categories, ynabdoc.Category{ID: UncategorisedID(&x.Info), GroupID: own.ID, Name: "Uncategorized", Internal: true})
	}
	x.kept.groups = slices.DeleteFunc(x.kept.groups, func(g ynabdoc.CategoryGroup) bool { return !x.keeps(g.ID) })
	x.kept.categories = slices.DeleteFunc(x.kept.categories, func(c ynabdoc.Category) bool { return !x.keeps(c.ID) })
	x.complete()
	return piece.Plan.Extra(), nil
}

// UncategorisedID returns the id of the source's Uncategorized category in a budget's documents, if the import stored
// none; every plan at the source has one. The id is the same in all documents of a budget.
func UncategorisedID(info *budget.Info) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("uncategorised "+info.ID)).String()
}

// complete adds the members that current programs require to the stored records of older files.
func (x *export) complete() {
	names := make(map[string]string, len(x.kept.groups))
	if x.names.own != nil {
		names[x.names.own.ID], names[x.names.own.SourceID] = internalGroup, internalGroup
	}
	for g := range iterutil.Pointers(x.kept.groups) {
		if !g.Has("internal") {
			g.Internal = true // only internal groups are stored
		}
		g.Give("hidden", "internal", "deleted")
		names[g.ID] = g.Name
	}
	for c := range iterutil.Pointers(x.kept.categories) {
		if c.GroupName == "" {
			c.GroupName = names[c.GroupID]
		}
		if !c.Has("internal") {
			c.Internal = uncategorised(c)
		}
		c.Give("category_group_id", "category_group_name", "hidden", "internal", "deleted")
	}
}

// marks returns the data that the source's records cannot express.
func (x *export) marks() ([]byte, error) {
	var m ynabdoc.Marks
	if g := x.names.own; g != nil {
		m.Income.Group = ynabdoc.MarkedName{ID: g.ID, Name: g.Name}
	}
	for i := range x.Categories {
		if c := &x.Categories[i]; c.Income {
			m.Income.Categories = append(m.Income.Categories, ynabdoc.MarkedName{ID: c.ID, Name: c.Name})
		}
	}
	if len(x.Months) > 0 {
		if r := &x.Months[0]; r.Held == 0 && r.Note == "" && r.AgeOfMoney == nil && r.Extra == nil {
			m.Begun = r.Month
		}
	}
	for i := range x.Months {
		if r := &x.Months[i]; r.Held != 0 {
			m.Held = append(m.Held, ynabdoc.MarkedHold{Month: r.Month, Amount: r.Held})
		}
	}
	for _, r := range x.Rollovers {
		id, _ := x.names.category(r.Category)
		m.Rollovers = append(m.Rollovers, ynabdoc.MarkedRollover{Category: id, From: r.From, On: r.On})
	}
	m.CardEnvelopes = x.Info.CardEnvelopes
	for i := range x.Info.CardPayments {
		if c := &x.Info.CardPayments[i]; x.gone[c.SourceID] {
			m.CardPayments = append(m.CardPayments, ynabdoc.MarkedCard{Category: c.SourceID, Gone: true})
		} else if x.keeps(c.SourceID) {
			m.CardPayments = append(m.CardPayments, ynabdoc.MarkedCard{Category: c.SourceID, Account: x.names.account(c.Account), Gone: c.Gone})
		}
	}
	for i := range x.Groups { // cards as envelopes are imported like the source's
		if x.Groups[i].Cards {
			m.Beside.Groups = append(m.Beside.Groups, x.Groups[i].ID)
		}
	}
	for i := range x.Categories {
		if c := &x.Categories[i]; x.live[c.ID] {
			m.CardPayments = append(m.CardPayments, ynabdoc.MarkedCard{Category: c.ID, Account: x.names.account(c.Card)})
			m.Beside.Categories = append(m.Beside.Categories, c.ID)
		}
	}
	for i := range x.kept.groups {
		m.Beside.Groups = append(m.Beside.Groups, x.kept.groups[i].ID)
	}
	for i := range x.kept.categories {
		m.Beside.Categories = append(m.Beside.Categories, x.kept.categories[i].ID)
	}
	for i := range x.Scheduled {
		if x.Scheduled[i].AutoEnter {
			m.ByThemselves = append(m.ByThemselves, x.Scheduled[i].ID)
		}
		s := &x.Scheduled[i]
		end := ynabdoc.MarkedEnd{ID: s.ID, Until: s.Until, Weekend: s.Weekend}
		if f := schedule.Frequency(s.Frequency); f != f.Nearest() {
			end.Frequency = s.Frequency
		}
		if end != (ynabdoc.MarkedEnd{ID: s.ID}) {
			m.Ends = append(m.Ends, end)
		}
	}
	return json.Marshal(m)
}

func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
