package main

// document has the two keys under which a plan can be stored; "data" may be missing.
type document struct {
	Data   *document
	Plan   *plan
	Budget *plan
}

// plan returns the plan under either key of the document, or nil if it has none.
func (d *document) plan() *plan {
	switch {
	case d.Data != nil:
		return d.Data.plan()
	case d.Plan != nil:
		return d.Plan
	default:
		return d.Budget
	}
}

type plan struct {
	Accounts, Payees []named
	Categories       []category
	Months           []month
	Transactions     []transaction
	Subtransactions  []subtransaction
}

type named struct {
	ID, Name string
	Deleted  bool
}

type category struct {
	ID, Name                    string
	CategoryGroupID             string `json:"category_group_id"`
	Budgeted, Activity, Balance int64
	Deleted                     bool
}

type month struct {
	Month      string
	Categories []category
}

type transaction struct {
	ID, Date              string
	Amount                int64
	Memo                  *string
	Cleared               string
	Approved              bool
	FlagColor             *string `json:"flag_color"`
	FlagName              *string `json:"flag_name"`
	AccountID             string  `json:"account_id"`
	PayeeID               *string `json:"payee_id"`
	CategoryID            *string `json:"category_id"`
	TransferAccountID     *string `json:"transfer_account_id"`
	TransferTransactionID *string `json:"transfer_transaction_id"`
	ImportID              *string `json:"import_id"`
	Deleted               bool
}

type subtransaction struct {
	ID                string
	TransactionID     string `json:"transaction_id"`
	Amount            int64
	Memo              *string
	PayeeID           *string `json:"payee_id"`
	CategoryID        *string `json:"category_id"`
	TransferAccountID *string `json:"transfer_account_id"`
	Deleted           bool
}
