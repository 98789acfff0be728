package web

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"holdover/internal/app"
)

// Held files are bounded: for one person by their number, for all by their
// size; what is looked at stays.
func TestHeldBankFilesAreBounded(t *testing.T) {
	var held heldBankFiles
	keep := func(user int64, data []byte) string {
		t.Helper()
		id, err := held.keep(&heldBankFile{owner: holder{user: user}, register: "r"}, data)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	is := func(user int64, id string, want bool) {
		t.Helper()
		if _, err := held.find(holder{user: user}, "r", id); (err == nil) != want {
			t.Errorf("%d's file %s: %v, want %v", user, id, err, want)
		}
	}
	first, others := keep(1, []byte("first")), keep(2, []byte("another's"))
	second := keep(1, []byte("second"))
	is(1, first, true) // looked at, so the second is the one looked at longest ago
	for range mostOfOne - 1 {
		keep(1, []byte("more"))
	}
	is(1, second, false)
	is(1, first, true)
	is(2, others, true)
	is(1, others, false)

	large := make([]byte, mostBankFile)
	noise := rand.NewChaCha8([32]byte{})
	_, _ = noise.Read(large)
	for user := range int64(3) {
		is(10+user, keep(10+user, large), true)
	}
	is(1, first, true) // 60 MB of the 64
	last := keep(20, large)
	is(20, last, true)
	is(10, first, false)
	total := 0
	for _, f := range held.files {
		total += len(f.packed)
	}
	if total > mostHeldBankFiles {
		t.Errorf("%d bytes are held", total)
	}
	f, err := held.find(holder{user: 20}, "r", last)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := f.data(); err != nil || !bytes.Equal(data, large) {
		t.Errorf("not what was sent: %v", err)
	}
	held.choose(last, app.BankOptions{Deleted: true})
	if f, err = held.find(holder{user: 20}, "r", last); err != nil || !f.options.Deleted {
		t.Error("what was chosen is gone: ", err)
	}
	held.drop(last)
	is(20, last, false)
}
