package importer

import (
	"bytes"
	"encoding/json"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// beside contains the source's internal groups and categories, which have no counterpart here and are stored for
// export.
type beside struct {
	groups     []ynabdoc.CategoryGroup
	categories []ynabdoc.Category
}

// keepCategoryBeside stores the record of an internal category. Its figures are those of one month and are not
// stored.
func (c *categorising) keepCategoryBeside(r *chosen) {
	if !r.named {
		return
	}
	c.ids.reserve(r.ID)
	kept := *r.Category
	kept.Hidden, kept.Deleted = r.Hidden || r.Deleted, false // like any deleted record that others refer to
	kept.Budgeted, kept.Activity, kept.Balance = 0, 0, 0
	kept.AlwaysWrite("budgeted", "activity", "balance")
	c.beside.categories = append(c.beside.categories, kept)
}

// addInfo sets the properties of the budget.
func (im *importing) addInfo() {
	p, info := im.plan, &im.whole.Info
	info.ID, info.SourceID = im.opts.NewID(), p.ID
	info.Name = im.opts.Name
	if info.Name == "" {
		info.Name = strings.TrimSpace(p.Name)
	}
	if info.Name == "" {
		info.Name = "Imported plan"
	}
	info.DateFormat = p.DateFormat.Format
	info.Currency = im.currency()
	info.Extra = im.extra()
	info.CardEnvelopes = im.opts.CardEnvelopes
	if im.marks != nil {
		info.CardEnvelopes, info.ExpectedIncome = im.marks.CardEnvelopes, min(max(0, im.marks.ExpectedIncome), money.Limit)
	}
}

// currency returns the format of amounts. Members missing in the file are those of a new budget.
func (im *importing) currency() money.Format {
	format, usual := im.plan.CurrencyFormat.Format, money.DefaultFormat()
	if !im.plan.Has("currency_format") {
		im.notes.warn("currency", "The file does not say which currency it is in; amounts are shown in US dollars.", "%s", im.plan.Name)
		return usual
	}
	given := im.plan.CurrencyFormat.Has
	if !given("decimal_digits") {
		format.DecimalDigits = usual.DecimalDigits
	}
	if !given("decimal_separator") {
		format.DecimalSeparator = usual.DecimalSeparator
	}
	if !given("group_separator") {
		format.GroupSeparator = usual.GroupSeparator
	}
	return format
}

// extra returns the members of the plan without a counterpart here, as a fragment of a plan document.
func (im *importing) extra() json.RawMessage {
	piece, err := ynabdoc.DecodeWith(strings.NewReader(`{"plan":{}}`), ynabdoc.Options{Part: true})
	if err != nil {
		return nil // an empty plan can be read
	}
	piece.LeadingKey = ""
	plan := &piece.Plan
	plan.CategoryGroups, plan.Categories = im.beside.groups, im.beside.categories
	members := iterutil.Where(im.plan.Extra(), func(m ynabdoc.Raw) bool { return m.Name != ynabdoc.MarksMember })
	for _, m := range im.plan.DateFormat.Extra() {
		im.notes.drop("date_format", m.Name, m.Value)
	}
	for _, m := range im.plan.CurrencyFormat.Extra() {
		im.notes.drop("currency_format", m.Name, m.Value)
	}
	if len(im.beside.groups)+len(im.beside.categories)+len(members) == 0 {
		return nil
	}
	plan.SetExtra(members)
	var out bytes.Buffer
	if err := piece.Encode(&out, ""); err != nil {
		im.notes.warn("extra", "Unknown fields of the file could not be stored.", "%v", err)
		return nil
	}
	return bytes.TrimSpace(out.Bytes())
}

// addCard stores a card payment category with the card that it pays and returns its index.
func (c *categorising) addCard(r *chosen) int {
	cards := &c.whole.Info.CardPayments
	marked := c.marks.card(r.ID)
	account := c.accounts[marked.Account]
	if c.marks == nil {
		account = c.cardCalled(r.Name)
	}
	if account == 0 && !marked.Gone {
		c.notes.warn("card", "A card payment category has the name of no account; its card is not known.", "%s", r.Name)
	}
	*cards = append(*cards, budget.CardPayment{
		SourceID: r.ID, Name: r.Name, Account: account, Gone: marked.Gone, Group: r.GroupID, Hidden: r.Hidden, Note: r.Note, Target: target.Of(r.Category),
	})
	c.notes.Roles.CardPayments = append(c.notes.Roles.CardPayments, r.ID)
	return len(*cards) - 1
}

// cardCalled returns the account that a card payment category is named after: a card of exactly that name, then one
// that differs in case or spaces, then any account.
func (c *categorising) cardCalled(name string) budget.AccountNo {
	taken := map[budget.AccountNo]bool{0: true}
	for i := range c.whole.Info.CardPayments {
		taken[c.whole.Info.CardPayments[i].Account] = true
	}
	for _, fits := range []func(a *budget.Account) bool{
		func(a *budget.Account) bool { return a.Type.IsCard() && a.OnBudget && a.Name == name },
		func(a *budget.Account) bool {
			return a.Type.IsCard() && a.OnBudget && budget.NameKey(a.Name) == budget.NameKey(name)
		},
		func(a *budget.Account) bool { return a.Name == name },
	} {
		for i := range c.whole.Accounts {
			if a := &c.whole.Accounts[i]; !taken[a.No] && fits(a) {
				return a.No
			}
		}
	}
	return 0
}
