package ynabdoc

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// memorySpill is a Spill in memory. If it is damaged, ReadAt returns other bytes than those written.
type memorySpill struct {
	bytes.Buffer
	damaged bool
}

func (s *memorySpill) ReadAt(p []byte, at int64) (int, error) {
	n, err := bytes.NewReader(s.Bytes()).ReadAt(p, at)
	if s.damaged {
		for i := range p[:n] {
			p[i] = 0xff
		}
	}
	return n, err
}

// failingSpill is a Spill that cannot be written to.
type failingSpill struct{ err error }

func (s failingSpill) Write([]byte) (int, error)         { return 0, s.err }
func (s failingSpill) ReadAt([]byte, int64) (int, error) { return 0, io.EOF }

// handmadePlan is the name of a document with rows that have few, many, and unknown members.
const handmadePlan = "handmade"

// plansToSpill returns plan documents by name: those of planFiles and handmadePlan.
func plansToSpill(t *testing.T) map[string]string {
	t.Helper()
	unknownMembers := `{"id":"t1","date":"2024-01-02","amount":-5,"account_id":"a","flag":"red","memo":null,"approved":false,"deleted":false,"what":{"is":[1]},"debt_transaction_type":7}`
	nestedParts := `{"id":"11111111-2222-3333-4444-55555555555F","date":"2024-01-02","amount":-5,"account_id":"11111111-2222-3333-4444-55555555555f","subtransactions":[{"id":"s","amount":-5,"x":1},{"id":"s2","amount":0,"deleted":true}]}`
	plans := map[string]string{handmadePlan: `{"plan":{"id":"p","name":"n","subtransactions":[{"id":"s3","transaction_id":"t1","amount":3}],"transactions":[` + unknownMembers + "," + nestedParts + "," + unknownMembers + `]}}`}
	for name, text := range planFiles(t) {
		plans[name] = string(text)
	}
	return plans
}

// Rows from a spill file equal those in memory, in order and by index.
func TestRowsFromASpillFileEqualThoseInMemory(t *testing.T) {
	for name, text := range plansToSpill(t) {
		inMemory, err := Decode(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: decode in memory: %v", name, err)
		}
		spilled, err := DecodeWith(strings.NewReader(text), Options{Spill: &memorySpill{}})
		if err != nil {
			t.Fatalf("%s: decode with a spill file: %v", name, err)
		}
		got, want := &spilled.Plan, &inMemory.Plan
		if len(got.Transactions)+len(got.Subtransactions) > 0 {
			t.Errorf("%s: got %d rows and %d parts in memory, want none", name, len(got.Transactions), len(got.Subtransactions))
		}
		rows, parts := got.CountTransactions(), got.CountSubtransactions()
		if rows != len(want.Transactions) || parts != len(want.Subtransactions) {
			t.Errorf("%s: got %d rows and %d parts in the spill file, want %d and %d", name, rows, parts, len(want.Transactions), len(want.Subtransactions))
		}
		for i, inOrder := range got.EachTransaction() {
			if !reflect.DeepEqual(inOrder, &want.Transactions[i]) {
				t.Errorf("%s: got row %d in order %+v, want %+v", name, i, inOrder, &want.Transactions[i])
			}
			fromTheEnd := rows - 1 - i
			if byIndex := got.Transaction(fromTheEnd); !reflect.DeepEqual(byIndex, want.Transactions[fromTheEnd]) {
				t.Errorf("%s: got row %d by index %+v, want %+v", name, fromTheEnd, byIndex, want.Transactions[fromTheEnd])
			}
		}
		for i := range parts {
			if part := got.Subtransaction(i); !reflect.DeepEqual(part, want.Subtransactions[i]) {
				t.Errorf("%s: got part %d %+v, want %+v", name, i, part, want.Subtransactions[i])
			}
		}
		if err := got.Err(); err != nil {
			t.Errorf("%s: read the spill file: %v", name, err)
		}
		checkIndex(t, name, got.Index(), want)
		if name == handmadePlan && (!got.SameTransactions(0, 2) || got.SameTransactions(0, 1) || !want.SameTransactions(0, 2)) {
			t.Errorf("%s: rows 0 and 2 are equal: got %t from the spill file, %t in memory, want true; rows 0 and 1 are equal: got %t, want false",
				name, got.SameTransactions(0, 2), want.SameTransactions(0, 2), got.SameTransactions(0, 1))
		}
	}
}

// checkIndex checks that an index finds the same rows as the index of a plan in memory.
func checkIndex(t *testing.T, name string, got *Index, inMemory *Plan) {
	t.Helper()
	want := inMemory.Index()
	for i := range inMemory.Transactions {
		r := &inMemory.Transactions[i]
		wantFirst, _ := want.Find(r.ID, r.Deleted)
		if inMemory.Transactions[wantFirst].ID != r.ID {
			t.Errorf("%s: the index in memory finds row %d for the id %s, want a row with that id", name, wantFirst, r.ID)
		}
		if first, found := got.Find(r.ID, r.Deleted); !found || first != wantFirst {
			t.Errorf("%s: got row %d (found: %t) as the first with the id %s, want row %d", name, first, found, r.ID, wantFirst)
		}
		if !r.Deleted && got.First(i, r.ID) != wantFirst {
			t.Errorf("%s: got row %d as the first with the id of row %d, want row %d", name, got.First(i, r.ID), i, wantFirst)
		}
	}
	if first, found := got.Find("nobody", false); found {
		t.Errorf("%s: got row %d for an id that no row has, want none", name, first)
	}
}

// Decoding returns an error of writing the spill file. Plan.Err returns an error of reading it.
func TestErrorsOfTheSpillFileAreReported(t *testing.T) {
	text := plansToSpill(t)[handmadePlan]
	diskFull := errors.New("no space left on device")
	if _, err := DecodeWith(strings.NewReader(text), Options{Spill: failingSpill{diskFull}}); !errors.Is(err, diskFull) {
		t.Errorf("full disk: got error %v, want %v", err, diskFull)
	}
	for name, spill := range map[string]*memorySpill{"truncated": {}, "damaged": {damaged: true}} {
		doc, err := DecodeWith(strings.NewReader(text), Options{Spill: spill})
		if err != nil {
			t.Fatal(err)
		}
		if name == "truncated" {
			spill.Truncate(10)
		}
		for range doc.Plan.EachTransaction() {
		}
		if doc.Plan.Err() == nil || !strings.Contains(doc.Plan.Err().Error(), "temporary folder") {
			t.Errorf("%s: got error %v, want one about the temporary folder", name, doc.Plan.Err())
		}
	}
}
