package actualfile_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/cardmode"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/model/budget"
	"holdover/internal/storage/actualfile"
	"holdover/internal/testing/testkit"
)

// export writes a budget as an export of Actual.
func export(t testing.TB, w *budget.Whole) ([]byte, []exporter.Omitted) {
	t.Helper()
	var out bytes.Buffer
	omitted, err := actualfile.Write(&out, exportertest.FromWhole(w, envelope.Compute(envelope.SnapshotOf(w))))
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), omitted
}

// A budget of the peer is imported, written again and opened in the peer: all figures are those from before.
func TestPeerOpensWhatCameFromIt(t *testing.T) {
	theirs, first := openInPeer(t, testkit.Plan(t, "--seed", "79", "--years", "2", "--tx", "400", "--cards", "1", "--currency", "EUR", "--plain"), "--live")
	ours := importExport(t, first)
	written, omitted := export(t, ours.Whole)
	t.Logf("omitted: %+v", omitted)
	path := filepath.Join(t.TempDir(), "written.zip")
	if err := os.WriteFile(path, written, 0o600); err != nil {
		t.Fatal(err)
	}
	again, second := openInPeer(t, path)
	ours.comparePeer(t, again)
	compareRows(t, theirs, again)
	back := importExport(t, second)
	back.checkEqual(t)
	back.comparePeer(t, theirs)
}

// compareRows compares what the peer shows of all transactions, in order, and of the schedules.
func compareRows(t *testing.T, before, after *dump) {
	t.Helper()
	if len(before.Rows) != len(after.Rows) {
		t.Fatalf("the peer shows %d transactions and parts, want %d", len(after.Rows), len(before.Rows))
	}
	byAccount := func(d *dump) map[string][]string {
		all := map[string][]string{}
		for _, r := range d.Rows {
			all[r.Account] = append(all[r.Account], fmt.Sprint(r.ID, r.Date, r.Amount, r.Notes, r.Category, r.Payee, r.IsParent, r.ParentID, r.TransferID, r.Cleared, r.Reconciled, r.ImportedID))
		}
		return all
	}
	if diff := cmp.Diff(byAccount(before), byAccount(after)); diff != "" {
		t.Errorf("the transactions differ (-before +after):\n%s", diff)
	}
	schedules := func(d *dump) map[string]string {
		all := map[string]string{}
		for _, s := range d.Schedules {
			all[fmt.Sprint(s["id"])] = fmt.Sprint(s["next_date"], s["posts_transaction"], s["payee"], s["account"], s["amount"])
		}
		return all
	}
	if diff := cmp.Diff(schedules(before), schedules(after)); diff != "" {
		t.Errorf("the schedules differ (-before +after):\n%s", diff)
	}
}

// Amounts that Actual cannot store are refused with the first records that have them; nothing is written.
func TestFineAmountsAreRefused(t *testing.T) {
	w := household(t, 204)
	w.Transactions[0].Parts, w.Transactions[0].Amount = nil, 12_345
	var out bytes.Buffer
	_, err := actualfile.Write(&out, exportertest.FromWhole(w, envelope.Compute(envelope.SnapshotOf(w))))
	if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "12.345 in "+w.Accounts[w.Transactions[0].Account-1].Name) || out.Len() > 0 {
		t.Errorf("the error is %v and %d bytes were written, want one that names the transaction and none", err, out.Len())
	}
}

// A budget with card envelopes is written with cards as ordinary accounts. Its envelopes for cards, and the months whose
// figures differ in Actual because of them, are listed.
func TestCardEnvelopesAreListed(t *testing.T) {
	w := household(t, 205)
	n := len(w.Groups) + len(w.Categories)
	cardmode.KeepIn(w, func() string { n++; return fmt.Sprint("card-", n) })
	packed, omitted := export(t, w)
	got := map[string]exporter.Omitted{}
	for _, o := range omitted {
		got[o.What] = o
	}
	if o := got["envelopes for credit cards (in Actual a card is an account like any other)"]; o.Count == 0 {
		t.Errorf("the envelopes of cards are not listed: %+v", omitted)
	}
	back := importExport(t, packed)
	back.checkEqual(t)
	ours, theirs, differ := envelope.Compute(envelope.SnapshotOf(w)), envelope.Compute(envelope.SnapshotOf(back.Whole)), 0
	for m := ours.First; m <= ours.Last(); m++ {
		if ours.Month(m).ToBudget != theirs.Month(m).ToBudget {
			differ++
		}
	}
	if o := got["months whose To Budget differs in Actual"]; o.Count != differ || differ == 0 {
		t.Errorf("%d months are listed as different, want %d (more than 0)", o.Count, differ)
	}
}
