package api

import (
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

type TransactionBase struct {
	_                       struct{}    `additionalProperties:"true"`
	ID                      string      `json:"id"`
	Date                    string      `json:"date" format:"date"`
	Amount                  money.Milli `json:"amount" doc:"Milliunits; spending is negative"`
	Memo                    *string     `json:"memo"`
	Cleared                 string      `json:"cleared" enum:"cleared,uncleared,reconciled"`
	Approved                bool        `json:"approved"`
	FlagColor               *string     `json:"flag_color" doc:"red, orange, yellow, green, blue or purple"`
	FlagName                *string     `json:"flag_name"`
	AccountID               string      `json:"account_id" format:"uuid"`
	PayeeID                 *string     `json:"payee_id"`
	CategoryID              *string     `json:"category_id"`
	TransferAccountID       *string     `json:"transfer_account_id"`
	TransferTransactionID   *string     `json:"transfer_transaction_id"`
	TransferDate            string      `json:"transfer_date,omitempty" format:"date" doc:"The date of the other side of a transfer with two dates; left out if both sides have one date"`
	MatchedTransactionID    *string     `json:"matched_transaction_id"`
	ImportID                *string     `json:"import_id"`
	ImportPayeeName         *string     `json:"import_payee_name"`
	ImportPayeeNameOriginal *string     `json:"import_payee_name_original"`
	DebtTransactionType     *string     `json:"debt_transaction_type"`
	Deleted                 bool        `json:"deleted"`
}

type TransactionSummary struct {
	TransactionBase
	AmountFormatted string  `json:"amount_formatted"`
	AmountCurrency  decimal `json:"amount_currency"`
	AccountName     string  `json:"account_name"`
	PayeeName       *string `json:"payee_name"`
}

type TransactionDetail struct {
	TransactionSummary
	CategoryName    *string          `json:"category_name"`
	Subtransactions []SubTransaction `json:"subtransactions" nullable:"false"`
}

// HybridTransaction is a line of a category or payee: a transaction, or a part of a split with that category or
// payee.
type HybridTransaction struct {
	TransactionSummary
	Type                string  `json:"type" enum:"transaction,subtransaction"`
	ParentTransactionID *string `json:"parent_transaction_id"`
	CategoryName        string  `json:"category_name"`
}

// SubTransactionBase is a part of a split transaction.
type SubTransactionBase struct {
	_                     struct{}    `additionalProperties:"true"`
	ID                    string      `json:"id"`
	TransactionID         string      `json:"transaction_id"`
	Amount                money.Milli `json:"amount"`
	Memo                  *string     `json:"memo"`
	PayeeID               *string     `json:"payee_id"`
	PayeeName             *string     `json:"payee_name"`
	CategoryID            *string     `json:"category_id"`
	CategoryName          *string     `json:"category_name"`
	TransferAccountID     *string     `json:"transfer_account_id"`
	TransferTransactionID *string     `json:"transfer_transaction_id"`
	Deleted               bool        `json:"deleted"`
}

// SubTransaction is a part as lists show it: with its amount as text and number.
type SubTransaction struct {
	SubTransactionBase
	AmountFormatted string  `json:"amount_formatted"`
	AmountCurrency  decimal `json:"amount_currency"`
}

func (session *readSession) summary(t *budget.Transaction) (TransactionSummary, error) {
	base, err := session.transactionBase(t)
	return TransactionSummary{
		TransactionBase: base,
		AmountFormatted: session.format.WithSymbol(t.Amount), AmountCurrency: decimal(t.Amount),
		AccountName: session.accounts[t.Account].Name, PayeeName: some(session.payees[t.Payee].Name),
	}, err
}

// otherRow returns the row on the other side of a row's transfer. If the other side is a part of a split, the result
// is empty: only the part names the row, as in documents.
func (session *readSession) otherRow(t budget.Transfer) (string, error) {
	if t.Part != 0 {
		return "", nil
	}
	return session.others.ID(t)
}

func (session *readSession) transactionBase(t *budget.Transaction) (TransactionBase, error) {
	other, err := session.otherRow(t.Transfer)
	if err != nil {
		return TransactionBase{}, err
	}
	otherDate, err := session.others.Date(t.Transfer)
	s := TransactionBase{
		ID: t.ID, Date: t.Date.String(), Amount: t.Amount, Memo: some(t.Memo), Cleared: string(t.Cleared), Approved: t.Approved,
		FlagColor: some(t.FlagColour), FlagName: some(t.FlagName), AccountID: session.accounts[t.Account].ID,
		PayeeID: some(session.payees[t.Payee].ID), CategoryID: some(session.categories[t.Category].ID),
		TransferAccountID: some(session.accounts[t.Transfer.Account].ID), TransferTransactionID: some(other),
		DebtTransactionType: some(t.DebtType), TransferDate: otherDate.String(),
	}
	if b := t.Bank; b != nil {
		s.ImportID, s.ImportPayeeName, s.ImportPayeeNameOriginal = some(b.ImportID), some(b.PayeeName), some(b.PayeeNameOriginal)
		s.MatchedTransactionID = some(b.MatchedID)
	}
	return s, err
}

// The source's names of the category of a row with parts, and of a line without category.
const (
	splitName  = "Split"
	noCategory = "Uncategorized"
)

// categoryName returns the name of a line's category.
func (session *readSession) categoryName(no budget.CategoryNo) string {
	if no == 0 {
		return noCategory
	}
	return session.categories[no].Name
}

func (session *readSession) detail(t *budget.Transaction) (TransactionDetail, error) {
	summary, err := session.summary(t)
	if err != nil {
		return TransactionDetail{}, err
	}
	d := TransactionDetail{
		TransactionSummary: summary, CategoryName: some(session.categoryName(t.Category)),
		Subtransactions: make([]SubTransaction, len(t.Parts)),
	}
	for i := range t.Parts {
		if d.Subtransactions[i], err = session.part(t.ID, &t.Parts[i]); err != nil {
			return d, err
		}
	}
	if len(t.Parts) > 0 {
		d.CategoryName = some(splitName)
	}
	return d, nil
}

func (session *readSession) part(row string, p *budget.Part) (SubTransaction, error) {
	base, err := session.partBase(row, p)
	base.CategoryName = some(session.categoryName(p.Category))
	return SubTransaction{SubTransactionBase: base, AmountFormatted: session.format.WithSymbol(p.Amount), AmountCurrency: decimal(p.Amount)}, err
}

func (session *readSession) partBase(row string, p *budget.Part) (SubTransactionBase, error) {
	other, err := session.others.ID(p.Transfer)
	return SubTransactionBase{
		ID: p.ID, TransactionID: row, Amount: p.Amount, Memo: some(p.Memo), PayeeID: some(session.payees[p.Payee].ID),
		PayeeName: some(session.payees[p.Payee].Name), CategoryID: some(session.categories[p.Category].ID),
		CategoryName: some(session.categories[p.Category].Name), TransferAccountID: some(session.accounts[p.Transfer.Account].ID),
		TransferTransactionID: some(other),
	}, err
}

// hybrids returns the lines of a row that match a category or payee: those of its parts, or the row if no part
// matches.
func (session *readSession) hybrids(t *budget.Transaction, belongs func(budget.CategoryNo, budget.PayeeNo) bool) ([]HybridTransaction, error) {
	lines, err := session.hybridParts(t, func(p *budget.Part) bool { return belongs(p.Category, p.Payee) })
	if err != nil || len(lines) > 0 || !belongs(t.Category, t.Payee) {
		return lines, err
	}
	summary, err := session.summary(t)
	h := HybridTransaction{TransactionSummary: summary, Type: "transaction", CategoryName: session.categoryName(t.Category)}
	if len(t.Parts) > 0 {
		h.CategoryName = splitName
	}
	return []HybridTransaction{h}, err
}

// hybridParts returns the lines of some parts of a row.
func (session *readSession) hybridParts(t *budget.Transaction, belongs func(*budget.Part) bool) ([]HybridTransaction, error) {
	var lines []HybridTransaction
	for i := range t.Parts {
		p := &t.Parts[i]
		if !belongs(p) {
			continue
		}
		line := *t
		line.ID, line.Amount, line.Category, line.Transfer = p.ID, p.Amount, p.Category, p.Transfer
		if p.Memo != "" {
			line.Memo = p.Memo
		}
		if p.Payee != 0 {
			line.Payee = p.Payee
		}
		summary, err := session.summary(&line)
		if err != nil {
			return nil, err
		}
		lines = append(lines, HybridTransaction{
			TransactionSummary: summary, Type: "subtransaction", ParentTransactionID: some(t.ID), CategoryName: session.categoryName(p.Category),
		})
	}
	return lines, nil
}
