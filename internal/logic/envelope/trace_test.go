package envelope_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// The peer's traces: every month after each of 30 operations, in cents.
type trace struct {
	Steps []traceStep `json:"steps"`
}

type traceStep struct {
	Op   string `json:"op"`
	Args struct {
		Month    string          `json:"month"`
		Amount   money.Milli     `json:"amount"`
		Category json.RawMessage `json:"category"`
		Flag     bool            `json:"flag"`
		Group    string          `json:"group"`
		Transfer *[2]string      `json:"transfer"`
	} `json:"args"`
	Result any          `json:"result"`
	Error  string       `json:"error"`
	Months []traceMonth `json:"months"`
}

type traceMonth struct {
	Month              string          `json:"month"`
	ToBudget           money.Milli     `json:"toBudget"`
	IncomeAvailable    money.Milli     `json:"incomeAvailable"`
	LastMonthOverspent money.Milli     `json:"lastMonthOverspent"`
	ForNextMonth       money.Milli     `json:"forNextMonth"`
	TotalBudgeted      money.Milli     `json:"totalBudgeted"`
	FromLastMonth      money.Milli     `json:"fromLastMonth"`
	TotalIncome        money.Milli     `json:"totalIncome"`
	TotalSpent         money.Milli     `json:"totalSpent"`
	TotalBalance       money.Milli     `json:"totalBalance"`
	Categories         []traceCategory `json:"categories"`
}

type traceCategory struct {
	Group     string       `json:"group"`
	Name      string       `json:"name"`
	Budgeted  *money.Milli `json:"budgeted"` // income categories have none
	Spent     money.Milli  `json:"spent"`
	Balance   money.Milli  `json:"balance"`
	Carryover bool         `json:"carryover"`
}

// The peer's two known bugs.
const (
	bugItself  = "a category can be deleted into itself, and its history is gone"
	bugRevives = "deleting a group with a receiver revives the spending of categories deleted from it earlier"
)

func TestTracesOfRecordedBudgets(t *testing.T) {
	for _, name := range []string{"cash", "cards"} {
		t.Run(name, func(t *testing.T) {
			w, names := readPlan(t, testkit.Oracle(t, "traces/"+name+".json"))
			var peer trace
			if err := json.Unmarshal(testkit.Oracle(t, "traces/"+name+".trace.json"), &peer); err != nil {
				t.Fatal(err)
			}
			asCame, _ := readPlan(t, testkit.Oracle(t, "traces/"+name+".json"))
			f := follower{world: w, names: names, asCame: asCame, gone: map[budget.CategoryNo]budget.GroupNo{}, bugs: map[string]bool{}}
			for i, step := range peer.Steps {
				t.Run(fmt.Sprintf("%02d %s", i, step.Op), func(t *testing.T) {
					f.follow(t, &step)
					f.compare(t, &step)
					f.conserved(t)
				})
			}
			if !f.bugs[bugItself] || !f.bugs[bugRevives] {
				t.Errorf("the peer's known bugs did not occur: %v", f.bugs)
			}
		})
	}
}

// follower repeats the peer's operations.
type follower struct {
	*world
	names map[[2]string]budget.CategoryNo
	// asCame is the budget before any step. gone contains the categories deleted since, with the groups they were
	// deleted from: the peer restores spending from them.
	asCame *world
	gone   map[budget.CategoryNo]budget.GroupNo
	bugs   map[string]bool
}

