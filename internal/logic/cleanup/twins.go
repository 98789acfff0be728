package cleanup

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

const (
	reasonTwin     = "the file has this name twice, and the import added a suffix to this one"
	reasonAlike    = "the names differ only in a suffix, spaces, capitals or accents"
	reasonLeftover = "it is hidden and was never budgeted or spent from"
	reasonHistory  = "it is hidden and empty, but has a history"
)

// Twins proposes how to handle duplicates: groups and categories renamed by the import are merged; others with
// similar names are listed but not merged unless the user chooses it; hidden empty categories are deleted. Merging
// can let the money of one cover the overspending of the other, as the months show.
func Twins(in *Input, choices Choices) *Proposal {
	w := begin(Duplicates, in, &choices)
	t := &twins{work: w, use: w.usage(), renamed: map[budget.CategoryNo]string{}, groupInto: map[budget.GroupNo]budget.GroupNo{}}
	for _, r := range in.Renamed {
		if r.Category != 0 {
			t.renamed[r.Category] = r.From
		}
	}
	t.groups()
	for _, cluster := range t.clusters() {
		t.cluster(cluster)
	}
	t.moveRest()
	t.leftovers()
	return w.done()
}

type twins struct {
	*work
	use       map[budget.CategoryNo]*usage
	renamed   map[budget.CategoryNo]string // the original name
	groupInto map[budget.GroupNo]budget.GroupNo
	merged    []budget.CategoryNo
}

// groups finds the groups that the import renamed.
func (t *twins) groups() {
	for _, r := range t.in.Renamed {
		g := t.group(r.Group)
		if g == nil || !hasSuffixOf(g.Name, r.From) {
			continue
		}
		i := slices.IndexFunc(t.in.Budget.Groups, func(x budget.Group) bool {
			return x.No != g.No && x.Income == g.Income && budget.NameKey(x.Name) == budget.NameKey(r.From)
		})
		if i < 0 {
			continue
		}
		into := &t.in.Budget.Groups[i]
		item := Item{ID: "group:" + number(g.No), Action: Merge, Reason: reasonTwin, Group: g.No, IntoGroup: into.No, Name: g.Name}
		if name, ok := t.choices.Rename[item.ID]; ok {
			item.Action, item.Name = Rename, name
		}
		switch done := t.propose(item); {
		case !done:
		case item.Action == Rename:
			renamed := *g
			renamed.Name = item.Name
			t.proposal.Changes.PutGroups = append(t.proposal.Changes.PutGroups, renamed)
		default:
			t.groupInto[g.No] = into.No
			t.proposal.Changes.RemoveGroups = append(t.proposal.Changes.RemoveGroups, g.No)
		}
	}
}

func (t *twins) group(no budget.GroupNo) *budget.Group {
	return iterutil.First(t.in.Budget.Groups, func(g budget.Group) bool { return g.No == no })
}

// groupOf returns a category's group after the groups are merged.
func (t *twins) groupOf(c *budget.Category) budget.GroupNo {
	at := c.Group
	for range t.in.Budget.Groups { // a twin of a twin
		into, ok := t.groupInto[at]
		if !ok {
			break
		}
		at = into
	}
	return at
}

// nameOf returns a category's original name, unless a user has renamed it since.
func (t *twins) nameOf(c *budget.Category) string {
	if from, ok := t.renamed[c.No]; ok && hasSuffixOf(c.Name, from) {
		return from
	}
	return c.Name
}

// clusters returns the categories of a group with similar names, at least two each, in display order: the one to keep
// is first.
func (t *twins) clusters() [][]*budget.Category {
	type place struct {
		group budget.GroupNo
		key   string
	}
	at := map[place]int{}
	var all [][]*budget.Category
	for c := range iterutil.Pointers(t.in.Budget.Categories) {
		p := place{t.groupOf(c), alikeKey(t.nameOf(c))}
		if _, ok := at[p]; !ok {
			at[p] = len(all)
			all = append(all, nil)
		}
		all[at[p]] = append(all[at[p]], c)
	}
	all = slices.DeleteFunc(all, func(c []*budget.Category) bool { return len(c) < 2 })
	for _, c := range all {
		slices.SortStableFunc(c, func(a, b *budget.Category) int {
			return cmp.Or(t.rank(a)-t.rank(b), cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.No, b.No))
		})
	}
	return all
}

// rank returns the sort key that puts categories with their original name and group, and visible ones, first.
func (t *twins) rank(c *budget.Category) int {
	rank := 0
	if t.nameOf(c) != c.Name || suffixed.MatchString(c.Name) {
		rank += 4
	}
	if t.groupOf(c) != c.Group {
		rank += 2
	}
	if c.Hidden {
		rank++
	}
	return rank
}

func (t *twins) cluster(cluster []*budget.Category) {
	stays := cluster[0]
	for _, c := range cluster[1:] {
		if c.Income != stays.Income {
			continue
		}
		item := t.describe(c)
		item.ID, item.Action, item.Reason, item.Into = "category:"+number(c.No), Merge, reasonTwin, stays.No
		if budget.NameKey(t.nameOf(c)) != budget.NameKey(t.nameOf(stays)) {
			item.Reason, item.Left = reasonAlike, !t.choices.Take[item.ID]
		}
		if name, ok := t.choices.Rename[item.ID]; ok {
			item.Action, item.Name, item.Left = Rename, name, false
		}
		switch done := t.propose(item); {
		case !done:
		case item.Action == Rename:
			t.put(c, item.Name)
		default:
			t.merge(c, stays)
		}
	}
}

func (t *twins) describe(c *budget.Category) Item {
	use := t.use[c.No]
	item := Item{Category: c.No, Name: c.Name, Lines: use.Lines, Month: use.Months.First, Until: use.Months.Last}
	if row := t.balance[c.No]; len(row) > 0 {
		item.Balance = row[len(row)-1]
	}
	return item
}

// leftovers finds hidden categories without money.
func (t *twins) leftovers() {
	for c := range iterutil.Pointers(t.in.Budget.Categories) {
		g := t.group(c.Group)
		hidden := c.Hidden || (g != nil && g.Hidden)
		item := t.describe(c)
		if !hidden || c.Income || item.Balance != 0 || slices.Contains(t.merged, c.No) {
			continue
		}
		item.ID, item.Action, item.Reason = "leftover:"+number(c.No), Remove, reasonLeftover
		if !t.use[c.No].nothing() || c.Note != "" {
			item.Action, item.Reason = Nothing, reasonHistory
		}
		if t.propose(item) {
			t.proposal.Changes.RemoveCategories = append(t.proposal.Changes.RemoveCategories, c.No)
		}
	}
}

// suffixed matches a name with a suffix as added by the import.
var suffixed = regexp.MustCompile(`^(.*\S)-[0-9]{1,3}$`)

// hasSuffixOf reports whether a name is another one with a suffix added by the import.
func hasSuffixOf(name, of string) bool {
	base := suffixed.FindStringSubmatch(name)
	return base != nil && base[1] == strings.TrimSpace(of)
}

func number[N ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }

// alikeKey returns the key for finding similar names: NameKey without accents, spaces, punctuation and a suffix like
// the import's.
func alikeKey(name string) string {
	name = suffixed.ReplaceAllString(strings.TrimSpace(name), "$1")
	var b strings.Builder
	for _, r := range norm.NFKD.String(budget.NameKey(name)) {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return budget.NameKey(name)
	}
	return b.String()
}
