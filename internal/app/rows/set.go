package rows

import (
	"context"
	"strings"
	"unicode/utf8"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// Setting is a change of many rows at once; nil fields stay unchanged. An empty category or flag removes it.
type Setting struct {
	Account    *string       `json:"account_id"`
	Date       *civil.Date   `json:"date"`
	Category   *string       `json:"category_id"`
	Cleared    *string       `json:"cleared"`
	FlagColour *string       `json:"flag_color"`
	Approved   *bool         `json:"approved"`
	PayeeName  *string       `json:"payee_name"` // a new name creates a payee; empty removes the payee
	Notes      *NotesSetting `json:"notes"`
}

// NotesSetting is a change of notes: a text, which may be empty, replaces them or is appended.
type NotesSetting struct {
	Text   string
	Append bool
}

// MaxNotes is the maximum length of notes in characters.
const MaxNotes = 5000

// CheckNotes refuses notes that are longer than MaxNotes.
func CheckNotes(text string) error {
	if utf8.RuneCountInString(text) > MaxNotes {
		return apperr.New(apperr.Invalid, "the notes are longer than %d characters", MaxNotes).WithHint("shorten them")
	}
	return nil
}

// apply returns the changed notes. Notes that already end with the text, or would become too long, stay.
func (n *NotesSetting) apply(before string) (after string, can bool) {
	switch {
	case !n.Append || before == "":
		return n.Text, true
	case before == n.Text || strings.HasSuffix(before, " "+n.Text) || utf8.RuneCountInString(before)+utf8.RuneCountInString(n.Text) >= MaxNotes:
		return before, false
	}
	return before + " " + n.Text, true
}

// SetOnRows sets the same values on many rows in one step. Rows that cannot have a category or another payee stay as
// they are, as do notes that nothing is appended to; the label contains their number. It returns an Invalid error if
// nothing is set or no row can have it, and Conflict for a reconciled row.
func (rs *Rows) SetOnRows(ctx context.Context, who users.Actor, id string, choice Choice, set Setting, even EvenReconciled) (budgetsession.ChangeResult, error) {
	return rs.access.Change(ctx, who, id, "set-on-rows", func(e *budgetsession.ChangeTx) error {
		rows, text, err := chosenIn(e, choice)
		if err != nil {
			return err
		}
		setting, what, err := settingOf(e, &set)
		if err != nil {
			return err
		}
		return e.Rows(even, func(b *ledger.EditSet) error {
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
				e.Say("%s %s", map[bool]string{true: "Approved", false: "Removed approval from"}[*set.Approved], text)
				return nil
			}
			return saySet(e, what, text, len(rows), left)
		})
	})
}

func saySet(e *budgetsession.ChangeTx, what, text string, rows, left int) error {
	switch {
	case left == 0:
		e.Say("Set the %s of %s", what, text)
	case left == rows:
		switch what {
		case "notes":
			return apperr.New(apperr.Invalid, "all notes already end with this text, or would become too long")
		case "payee":
			return apperr.New(apperr.Invalid, "none of the transactions can have a payee").WithHint("they are transfers, whose payee is the other account")
		}
		return apperr.New(apperr.Invalid, "none of the transactions can have a category").
			WithHint("splits have categories in their parts; transfers between accounts on budget, and transactions off budget, have none")
	case what == "notes":
		e.Say("Set the notes of %s; the notes of %s already end with it or would become too long", humanize.Number(rows-left, "transaction", "transactions"),
			humanize.Number(left, "other", "others"))
	default:
		e.Say("Set the %s of %s; %s cannot have one", what, humanize.Number(rows-left, "transaction", "transactions"), humanize.Count(left))
	}
	return nil
}

// settingOf resolves the values to set, and returns a description of them for the label.
func settingOf(e *budgetsession.ChangeTx, in *Setting) (out ledger.Setting, what string, err error) {
	if in.Account != nil {
		account, err := e.AccountByID(*in.Account)
		if err != nil {
			return out, "", err
		}
		out.Account, what = &account.No, "account"
	}
	if in.Category != nil {
		category, err := CategoryRef(e, *in.Category)
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
		if err := checkFlag(*in.FlagColour, ""); err != nil {
			return out, "", err
		}
		out.FlagColour, what = in.FlagColour, "flag"
	}
	if in.Approved != nil {
		out.Approved, what = in.Approved, "approval"
	}
	if in.PayeeName != nil {
		payee, err := payeeToSet(e, *in.PayeeName)
		if err != nil {
			return out, "", err
		}
		out.Payee, what = &payee, "payee"
	}
	if in.Notes != nil {
		if err := in.Notes.check(); err != nil {
			return out, "", err
		}
		out.Notes, what = in.Notes.apply, "notes"
	}
	if what == "" {
		return out, "", apperr.New(apperr.Invalid, "nothing to change").WithHint("choose an account, date, category, cleared state, flag, payee, notes or approval")
	}
	return out, what, nil
}

// payeeToSet finds or creates the payee with a name; 0 for "".
func payeeToSet(e *budgetsession.ChangeTx, name string) (budget.PayeeNo, error) {
	if name = strings.TrimSpace(name); name == "" {
		return 0, nil
	}
	payee, err := e.PayeeNamed(name)
	if err == nil && payee.TransferAccount != 0 {
		return 0, apperr.New(apperr.Invalid, "%q is the payee of an account", payee.Name).Of("payee").WithHint("enter transfers in each transaction")
	}
	return payee.No, err
}

func (n *NotesSetting) check() error {
	switch {
	case utf8.RuneCountInString(n.Text) >= MaxNotes:
		return apperr.New(apperr.Invalid, "they are longer than %d characters", MaxNotes).Of("notes").WithHint("shorten them")
	case n.Append && n.Text == "":
		return apperr.New(apperr.Invalid, "the text to add is missing").Of("notes").WithHint("enter a text")
	}
	return nil
}