func (f *follower) follow(t *testing.T, s *traceStep) {
	switch s.Op {
	case "import", "recompute-everything", "reopen":
	case "set-budget":
		a, err := envelope.Assign(f.sheet(), f.category(t, s.Args.Category), f.month(t, s), s.Args.Amount*10)
		f.agree(t, s, err)
		f.assign([]envelope.Assignment{a})
	case "hold":
		held, err := envelope.Hold(f.sheet(), f.month(t, s), s.Args.Amount*10)
		if f.agree(t, s, err) {
			f.setHeld(f.month(t, s), held)
		}
	case "reset-hold":
		// the peer also resets months without held money
		if held, err := envelope.ResetHold(f.sheet(), f.month(t, s)); err == nil {
			f.setHeld(f.month(t, s), held)
		}
	case "carryover":
		c, err := f.outline().Category(f.category(t, s.Args.Category))
		if err != nil {
			t.Fatal(err)
		}
		to, err := envelope.SwitchRollover(f.sheet(), &c, f.switches(c.No), f.month(t, s), s.Args.Flag)
		if f.agree(t, s, err) {
			f.setSwitches(c.No, to)
		}
	case "move-category":
		f.move(t, s)
	case "delete-category":
		f.deleteCategory(t, s)
	case "delete-group":
		f.deleteGroup(t, s)
	default:
		t.Fatalf("unknown step %q", s.Op)
	}
}

// agree fails unless an operation was refused exactly if the peer refused it.
func (f *follower) agree(t *testing.T, s *traceStep, err error) bool {
	t.Helper()
	peer := s.Error == "" && s.Result != false
	if (err == nil) != peer {
		t.Fatalf("the peer answered %v %q, this program %v", s.Result, s.Error, err)
	}
	if err != nil && apperr.KindOf(err) == apperr.Internal {
		t.Fatalf("the error has no kind for users: %v", err)
	}
	return err == nil
}

