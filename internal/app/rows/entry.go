package rows

import (
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

// Resolve finds the records that a row names. before is the row until now.
func Resolve(e *budgetsession.ChangeTx, in *Entry, before *budget.Transaction) (ledger.Entry, error) {
	if err := checkFlag(in.FlagColour, before.FlagColour); err != nil {
		return ledger.Entry{}, err
	}
	account, err := budgetsession.OrNone(in.Account, e.AccountByID)
	if err != nil {
		return ledger.Entry{}, err
	}
	out := ledger.Entry{
		Account: account.No, Date: in.Date, Amount: in.Amount, Memo: in.Memo, Cleared: budget.Cleared(in.Cleared),
		FlagColour: in.FlagColour, FlagName: in.FlagName, TwoDates: in.OtherDate != 0, OtherDate: in.OtherDate,
	}
	who := party{in.Payee, in.PayeeName, in.TransferTo}
	if out.Payee, out.Other, err = partyOf(e, &account, who); err != nil {
		return out, err
	}
	if out.Category, err = CategoryRef(e, in.Category); err != nil {
		return out, err
	}
	for i := range in.Parts {
		p, err := partEntry(e, &account, &in.Parts[i], before.Parts)
		if err != nil {
			return out, apperr.Placed(err, func(f *apperr.Error) { f.Part = i + 1 })
		}
		out.Parts = append(out.Parts, p)
	}
	return out, nil
}

// checkFlag refuses a colour that the source does not have, unless the row has it from an imported file.
func checkFlag(colour, before string) error {
	if colour == "" || colour == before || slices.Contains(budget.FlagColours, colour) {
		return nil
	}
	return apperr.New(apperr.Invalid, "%q is not a flag colour", colour).Of("flag").WithHint("it is %s", strings.Join(budget.FlagColours, ", "))
}

func partEntry(e *budgetsession.ChangeTx, account *budget.Account, in *PartEntry, parts []budget.Part) (ledger.Part, error) {
	out := ledger.Part{Amount: in.Amount, Memo: in.Memo}
	if in.ID != "" {
		i := slices.IndexFunc(parts, func(p budget.Part) bool { return p.ID == in.ID })
		if i < 0 {
			return out, apperr.New(apperr.Conflict, "part %q of the transaction no longer exists", in.ID).WithHint("open the transaction again")
		}
		out.No = parts[i].No
	}
	var err error
	if out.Payee, out.Other, err = partyOf(e, account, party{in.Payee, in.PayeeName, in.TransferTo}); err != nil {
		return out, err
	}
	out.Category, err = CategoryRef(e, in.Category)
	return out, err
}

// CategoryRef returns the number of the category with an id, 0 for "".
func CategoryRef(e *budgetsession.ChangeTx, id string) (budget.CategoryNo, error) {
	c, err := budgetsession.OrNone(id, e.CategoryByID)
	return c.No, err
}

// party is the other party of a row, in one of three forms.
type party struct{ payee, name, account string }

// partyOf finds or creates the payee; a transfer payee makes the row a transfer to its account.
func partyOf(e *budgetsession.ChangeTx, own *budget.Account, p party) (budget.PayeeNo, budget.AccountNo, error) {
	var payee budget.Payee
	var err error
	switch {
	case p.account != "":
		other, err := e.AccountByID(p.account)
		if err != nil {
			return 0, 0, err
		}
		payee.TransferAccount = other.No
	case p.payee != "":
		payee, err = e.PayeeByID(p.payee)
	case strings.TrimSpace(p.name) != "":
		payee, err = e.PayeeNamed(p.name)
	}
	if err != nil || payee.TransferAccount == 0 {
		return payee.No, 0, err
	}
	if own.No != 0 {
		if err := e.NeedsTransferPayee(own.No); err != nil {
			return 0, 0, err
		}
	}
	return 0, payee.TransferAccount, e.NeedsTransferPayee(payee.TransferAccount)
}

// tell applies rules to the fields of a new row that the user left empty. It returns the row with the results.
func tell(e *budgetsession.ChangeTx, in *ledger.Entry) (row rule.Row, by budget.ByRule, err error) {
	if all, err := e.Rules(); err != nil || len(all) == 0 {
		return row, by, err
	}
	teller, err := rules.NewEngine(&e.ReadTx)
	if err != nil {
		return row, by, err
	}
	row = rule.Row{Account: in.Account, Date: in.Date, Amount: in.Amount, Payee: in.Payee, Category: in.Category, Transfer: in.Other, Notes: in.Memo, Flag: in.FlagColour}
	row.Locked = rule.Locked{
		Payee: in.Payee != 0 || in.Other != 0, Money: in.Category != 0 || in.Other != 0 || len(in.Parts) > 0, Notes: in.Memo != "", Flag: in.FlagColour != "",
	}
	by, _, err = teller.Apply(&row)
	if err == nil && by != (budget.ByRule{}) {
		rules.Enter(&row, in)
	}
	return row, by, err
}
