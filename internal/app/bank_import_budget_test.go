package app

import (
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/migration"
)

// TestNextStatementOfABudgetMadeFromBankFiles: a budget made from a bank file has the import ids of the bank, so that
// importing a later file, which repeats some rows, adds the new ones only.
func TestNextStatementOfABudgetMadeFromBankFiles(t *testing.T) {
	a := newApp(t)
	statement := func(balance, day, rows string) string {
		return "OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>DE1</BANKACCTFROM><BANKTRANLIST>" + rows +
			"</BANKTRANLIST><LEDGERBAL><BALAMT>" + balance + "<DTASOF>" + day + "</LEDGERBAL></STMTRS></OFX>"
	}
	row := func(date, amount, id, name string) string {
		return "<STMTTRN><DTPOSTED>" + date + "<TRNAMT>" + amount + id + "<NAME>" + name + "</STMTTRN>"
	}
	march := row("20260302", "-4.50", "<FITID>17", "Bakery") + row("20260303", "-3.00", "", "Kiosk") + row("20260303", "-3.00", "", "Kiosk")
	made, err := a.Import(t.Context(), Machine(), strings.NewReader(statement("90.00", "20260331", march)), migration.ImportOptions{Name: "Mine", FileName: "march.ofx"})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := a.Accounts(t.Context(), Machine(), made.Budget.ID)
	if err != nil || len(accounts) != 1 || accounts[0].Balance != 90_000 {
		t.Fatalf("the accounts are %+v (error %v), want one with the bank's balance", accounts, err)
	}
	april := statement("80.00", "20260430", march+row("20260402", "-10.00", "<FITID>18", "Bakery"))
	for _, added := range []int{1, 0} {
		_, result, err := a.ImportBankFile(t.Context(), Machine(), made.Budget.ID, accounts[0].ID, []byte(april), bankimport.Options{})
		if err != nil || result.Added != added || result.ImportedBefore != 4-added {
			t.Errorf("importing the next file: %+v (error %v), want %d added", result, err, added)
		}
	}
}