func (f *follower) month(t *testing.T, s *traceStep) civil.Month {
	m, err := civil.ParseMonth(s.Args.Month)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (f *follower) category(t *testing.T, raw json.RawMessage) budget.CategoryNo {
	var key [2]string
	if err := json.Unmarshal(raw, &key); err != nil {
		t.Fatal(err)
	}
	return f.names[key]
}

func (f *follower) group(t *testing.T, name string) budget.GroupNo {
	i := slices.IndexFunc(f.Groups, func(g budget.Group) bool { return g.Name == name })
	if i < 0 {
		t.Fatalf("group %q does not exist", name)
	}
	return f.Groups[i].No
}

func (f *follower) move(t *testing.T, s *traceStep) {
	c := f.category(t, s.Args.Category)
	changed, err := f.outline().MoveCategory(c, f.group(t, s.Args.Group), 0)
	f.agree(t, s, err)
	f.putCategories(changed)
	for key, no := range f.names {
		if no == c {
			delete(f.names, key)
			f.names[[2]string{s.Args.Group, key[1]}] = no
			return
		}
	}
}

func (f *follower) deleteCategory(t *testing.T, s *traceStep) {
	c := f.category(t, s.Args.Category)
	if s.Args.Transfer == nil { // not offered here: history would be left without a category
		if _, err := f.outline().DeleteCategory(c, 0, f.contents()); apperr.KindOf(err) != apperr.Conflict {
			t.Fatalf("delete a used category without a receiver: %v", err)
		}
		f.lose(t, c)
		return
	}
	to := f.names[*s.Args.Transfer]
	d, err := f.outline().DeleteCategory(c, to, f.contents())
	if to == c {
		if apperr.KindOf(err) != apperr.Invalid || s.Error != "" {
			t.Fatalf("delete a category into itself: %v, the peer answered %q", err, s.Error)
		}
		f.bugs[bugItself] = true
		f.differ(t, s, bugItself)
		f.lose(t, c)
		return
	}
	if f.agree(t, s, err) {
		f.bury(t, c)
		f.delete(d)
	}
}

func (f *follower) deleteGroup(t *testing.T, s *traceStep) {
	g := f.group(t, s.Args.Group)
	var to budget.CategoryNo
	if s.Args.Transfer != nil {
		to = f.names[*s.Args.Transfer]
	}
	d, err := f.outline().DeleteGroup(g, to, f.contents())
	if to == 0 {
		if apperr.KindOf(err) != apperr.Conflict {
			t.Fatalf("delete a group without a receiver: %v", err)
		}
		for _, c := range slices.Clone(f.Categories) {
			if c.Group == g {
				f.lose(t, c.No)
			}
		}
		f.Groups = slices.DeleteFunc(f.Groups, func(x budget.Group) bool { return x.No == g })
		return
	}
	f.agree(t, s, err)
	f.delete(d)
	f.bugs[bugRevives] = true
	f.differ(t, s, bugRevives)
	for c, was := range f.gone {
		if was == g {
			f.revive(c, to) // as the peer has it from here on
		}
	}
}

// bury records the group from which a category was deleted.
func (f *follower) bury(t *testing.T, c budget.CategoryNo) {
	was, err := f.outline().Category(c)
	if err != nil {
		t.Fatal(err)
	}
	f.gone[c] = was.Group
}

// lose deletes a category as the peer does without a receiver: its lines lose their category and its budgeted amounts
// are deleted.
func (f *follower) lose(t *testing.T, c budget.CategoryNo) {
	f.bury(t, c)
	f.forget(c)
}

// revive moves the imported lines of a category to another one, regardless of later changes.
func (f *follower) revive(c, to budget.CategoryNo) {
	for i := range f.asCame.Transactions {
		original, now := &f.asCame.Transactions[i], &f.Transactions[i]
		if original.Category == c {
			now.Category = to
		}
		for j := range original.Parts {
			if original.Parts[j].Category == c {
				now.Parts[j].Category = to
			}
		}
	}
}

// differ fails if our figures equal the peer's although the peer has a known bug there.
func (f *follower) differ(t *testing.T, s *traceStep, bug string) {
	t.Helper()
	if len(f.differences(s)) == 0 {
		t.Fatalf("the peer is right, although the known bug %s applies", bug)
	}
}

func (f *follower) compare(t *testing.T, s *traceStep) {
	t.Helper()
	for _, d := range f.differences(s) {
		t.Errorf("differs from the peer: %s", d)
	}
	if len(s.Months) != 16 {
		t.Errorf("%d months were compared", len(s.Months))
	}
}

func (f *follower) differences(s *traceStep) []string {
	var found []string
	sheet := f.sheet()
	for i := range s.Months {
		m := &s.Months[i]
		month, _ := civil.ParseMonth(m.Month)
		say := func(what string, ours, peers money.Milli) {
			if ours != peers*10 {
				found = append(found, fmt.Sprintf("%s %s: ours %s, the peer's %s", m.Month, what, ours, peers*10))
			}
		}
		ours, before := sheet.Month(month), sheet.Month(month.Add(-1))
		say("To Budget", ours.ToBudget, m.ToBudget)
		say("funds", ours.Funds, m.IncomeAvailable)
		say("overspent last month", ours.OverspentLastMonth, m.LastMonthOverspent)
		say("held", ours.Held, m.ForNextMonth)
		say("budgeted", -ours.Budgeted, m.TotalBudgeted)
		say("from last month", before.ToBudget+before.Held, m.FromLastMonth)
		say("income", ours.Income, m.TotalIncome)
		say("activity", ours.Activity, m.TotalSpent)
		say("balance", ours.Balance, m.TotalBalance)
		for _, c := range m.Categories {
			if c.Budgeted == nil {
				continue
			}
			name := c.Group + "/" + c.Name
			cell := sheet.Cell(f.names[[2]string{c.Group, c.Name}], month)
			say(name+" budgeted", cell.Budgeted, *c.Budgeted)
			say(name+" activity", cell.Activity, c.Spent)
			say(name+" balance", cell.Balance, c.Balance)
			if cell.Rollover != c.Carryover {
				found = append(found, fmt.Sprintf("%s %s: rollover %v, the peer's %v", m.Month, name, cell.Rollover, c.Carryover))
			}
		}
	}
	return found
}
