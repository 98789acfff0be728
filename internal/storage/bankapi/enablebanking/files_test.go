package enablebanking_test

import (
	"testing"

	"holdover/internal/logic/bankfile"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/testkit"
)

const camtEntry = `<Ntry><Amt Ccy="EUR">12.30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt><AcctSvcrRef>r3</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Kahvila Ääni</Nm></Cdtr><Dbtr><Nm>Account Holder</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Card 1234</Ustrd><Ustrd>Helsinki</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">2500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Account Holder</Nm></Cdtr><Dbtr><Nm>Employer</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Salary</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><AcctSvcrRef>r1</AcctSvcrRef>
<NtryDtls><TxDtls><RmtInf><Ustrd>Monthly fee</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`

const camtFile = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>FI2112345600000785</IBAN></Id><Ccy>EUR</Ccy></Acct>` + camtEntry + `</Stmt></BkToCstmrStmt></Document>`

// The same bookings give the same rows, with the same import ids, as a file and through the connection.
func TestRowsEqualThoseOfAFile(t *testing.T) {
	e := newEnv(t)
	e.book(
		enabletest.Transaction{Reference: "r3", Date: "2026-11-27", Amount: "-12.30", Party: "Kahvila Ääni", Lines: []string{"Card 1234", "Helsinki"}},
		enabletest.Transaction{Date: "2026-11-20", Amount: "2500.00", Party: "Employer", Lines: []string{"Salary"}, Extra: map[string]any{"reference_number": "RF18"}},
		enabletest.Transaction{Reference: "r1", Date: "2026-11-02", Amount: "-3.00", Lines: []string{"Monthly fee"}},
	)
	st, _ := fetch(t, e.open(t))
	file := testkit.Must(bankfile.Read([]byte(camtFile), bankfile.Options{}))(t).Statements[0]
	fetched := testkit.Must(bankfile.Read(testkit.Must(bankfile.EncodeFetched(&st.Statement))(t), bankfile.Options{}))(t).Statements[0]
	if file.Account != fetched.Account || file.Currency != fetched.Currency || len(file.Rows) != 3 || len(fetched.Rows) != 3 {
		t.Fatalf("the file has %+v, the connection %+v", file, fetched)
	}
	for i, want := range file.Rows {
		got := fetched.Rows[i]
		got.Line, want.Line = 0, 0
		if got.ImportID != want.ImportID || got.Date != want.Date || got.Amount != want.Amount || got.Payee != want.Payee || got.Memo != want.Memo {
			t.Errorf("row %d is %+v, in the file %+v", i+1, got, want)
		}
	}
}
