package budget

// AccountGroupNo is the number of an account group; zero is none.
type AccountGroupNo int64

// AccountGroup is a named group of accounts. It changes no figure: it orders accounts on the pages and sums their balances.
type AccountGroup struct {
	No   AccountGroupNo `json:"no"`
	ID   string         `json:"id"`
	Name string         `json:"name"`
	Sort int            `json:"sort"`
}

// MaxAccountGroups is the maximum number of account groups of a budget.
const MaxAccountGroups = 200
