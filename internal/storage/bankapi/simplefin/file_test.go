package simplefin_test

import (
	"testing"

	"holdover/internal/logic/bankfile"
	"holdover/internal/testing/simplefintest"
	"holdover/internal/testing/testkit"
)

const ofxFile = `OFXHEADER:100
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261120120000<TRNAMT>-12.34<FITID>t-1<NAME>Joe's Café &amp; Bar<MEMO>card 1234</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261125<TRNAMT>2500.00<FITID>t-2<NAME>Payroll</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261126<TRNAMT>-3<NAME>Fee</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261126<TRNAMT>-3<NAME>Fee</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>100.23<DTASOF>20261129</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

// The same transactions give the same rows, with the same import ids, as a file and through the connection.
func TestRowsEqualThoseOfAFile(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) {
		s.Accounts[0].Rows = []simplefintest.Row{
			{ID: "t-1", Posted: at(2026_11_20, 12), Amount: "-12.34", Description: "Joe's Café & Bar", Memo: "card 1234"},
			{ID: "t-2", Posted: at(2026_11_25, 12), Amount: "2500.00", Description: "Payroll", Payee: "Payroll"},
			{Posted: at(2026_11_26, 0), Amount: "-3.00", Description: "Fee"},
			{Posted: at(2026_11_26, 0), Amount: "-3.00", Description: "Fee"},
		}
	})
	s := fetch(t, open(t, server, o), wanted("ACT-1", 2026_11_01))
	file := testkit.Must(bankfile.Read([]byte(ofxFile), bankfile.Options{}))(t).Statements[0]
	fetched := testkit.Must(bankfile.Read(testkit.Must(bankfile.EncodeFetched(&s.Statement))(t), bankfile.Options{}))(t).Statements[0]
	if len(file.Rows) != 4 || len(fetched.Rows) != 4 || *file.Closing != *fetched.Closing || file.Currency != fetched.Currency {
		t.Fatalf("the file has %+v, the connection %+v", file, fetched)
	}
	for i, want := range file.Rows {
		got := fetched.Rows[i]
		if got.ImportID != want.ImportID || got.Date != want.Date || got.Amount != want.Amount || got.Payee != want.Payee || got.Memo != want.Memo {
			t.Errorf("row %d is %+v, in the file %+v", i+1, got, want)
		}
	}
}
