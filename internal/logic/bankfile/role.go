package bankfile

import "slices"

// Role is the meaning of a column of a CSV file.
type Role string

// The roles. A column without one is not read.
const (
	NoRole        Role = ""
	DateRole      Role = "date"
	PayeeRole     Role = "payee"
	PayerRole     Role = "payer"
	PayeeElseRole Role = "payee-else"
	MemoRole      Role = "memo"
	AmountRole    Role = "amount"
	DebitRole     Role = "out"
	CreditRole    Role = "in"
	DirectionRole Role = "direction"
	FeeRole       Role = "fee"
	BalanceRole   Role = "balance"
	BankIDRole    Role = "id"
	CheckRole     Role = "check"
	StatusRole    Role = "status"
	AccountRole   Role = "account"
	CurrencyRole  Role = "currency"
	CategoryRole  Role = "category"
)

// place returns the field of a mapping for the column of a role. It returns nil for notes, which may have several
// columns, and for an unknown role.
func (m *Mapping) place(r Role) *int {
	return map[Role]*int{
		DateRole: &m.Date, PayeeRole: &m.Payee, PayerRole: &m.Payer, PayeeElseRole: &m.PayeeElse, AmountRole: &m.Amount, DebitRole: &m.Debit,
		CreditRole: &m.Credit, DirectionRole: &m.Direction, FeeRole: &m.Fee, BalanceRole: &m.Balance, BankIDRole: &m.BankID, CheckRole: &m.Check,
		StatusRole: &m.Status, AccountRole: &m.Account, CurrencyRole: &m.Currency, CategoryRole: &m.Category,
	}[r]
}

// Assign assigns a role to a column. Validate reports two columns with one role.
func (m *Mapping) Assign(r Role, column int) {
	if r == MemoRole {
		m.Memo = append(m.Memo, column)
		return
	}
	at := m.place(r)
	switch {
	case at == nil:
	case *at == 0:
		*at = column
	default:
		m.Twice = r
	}
}

// RoleOf returns a column's role. A column of both payee and notes has the role of the payee.
func (m *Mapping) RoleOf(column int) Role {
	for _, r := range Roles() {
		if at := m.place(r); at != nil && *at == column {
			return r
		}
	}
	if slices.Contains(m.Memo, column) {
		return MemoRole
	}
	return NoRole
}

// Roles returns all roles of columns.
func Roles() []Role {
	return []Role{
		DateRole, PayeeRole, PayeeElseRole, PayerRole, MemoRole, AmountRole, DebitRole, CreditRole, DirectionRole, FeeRole, BalanceRole, BankIDRole,
		CheckRole, StatusRole, AccountRole, CurrencyRole, CategoryRole,
	}
}

// Place moves a role to a column, which loses its previous role; column 0 removes the role.
func (m *Mapping) Place(r Role, column int) {
	if was := m.RoleOf(column); column > 0 && was != NoRole && was != MemoRole {
		*m.place(was) = 0
	}
	m.Memo = slices.DeleteFunc(slices.Clone(m.Memo), func(c int) bool { return c == column || r == MemoRole })
	switch at := m.place(r); {
	case at != nil:
		*at = column
	case r == MemoRole && column > 0:
		m.Memo = []int{column}
	}
}
