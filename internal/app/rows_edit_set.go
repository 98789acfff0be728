package app

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/ledger"
	"holdover/internal/words"
)

// RowSetting is what is set on many rows at once; what is nil stays. An empty
// category or flag takes it away.
type RowSetting struct {
	Account    *string   `json:"account_id"`
	Date       *cal.Date `json:"date"`
	Category   *string   `json:"category_id"`
	Cleared    *string   `json:"cleared"`
	FlagColour *string   `json:"flag_color"`
	Approved   *bool     `json:"approved"`
}

// SetOnRows sets the same on many rows in one step. Rows that cannot have a
// category stay as they are; the label says how many. Faults: Invalid where
// nothing is set or no row can have it, Conflict for a reconciled row.
func (a *App) SetOnRows(ctx context.Context, who Actor, id string, choice RowChoice, set RowSetting, even EvenReconciled) (Done, error) {
	return a.change(ctx, who, id, "set-on-rows", func(e *editing) error {
		rows, text, err := e.chosen(choice)
		if err != nil {
			return err
		}
		setting, what, err := e.setting(&set)
		if err != nil {
			return err
		}
		return e.rows(even, func(b *ledger.Book) error {
			b.Know(rows)
			left := 0
			for i := range rows {
				can, err := b.Set(rows[i].No, setting)
				if err != nil {
					return err
				}
				if !can {
					left++
				}
			}
			if set.Approved != nil && left == 0 {
				e.Say("%s %s", map[bool]string{true: "Approved", false: "Took approval from"}[*set.Approved], text)
				return nil
			}
			return e.saySet(what, text, len(rows), left)
		})
	})
}

func (e *editing) saySet(what, text string, rows, left int) error {
	switch left {
	case 0:
		e.Say("Set the %s of %s", what, text)
	case rows:
		return fault.New(fault.Invalid, "none of the transactions can have a category").
			WithHint("splits have categories in their parts; transfers between accounts on budget, and transactions off budget, have none")
	default:
		e.Say("Set the %s of %s; %s cannot have one", what, words.Number(rows-left, "transaction", "transactions"), words.Count(left))
	}
	return nil
}

// setting finds what is to be set, and its name for people.
func (e *editing) setting(in *RowSetting) (out ledger.Setting, what string, err error) {
	if in.Account != nil {
		account, err := e.AccountByID(*in.Account)
		if err != nil {
			return out, "", err
		}
		out.Account, what = &account.No, "account"
	}
	if in.Category != nil {
		category, err := e.categoryRef(*in.Category)
		if err != nil {
			return out, "", err
		}
		out.Category, what = &category, "category"
	}
	if in.Cleared != nil {
		cleared := budget.Cleared(*in.Cleared)
		out.Cleared, what = &cleared, "cleared state"
	}
	if in.Date != nil {
		out.Date, what = in.Date, "date"
	}
	if in.FlagColour != nil {
		out.FlagColour, what = in.FlagColour, "flag"
	}
	if in.Approved != nil {
		out.Approved, what = in.Approved, "approval"
	}
	if what == "" {
		return out, "", fault.New(fault.Invalid, "nothing is set").WithHint("choose an account, a date, a category, a cleared state, a flag or approval")
	}
	return out, what, nil
}
