package app

import (
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rules"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// renamed returns a budget from a source document in which the user renamed the bank's payees: two rows of the baker,
// rows of texts with many payees, and a transfer.
func renamed(t *testing.T) *testBudget {
	t.Helper()
	w := testBudgetRecords()
	for i, row := range []struct {
		text  string
		payee budget.PayeeNo
		other budget.AccountNo
		in    budget.AccountNo
	}{
		{"SP*BAKER 0815 ULM", 3, 0, 1},
		{"SP*BAKER 0815 ULM", 3, 0, 1},
		{"CARD", 3, 0, 1},
		{"CARD", 4, 0, 1},
		{"TO THE HOUSE", 2, 3, 1},
		{"KIOSK", 3, 0, 2},
		{"KIOSK", 3, 0, 2},
		{"KIOSK", 3, 0, 1},
		{"KIOSK", 4, 0, 1},
	} {
		no := budget.TxNo(i + 1)
		w.Transactions = append(w.Transactions, budget.Transaction{
			No: no, ID: NewID(), Account: row.in, Date: march.AddDays(-10 - i), Amount: -1000, Payee: row.payee, Cleared: budget.ClearedYes, Approved: true,
			Transfer: budget.Transfer{Account: row.other}, Bank: &budget.Bank{ImportID: row.text + string(rune('a'+i)), PayeeName: row.text, PayeeNameOriginal: row.text},
		})
	}
	imported, local := &w.Transactions[4], budget.Transaction{No: 10, ID: NewID(), Account: 3, Date: march.AddDays(-14), Amount: 1000, Payee: 1, Cleared: budget.ClearedYes, Approved: true}
	imported.Link(0, budget.OtherSide{Side: budget.Side{Tx: local.No}})
	local.Transfer = budget.Transfer{Account: 1, Tx: imported.No}
	w.Transactions = append(w.Transactions, local)
	return importTestBudget(t, t, newApp(t), w)
}

// TestPayeesRenamedInTheSourceAreRecognised imports the same texts by a program and by a file of another account: the
// document's rows decide their payees.
func TestPayeesRenamedInTheSourceAreRecognised(t *testing.T) {
	h := renamed(t)
	h.rule(t, []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleIs, Text: "Baker"}}, rules.Outcome{Category: "food"})
	want := map[string]string{"SP*BAKER 0815 ULM": "Baker", "CARD": "CARD", "TO THE HOUSE": "TO THE HOUSE", "sp*baker 0815 ulm": "sp*baker 0815 ulm"}
	for text, payee := range want {
		account, date, amount := "cash", march, money.Milli(-2000)
		done, made, err := h.a.CreateTransactions(t.Context(), Machine(), h.id, []NewTransaction{{ImportID: "p:" + text, TransactionFields: TransactionFields{Account: &account, Date: &date, Amount: &amount, PayeeName: &text}}})
		h.must(t, done, err)
		row := h.row(t, made.IDs[0])
		if got := h.payee(t, row.Payee); got != payee || row.Transfer.Account != 0 || (row.Category == 2) != (payee == "Baker") || row.Bank.Text() != text {
			t.Errorf("program's row with the text %q has the payee %q, want %q: %+v", text, got, payee, row)
		}
	}
	file := []byte("Date;Payee;Amount\n14.03.2026;SP*BAKER 0815 ULM;-4,50\n14.03.2026;CARD;-3,00\n")
	got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "house", file, bankimport.Options{})
	if err != nil || got.Rows[0].Payee != "Baker" || got.Rows[1].Payee != "CARD" {
		t.Errorf("rows: %+v, want the first with the payee Baker (error %v)", got.Rows, err)
	}
	// A text with many payees in this account stays ambiguous, even if it has one payee in another account.
	kiosk := []byte("Date;Payee;Amount\n14.03.2026;KIOSK;-4,50\n15.03.2026;KIOSK;-4,50\n")
	for account, want := range map[string]string{"bank": "KIOSK", "house": "Baker"} {
		if got, err = h.a.ReadBankFile(t.Context(), Machine(), h.id, account, kiosk, bankimport.Options{}); err != nil || got.Rows[0].Payee != want {
			t.Errorf("account %s: rows %+v, want the payee %q (error %v)", account, got.Rows, want, err)
		}
	}
}

// A payee name sent without an import id is not a bank's text, and a payee id is used as it is.
func TestOnlyImportedTextsSelectPayees(t *testing.T) {
	h := renamed(t)
	account, date, amount, less, text, other := "cash", march, money.Milli(-2000), money.Milli(-3000), "SP*BAKER 0815 ULM", "bakery"
	for what, fields := range map[string]NewTransaction{
		text:     {TransactionFields: TransactionFields{Account: &account, Date: &date, Amount: &amount, PayeeName: &text}},
		"Bakery": {ImportID: "x", TransactionFields: TransactionFields{Account: &account, Date: &date, Amount: &less, Payee: &other, PayeeName: &text}},
	} {
		done, made, err := h.a.CreateTransactions(t.Context(), Machine(), h.id, []NewTransaction{fields})
		h.must(t, done, err)
		if got := h.payee(t, h.row(t, made.IDs[0]).Payee); got != what {
			t.Errorf("row sent with the payee %q has the payee %q", what, got)
		}
	}
}

func (h *testBudget) payee(t *testing.T, no budget.PayeeNo) string {
	t.Helper()
	for _, p := range h.whole(t).Payees {
		if p.No == no {
			return p.Name
		}
	}
	return ""
}
