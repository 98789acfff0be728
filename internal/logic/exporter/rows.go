package exporter

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// rows writes all register rows, without parts.
func (e *export) rows() error {
	for t, err := range e.Transactions {
		if err != nil {
			return err
		}
		out, err := e.row(&t)
		if err != nil {
			return err
		}
		if err := e.out.Record(out); err != nil {
			return err
		}
	}
	return nil
}

func (e *export) row(t *budget.Transaction) (*ynabdoc.Transaction, error) {
	payee, _ := e.ids.payee(t.Payee)
	category, _ := e.ids.category(t.Category)
	var other string
	var err error
	if t.Transfer.Part == 0 { // as at the source, only the part names its other side
		other, err = e.other(t.Transfer)
	}
	out := &ynabdoc.Transaction{
		ID: t.ID, Date: t.Date, Amount: t.Amount, Memo: t.Memo, Cleared: string(t.Cleared), Approved: t.Approved,
		FlagColor: t.FlagColour, FlagName: t.FlagName, AccountID: e.ids.account(t.Account), PayeeID: payee, CategoryID: category,
		TransferAccountID: e.ids.account(t.Transfer.Account), TransferTransactionID: other, DebtTransactionType: t.DebtType,
	}
	if b := t.Bank; b != nil {
		out.ImportID, out.ImportPayeeName, out.ImportPayeeNameOriginal = b.ImportID, b.PayeeName, b.PayeeNameOriginal
		out.MatchedTransactionID = b.MatchedID
	}
	if len(t.Extra) > 0 {
		out.SetExtra(members(t.Extra))
	}
	return out, err
}

func (e *export) other(t budget.Transfer) (string, error) {
	if t.Tx == 0 {
		return "", nil
	}
	return e.OtherID(t)
}

// parts writes the parts of all splits, in the order of their rows.
func (e *export) parts() error {
	splits := e.Splits
	if splits == nil {
		splits = e.Transactions
	}
	for t, err := range splits {
		if err != nil {
			return err
		}
		for i := range t.Parts {
			out, err := e.part(t.ID, &t.Parts[i])
			if err != nil {
				return err
			}
			if err := e.out.Record(out); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *export) part(row string, p *budget.Part) (*ynabdoc.Subtransaction, error) {
	payee, payeeName := e.ids.payee(p.Payee)
	category, categoryName := e.ids.category(p.Category)
	other, err := e.other(p.Transfer)
	named, extra := take(members(p.Extra), "payee_name")
	if payee == "" {
		payeeName = text(named)
	}
	out := &ynabdoc.Subtransaction{
		ID: p.ID, TransactionID: row, Amount: p.Amount, Memo: p.Memo, PayeeID: payee, PayeeName: payeeName,
		CategoryID: category, CategoryName: categoryName,
		TransferAccountID: e.ids.account(p.Transfer.Account), TransferTransactionID: other,
	}
	out.SetExtra(extra)
	return out, err
}

func (e *export) scheduled() error {
	return iterutil.EachPtr(e.Scheduled, func(s *budget.Scheduled) error {
		payee, _ := e.ids.payee(s.Payee)
		category, _ := e.ids.category(s.Category)
		out := &ynabdoc.ScheduledTransaction{
			ID: s.ID, DateFirst: s.DateFirst, DateNext: s.DateNext, Frequency: string(schedule.Frequency(s.Frequency).Nearest()), Amount: s.Amount, Memo: s.Memo,
			FlagColor: s.FlagColour, FlagName: s.FlagName, AccountID: e.ids.account(s.Account), PayeeID: payee, CategoryID: category,
			TransferAccountID: e.ids.account(s.TransferAccount),
		}
		out.SetExtra(members(s.Extra))
		return e.out.Record(out)
	})
}

func (e *export) scheduledParts() error {
	return iterutil.EachPtr(e.Scheduled, func(s *budget.Scheduled) error {
		return iterutil.EachPtr(s.Parts, func(p *budget.Part) error {
			part, err := e.part(s.ID, p)
			if err != nil {
				return err
			}
			out := &ynabdoc.ScheduledSubtransaction{
				ID: part.ID, ScheduledTransactionID: part.TransactionID, Amount: part.Amount, Memo: part.Memo,
				PayeeID: part.PayeeID, PayeeName: part.PayeeName, CategoryID: part.CategoryID, CategoryName: part.CategoryName,
				TransferAccountID: part.TransferAccountID,
			}
			out.SetExtra(part.Extra())
			return e.out.Record(out)
		})
	})
}
