package ynabdoc

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// memorySpill is a Spill in memory.
type memorySpill struct {
	bytes.Buffer
	spoil bool
}

func (s *memorySpill) ReadAt(p []byte, at int64) (int, error) {
	n, err := bytes.NewReader(s.Bytes()).ReadAt(p, at)
	if s.spoil {
		for i := range p[:n] {
			p[i] = 0xff
		}
	}
	return n, err
}

// rowsAlike returns documents with rows that have few, many, and unknown members.
func rowsAlike(t *testing.T) map[string]string {
	t.Helper()
	odd := `{"id":"t1","date":"2024-01-02","amount":-5,"account_id":"a","flag":"red","memo":null,"approved":false,"deleted":false,"what":{"is":[1]},"debt_transaction_type":7}`
	nested := `{"id":"11111111-2222-3333-4444-55555555555F","date":"2024-01-02","amount":-5,"account_id":"11111111-2222-3333-4444-55555555555f","subtransactions":[{"id":"s","amount":-5,"x":1},{"id":"s2","amount":0,"deleted":true}]}`
	all := map[string]string{"made": `{"plan":{"id":"p","name":"n","subtransactions":[{"id":"s3","transaction_id":"t1","amount":3}],"transactions":[` + odd + "," + nested + "," + odd + `]}}`}
	for name, text := range planFiles(t) {
		all[name] = string(text)
	}
	return all
}

// Rows from a spill file equal those in memory, in order and by index.
func TestRowsFromASpillFileEqualThoseInMemory(t *testing.T) {
	for name, text := range rowsAlike(t) {
		inMemory, err := Decode(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: decode in memory: %v", name, err)
		}
		spill := &memorySpill{}
		got, err := DecodeWith(strings.NewReader(text), Options{Spill: spill})
		if err != nil {
			t.Fatalf("%s: decode with a spill file: %v", name, err)
		}
		rows, parts := got.Plan.CountTransactions(), got.Plan.CountSubtransactions()
		if len(got.Plan.Transactions)+len(got.Plan.Subtransactions) > 0 || rows != len(inMemory.Plan.Transactions) || parts != len(inMemory.Plan.Subtransactions) {
			t.Errorf("%s: the spill file has %d rows and %d parts", name, rows, parts)
		}
		for i, r := range got.Plan.EachTransaction() {
			again, want := got.Plan.Transaction(rows-1-i), &inMemory.Plan.Transactions[i]
			if !reflect.DeepEqual(r, want) || !reflect.DeepEqual(again, inMemory.Plan.Transactions[rows-1-i]) {
				t.Errorf("%s: row %d is %+v, want %+v", name, i, r, want)
			}
		}
		for i := range parts {
			if s := got.Plan.Subtransaction(i); !reflect.DeepEqual(s, inMemory.Plan.Subtransactions[i]) {
				t.Errorf("%s: part %d is %+v", name, i, s)
			}
		}
		if err := got.Plan.Err(); err != nil {
			t.Errorf("%s: read the spill file: %v", name, err)
		}
		index, wanted := got.Plan.Index(), inMemory.Plan.Index()
		for i := range inMemory.Plan.Transactions {
			r := &inMemory.Plan.Transactions[i]
			want, _ := wanted.Find(r.ID, r.Deleted)
			if first, found := index.Find(r.ID, r.Deleted); !found || first != want || inMemory.Plan.Transactions[want].ID != r.ID {
				t.Errorf("%s: the first row of %s is %d, want %d", name, r.ID, first, want)
			}
			if !r.Deleted && index.First(i, r.ID) != want {
				t.Errorf("%s: row %d comes after %d, want %d", name, i, index.First(i, r.ID), want)
			}
		}
		if _, found := index.Find("nobody", false); found {
			t.Error("a missing id is found")
		}
		if name == "made" && (!got.Plan.SameTransactions(0, 2) || got.Plan.SameTransactions(0, 1) || !inMemory.Plan.SameTransactions(0, 2)) {
			t.Error("equal rows are not recognised as equal")
		}
	}
}

// Errors of the spill file are reported: during decoding by its error, afterwards by Err.
func TestErrorsOfTheSpillFileAreReported(t *testing.T) {
	text := rowsAlike(t)["made"]
	full := errors.New("no room")
	if _, err := DecodeWith(strings.NewReader(text), Options{Spill: failingSpill{full}}); !errors.Is(err, full) {
		t.Error(err)
	}
	for name, spill := range map[string]*memorySpill{"cut off": {}, "spoilt": {spoil: true}} {
		doc, err := DecodeWith(strings.NewReader(text), Options{Spill: spill})
		if err != nil {
			t.Fatal(err)
		}
		if !spill.spoil {
			spill.Truncate(10)
		}
		for range doc.Plan.EachTransaction() {
		}
		if doc.Plan.Err() == nil || !strings.Contains(doc.Plan.Err().Error(), "temporary folder") {
			t.Errorf("%s: error %v, want one about the temporary folder", name, doc.Plan.Err())
		}
	}
}

type failingSpill struct{ fails error }

func (s failingSpill) Write([]byte) (int, error)         { return 0, s.fails }
func (s failingSpill) ReadAt([]byte, int64) (int, error) { return 0, io.EOF }
