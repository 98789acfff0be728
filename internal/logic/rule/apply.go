package rule

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Set contains compiled rules. It caches results about texts and is not safe for concurrent use.
type Set struct {
	rules    []compiled
	aboutNew bool // a rule leaves new rows out or enters a scheduled transaction
	accounts map[budget.AccountNo]*budget.Account
	names    map[budget.PayeeNo]string
	standing map[budget.PayeeNo]budget.AccountNo // transfer payees and their accounts
	step     money.Milli
}

// compiled is a compiled rule.
type compiled struct {
	*budget.Rule
	tests []test
}

// Compile compiles rules in their order, without disabled ones. It returns an Invalid error for a rule that Check
// refuses.
func Compile(rules []budget.Rule, w Context) (*Set, error) {
	s := &Set{
		accounts: make(map[budget.AccountNo]*budget.Account, len(w.Accounts)), names: make(map[budget.PayeeNo]string, len(w.Payees)),
		standing: map[budget.PayeeNo]budget.AccountNo{}, step: max(1, w.Step),
	}
	for i := range w.Accounts {
		s.accounts[w.Accounts[i].No] = &w.Accounts[i]
	}
	for i := range w.Payees {
		s.Know(&w.Payees[i])
	}
	for i := range rules {
		if rules[i].Off {
			continue
		}
		one := compiled{Rule: &rules[i]}
		for k := range rules[i].When {
			t, err := compile(&rules[i].When[k])
			if err != nil {
				return nil, err
			}
			one.tests = append(one.tests, t)
		}
		s.rules = append(s.rules, one)
		s.aboutNew = s.aboutNew || one.Then.LeaveOut || one.Then.Schedule != ""
	}
	return s, nil
}

// Know adds a payee that was just created.
func (s *Set) Know(p *budget.Payee) {
	s.names[p.No] = p.Name
	if p.TransferAccount != 0 {
		s.standing[p.No] = p.TransferAccount
	}
}

// Empty reports whether there is no rule.
func (s *Set) Empty() bool { return len(s.rules) == 0 }

// Apply changes a row by the rules and returns which rule changed which field. Applying it again changes nothing.
func (s *Set) Apply(r *Row) (by budget.ByRule) {
	now := *r
	for range maxRounds {
		was := now
		s.round(&now, &by)
		if same(&was, &now) {
			by = changed(r, &now, by)
			*r = now
			return by
		}
	}
	return budget.ByRule{} // the rules do not settle: nothing is changed
}

// round applies all rules once. The first that matches decides.
func (s *Set) round(r *Row, by *budget.ByRule) {
	told := r.Locked
	r.LeaveOut, r.Schedule, r.AnyAmount = 0, "", false
	for i := range s.rules {
		one := &s.rules[i]
		if told == (Locked{true, true, true, true}) && !s.aboutNew {
			return
		}
		if s.fits(one, r) {
			s.set(one.Rule, r, &told, by)
		}
	}
}

func (s *Set) fits(one *compiled, r *Row) bool {
	for i := range one.tests {
		if s.holds(&one.tests[i], r) == one.Any {
			return one.Any
		}
	}
	return !one.Any
}

// set sets the fields of a rule that no earlier rule has set.
func (s *Set) set(rule *budget.Rule, r *Row, told *Locked, by *budget.ByRule) {
	then := &rule.Then
	if then.LeaveOut && r.LeaveOut == 0 {
		r.LeaveOut = rule.No
	}
	if r.Schedule == "" {
		r.Schedule, r.AnyAmount = then.Schedule, then.AnyAmount
	}
	if then.Payee != 0 && !told.Payee {
		told.Payee = true
		if r.Payee != then.Payee {
			r.Payee, r.Name, by.Payee = then.Payee, "", rule.No
		}
	}
	if then.Notes != "" && !told.Notes {
		told.Notes = true
		if r.Notes != then.Notes {
			r.Notes, by.Notes = then.Notes, rule.No
		}
	}
	if then.Flag != "" && !told.Flag {
		told.Flag = true
		if r.Flag != then.Flag {
			r.Flag, by.Flag = then.Flag, rule.No
		}
	}
	if !told.Money && s.setMoney(rule, r, told) {
		told.Money, by.Money = true, rule.No
	}
}

// setMoney sets category, transfer or split. It returns false if the row cannot have it.
func (s *Set) setMoney(rule *budget.Rule, r *Row, told *Locked) bool {
	then, own := &rule.Then, s.accounts[r.Account]
	if own == nil {
		return false
	}
	switch {
	case then.Transfer != 0:
		other := s.accounts[then.Transfer]
		if told.Payee || r.Locked.Payee || other == nil || other.Closed || other.No == own.No {
			return false
		}
		told.Payee = true
		r.Transfer, r.Payee, r.Name, r.Category, r.Parts = other.No, 0, "", 0, nil
		if own.OnBudget && !other.OnBudget {
			r.Category = then.Category
		}
		r.Locked.Payee, r.Locked.Money = true, true
	case len(then.Shares) > 0 && own.OnBudget && r.Amount != 0:
		r.Category, r.Parts = 0, s.divide(r.Amount, then.Shares)
		r.Locked.Money = true
	case then.Category != 0 && own.OnBudget && len(then.Shares) == 0:
		r.Category = then.Category
	default:
		return false
	}
	return true
}

// divide splits an amount by shares. Each part is a whole number of the currency's smallest amounts, and the last
// part takes the remainder, so that the parts sum to the amount exactly.
func (s *Set) divide(amount money.Milli, shares []budget.Share) []Part {
	parts := make([]Part, len(shares))
	left, sum := amount, 0
	var given money.Milli
	for i := range shares {
		sum += shares[i].Share
		until := portion(amount, sum, s.step)
		parts[i] = Part{Amount: until - given, Category: shares[i].Category, Notes: shares[i].Notes}
		given = until
		left -= parts[i].Amount
	}
	parts[len(parts)-1].Amount += left
	return parts
}

// portion returns a share of an amount, truncated to whole steps. It does not overflow.
func portion(amount money.Milli, share int, step money.Milli) money.Milli {
	whole, rest := amount/Whole, amount%Whole
	part := whole*money.Milli(share) + rest*money.Milli(share)/Whole
	return part - part%step
}

func same(a, b *Row) bool {
	return a.Payee == b.Payee && a.Name == b.Name && a.Category == b.Category && a.Transfer == b.Transfer && slices.Equal(a.Parts, b.Parts) && a.Notes == b.Notes && a.Flag == b.Flag
}

// changed removes from by the fields that a rule set to their previous value.
func changed(was, now *Row, by budget.ByRule) budget.ByRule {
	if was.Payee == now.Payee && was.Name == now.Name {
		by.Payee = 0
	}
	if was.Category == now.Category && was.Transfer == now.Transfer && slices.Equal(was.Parts, now.Parts) {
		by.Money = 0
	}
	if was.Notes == now.Notes {
		by.Notes = 0
	}
	if was.Flag == now.Flag {
		by.Flag = 0
	}
	return by
}
