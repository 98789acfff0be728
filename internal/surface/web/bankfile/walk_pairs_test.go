package bankfile_test

import (
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// pairFiles are two files of one account: the second lists a tip, a changed id and a new transaction.
var pairFiles = []string{
	"OFXHEADER:100\n<OFX>" + ofxAccount("DE11 0001", "<STMTTRN><DTPOSTED>20261101<TRNAMT>-20.00<FITID>P1<NAME>Restaurant</STMTTRN><STMTTRN><DTPOSTED>20261103<TRNAMT>-45.10<FITID>P2<NAME>Super Market 1234 BERLIN</STMTTRN>") + "</OFX>",
	"OFXHEADER:100\n<OFX>" + ofxAccount("DE11 0002", "<STMTTRN><DTPOSTED>20261102<TRNAMT>-24.00<FITID>P1<NAME>Restaurant</STMTTRN><STMTTRN><DTPOSTED>20261103<TRNAMT>-45.10<FITID>Q2<NAME>Super Market 1234 BERLIN</STMTTRN>"+
		"<STMTTRN><DTPOSTED>20261104<TRNAMT>-3.00<FITID>Q3<NAME>Kiosk</STMTTRN>") + "</OFX>",
}

// TestWalkPossibleDuplicates decides about possible duplicates and accepts a warning, in each colour scheme and
// width.
func TestWalkPossibleDuplicates(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range walk.Looks {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			page := bankPage(t, world, w.ID, "Savings")
			w.Open(page)
			chooseFile(w, bankFileAt(t, "october.ofx", pairFiles[0]))
			w.Click("Import 2 transactions")
			w.See("Imported 2 transactions from october.ofx into Savings; 0 duplicates")
			w.Open(page)
			chooseFile(w, bankFileAt(t, "november.ofx", pairFiles[1]))
			w.See("3 transactions: 1 new, 2 possible duplicates")
			w.See("The bank's id is the same, but the amount differs.")
			w.See("Match existing, which gets the bank's amount.")
			w.See("The file is for account DE11 0002")
			browsertest.Shot(t, w.Tab, "bank-pairs-"+l.Name)
			walk.Check(t, w.Tab, "possible duplicates")
			w.Click("Import 1 transaction, match 2")
			w.See("Nothing was imported")
			w.See("2 possible duplicates")
			w.Eval(`document.getElementById('take-2').click()`)
			w.Settle()
			w.See("3 transactions: 1 new, 2 possible duplicates")
			w.Click("Import anyway")
			w.Click("Import 2 transactions, match 1")
			w.See("Imported 2 transactions from november.ofx into Savings; 1 duplicate")
			w.CheckConserved()
		})
	}
}
