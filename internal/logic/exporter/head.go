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
func (e *export) head() (*ynabdoc.Plan, error) {
	first, last := e.span()
	head := &ynabdoc.Plan{
		ID: e.Info.ID, Name: e.Info.Name, LastModifiedOn: timestamp(e.opts.LastModified), FirstMonth: first, LastMonth: last.Add(-1),
	}
	if e.Info.SourceID != "" && !e.opts.OwnID {
		head.ID = e.Info.SourceID
	}
	head.DateFormat.Format = e.Info.DateFormat
	head.CurrencyFormat.Format = e.Info.Currency
	members, err := e.readKept()
	if err != nil {
		return nil, err
	}
	marks, err := e.marks()
	if err != nil {
		return nil, err
	}
	head.SetExtra(append(members, ynabdoc.Raw{Name: ynabdoc.MarksMember, Value: string(marks)}))
	return head, nil
}

// readKept reads the fragment of a plan document that the import stored. It returns the plan's unknown members.
func (e *export) readKept() ([]ynabdoc.Raw, error) {
	kept := cmp.Or(string(e.Info.Extra), "{}")
	piece, err := ynabdoc.DecodeWith(strings.NewReader(`{"plan":`+kept+`}`), ynabdoc.Options{Part: true})
	if err != nil {
		return nil, apperr.New(apperr.Internal, "the stored additional data of %q cannot be read", e.Info.Name).WithCause(err)
	}
	e.kept.groups, e.kept.categories = piece.Plan.CategoryGroups, piece.Plan.Categories
	if own := e.ids.own; own != nil && iterutil.First(e.kept.categories, func(c ynabdoc.Category) bool { return uncategorised(&c) }) == nil {
		e.kept.categories = append(e.kept.categories, ynabdoc.Category{ID: UncategorisedID(&e.Info), GroupID: own.ID, Name: "Uncategorized", Internal: true})
	}
	e.kept.groups = slices.DeleteFunc(e.kept.groups, func(g ynabdoc.CategoryGroup) bool { return !e.keeps(g.ID) })
	e.kept.categories = slices.DeleteFunc(e.kept.categories, func(c ynabdoc.Category) bool { return !e.keeps(c.ID) })
	e.complete()
	return piece.Plan.Extra(), nil
}

// UncategorisedID returns the id of the source's Uncategorized category in a budget's documents, if the import stored
// none; every plan at the source has one. The id is the same in all documents of a budget.
func UncategorisedID(info *budget.Info) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("uncategorised "+info.ID)).String()
}

// complete adds the members that current programs require to the stored records of older files.
func (e *export) complete() {
	names := make(map[string]string, len(e.kept.groups))
	if e.ids.own != nil {
		names[e.ids.own.ID], names[e.ids.own.SourceID] = internalGroup, internalGroup
	}
	for g := range iterutil.Pointers(e.kept.groups) {
		if !g.Has("internal") {
			g.Internal = true // only internal groups are stored
		}
		g.AlwaysWrite("hidden", "internal", "deleted")
		names[g.ID] = g.Name
	}
	for c := range iterutil.Pointers(e.kept.categories) {
		if c.GroupName == "" {
			c.GroupName = names[c.GroupID]
		}
		if !c.Has("internal") {
			c.Internal = uncategorised(c)
		}
		c.AlwaysWrite("category_group_id", "category_group_name", "hidden", "internal", "deleted")
	}
}

// marks returns the data that the source's records cannot express.
func (e *export) marks() ([]byte, error) {
	var m ynabdoc.Marks
	if g := e.ids.own; g != nil {
		m.Income.Group = ynabdoc.MarkedName{ID: g.ID, Name: g.Name}
	}
	for i := range e.Categories {
		if c := &e.Categories[i]; c.Income {
			m.Income.Categories = append(m.Income.Categories, ynabdoc.MarkedName{ID: c.ID, Name: c.Name})
		}
	}
	if len(e.Months) > 0 {
		if r := &e.Months[0]; r.Held == 0 && r.Note == "" && r.AgeOfMoney == nil && r.Extra == nil {
			m.Begun = r.Month
		}
	}
	for i := range e.Months {
		if r := &e.Months[i]; r.Held != 0 {
			m.Held = append(m.Held, ynabdoc.MarkedHold{Month: r.Month, Amount: r.Held})
		}
	}
	for _, r := range e.Rollovers {
		id, _ := e.ids.category(r.Category)
		m.Rollovers = append(m.Rollovers, ynabdoc.MarkedRollover{Category: id, From: r.From, On: r.On})
	}
	m.CardEnvelopes, m.ExpectedIncome = e.Info.CardEnvelopes, e.Info.ExpectedIncome
	for i := range e.Info.CardPayments {
		if c := &e.Info.CardPayments[i]; e.gone[c.SourceID] {
			m.CardPayments = append(m.CardPayments, ynabdoc.MarkedCard{Category: c.SourceID, Gone: true})
		} else if e.keeps(c.SourceID) {
			m.CardPayments = append(m.CardPayments, ynabdoc.MarkedCard{Category: c.SourceID, Account: e.ids.account(c.Account), Gone: c.Gone})
		}
	}
	for i := range e.Groups { // cards as envelopes are imported like the source's
		if e.Groups[i].Cards {
			m.Beside.Groups = append(m.Beside.Groups, e.Groups[i].ID)
		}
	}
	for i := range e.Categories {
		if c := &e.Categories[i]; e.live[c.ID] {
			m.CardPayments = append(m.CardPayments, ynabdoc.MarkedCard{Category: c.ID, Account: e.ids.account(c.Card)})
			m.Beside.Categories = append(m.Beside.Categories, c.ID)
		}
	}
	for i := range e.kept.groups {
		m.Beside.Groups = append(m.Beside.Groups, e.kept.groups[i].ID)
	}
	for i := range e.kept.categories {
		m.Beside.Categories = append(m.Beside.Categories, e.kept.categories[i].ID)
	}
	for i := range e.Scheduled {
		if e.Scheduled[i].AutoEnter {
			m.ByThemselves = append(m.ByThemselves, e.Scheduled[i].ID)
		}
		s := &e.Scheduled[i]
		end := ynabdoc.MarkedEnd{ID: s.ID, Until: s.Until, Weekend: s.Weekend, Pattern: s.Pattern, Interest: s.Interest, Spread: s.Spread, SpreadPercent: s.SpreadPercent}
		if f := schedule.Frequency(s.Frequency); f != f.Nearest() {
			end.Frequency = s.Frequency
		}
		if end != (ynabdoc.MarkedEnd{ID: s.ID}) {
			m.Ends = append(m.Ends, end)
		}
	}
	m.AccountGroups = e.markedAccountGroups()
	m.Loans = e.markedLoans()
	m.Rules = e.markedRules()
	m.Tags = iterutil.Map(e.Tags, func(t budget.Tag) ynabdoc.MarkedTag {
		return ynabdoc.MarkedTag{ID: t.ID, Name: t.Name, Colour: t.Colour, Description: t.Description}
	})
	m.Payees = e.markedPayees()
	return json.Marshal(m)
}

// markedPayees returns the payees with a mark about suggestions.
func (e *export) markedPayees() (marked []ynabdoc.MarkedPayee) {
	for p := range iterutil.Pointers(e.Payees) {
		if one := (ynabdoc.MarkedPayee{ID: p.ID, Hidden: p.Hidden, Favourite: p.Favourite, LearningOff: p.LearningOff}); one != (ynabdoc.MarkedPayee{ID: p.ID}) {
			marked = append(marked, one)
		}
	}
	return marked
}

func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
