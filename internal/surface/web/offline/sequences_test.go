package offline_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// randomSequences returns the number of sequences of a run: 200, or that in HOLDOVER_SEQUENCES. `make attack` runs 1,000.
func randomSequences(t *testing.T) int {
	text := os.Getenv("HOLDOVER_SEQUENCES")
	if text == "" {
		return 200
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal("HOLDOVER_SEQUENCES: ", err)
	}
	return n
}

// sequence is a random sequence of entries on a phone and of what happens in between. Every key that the outbox contained is in the
// journal once, unless the user discarded it.
type sequence struct {
	*phone
	r         *rand.Rand
	steps     []string
	keys      map[string]bool // that were in the outbox
	abandoned map[string]bool // discarded by the user: the server may have saved them before
	overtaken bool            // a page was ended while it sent, so its last request may still be handled beside the next one
}

// TestRandomSequencesLoseAndDoubleNothing enters transactions, edits, deletions, amounts, moves and approvals on a phone, while the
// connection, the server, the page, another user and the role change at random. In the end everything is connected and each
// conflict is answered.
func TestRandomSequencesLoseAndDoubleNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("many sequences in a browser")
	}
	t.Parallel()
	p := newPhones(t, 1)[0]
	p.usePicture()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	entered, saved, sequences := 0, 0, randomSequences(t)
	for i := range sequences {
		s := &sequence{phone: p, r: rand.New(rand.NewPCG(seed, uint64(i))), keys: map[string]bool{}, abandoned: map[string]bool{}}
		p.line.together.Store(0)
		for range 4 + s.r.IntN(8) {
			s.step()
		}
		s.finish()
		saved += s.check()
		entered += len(s.keys)
		if t.Failed() {
			t.Fatalf("seed %d, sequence %d: %v", seed, i, s.steps)
		}
		if i%100 == 99 {
			p.CheckConserved()
		}
	}
	t.Logf("%d entries, %d of them saved", entered, saved)
	if entered < sequences || saved < entered/2 {
		t.Errorf("%d of %d entries were saved: the sequences prove little", saved, entered)
	}
}

// step does one thing.
func (s *sequence) step() {
	s.Helper()
	n, at := s.r.IntN(1_000_000), s.r.IntN(1000)
	switch k := s.r.IntN(26); k {
	case 0, 1, 2:
		s.enter("add", n, at)
	case 3, 4, 5:
		s.enter("edit", n, at)
	case 6:
		s.enter("remove", n, at)
	case 7, 8:
		s.enter("assign", n, at)
	case 9:
		s.enter("move", n, at)
	case 10:
		s.enter("approve", n, at)
	case 11, 12, 13:
		s.log("send")
		s.send()
	case 14:
		s.log("two windows send")
		s.call(nil, `Promise.all([outbox.send(), outbox.send()])`)
	case 15:
		s.log("the page ends while it sends")
		s.overtaken = true
		s.call(nil, `(outbox.send(), 0)`)
		s.kill()
	case 16:
		s.log("the worker sends")
		s.call(nil, `navigator.serviceWorker.ready.then((r) => r.sync.register('outbox')).catch(() => 0)`)
	case 17:
		s.log("offline")
		s.line.off.Store(true)
	case 18, 19:
		s.log("online")
		s.line.off.Store(false)
	case 20:
		s.log("lost responses")
		s.line.lost.Add(int32(1 + s.r.IntN(2)))
	case 21:
		s.log("busy")
		s.line.busy.Add(1)
	case 22:
		s.log("slow")
		s.line.slow.Add(2)
	case 23:
		s.log("the server restarts")
		s.overtaken = true
		s.Env.Stop()
		s.send()
		s.Env.Restart(s)
	case 24:
		s.another(n, at)
	default:
		s.role([]auth.Role{auth.Viewer, auth.Editor, auth.Editor}[s.r.IntN(3)])
	}
	s.observe()
}

func (s *sequence) log(what string) { s.steps = append(s.steps, what) }

func (s *sequence) role(role auth.Role) {
	s.Helper()
	s.log("role " + string(role))
	testkit.NoError(s, s.Env.App.SetShare(s.Context(), app.Machine(), s.ID, "Ben", role))
}

// enter puts a change into the outbox. A deletion can end the entries of its transaction that were never sent.
func (s *sequence) enter(what string, n, at int) {
	s.Helper()
	s.log(fmt.Sprint(what, " ", n, " ", at))
	var got *waitingEntry
	before := s.state()
	s.call(&got, fmt.Sprintf(`phone.%s(id, %d, %d)`, what, n, at))
	if got != nil {
		s.keys[got.Key] = true
		return
	}
	s.giveUp(before)
}

// giveUp notes the keys that have left the outbox because the user wanted it.
func (s *sequence) giveUp(before phoneState) {
	s.Helper()
	after := s.state()
	for _, e := range before.Waiting {
		s.keys[e.Key] = true
		if !slices.ContainsFunc(after.Waiting, func(now waitingEntry) bool { return now.Key == e.Key }) {
			s.abandoned[e.Key] = true
		}
	}
}

// observe notes the keys of the outbox.
func (s *sequence) observe() {
	s.Helper()
	for _, e := range s.state().Waiting {
		s.keys[e.Key] = true
	}
}

// another lets the other user change the data, or the phone get the present data.
func (s *sequence) another(n, at int) {
	s.Helper()
	a, m := s.Env.App, app.Machine()
	switch s.r.IntN(5) {
	case 0:
		s.log("sync")
		s.call(nil, `outbox.sync(id)`)
	case 1:
		s.log("the other adds")
		_, _, err := a.AddRow(s.Context(), m, s.ID, rows.Entry{Account: s.FirstAccount(), Date: today(), Amount: -money.Milli(n / 10 * 10), PayeeName: "Other", Cleared: "uncleared"})
		testkit.NoError(s, err)
	case 2, 3:
		var seen []struct{ ID, Account, Date string }
		s.call(&seen, `phone.rows(id)`)
		row := seen[at%len(seen)]
		if s.r.IntN(3) == 0 {
			s.log("the other deletes")
			_, _ = a.DeleteRows(s.Context(), m, s.ID, rows.These(row.ID), true) // it may not exist yet
			return
		}
		s.log("the other edits")
		_, _ = a.EditRow(s.Context(), m, s.ID, row.ID, rows.Entry{
			Account: row.Account, Date: today(), Amount: -money.Milli(n / 10 * 10), PayeeName: "Other", Cleared: "uncleared",
		}, "", true)
	default:
		s.log("the other undoes")
		list := testkit.Must(a.History(s.Context(), m, s.ID, 0, 4))(s)
		for _, e := range list {
			if e.Undoable && !e.Undone && e.Reverses == 0 {
				_, _ = a.Undo(s.Context(), m, s.ID, e.Change) // a later change may depend on it
				return
			}
		}
	}
}

// finish connects everything and answers each conflict, until the outbox is empty.
func (s *sequence) finish() {
	s.Helper()
	s.line.restore()
	s.role(auth.Editor)
	answered := map[string]string{}
	for try := 0; ; try++ {
		s.send()
		s.observe()
		before := s.state()
		if len(before.Waiting) == 0 {
			break
		}
		if try > 30 {
			s.Fatalf("the outbox does not become empty: %v", before.Waiting)
		}
		for _, e := range before.Waiting {
			if e.Fault != nil && e.Fault.Code != "" && e.Fault.Code == answered[e.Key] {
				s.Errorf("the user has answered %v, and is asked again", e)
			}
			switch {
			case e.Fault == nil:
			case try < 20 && s.r.IntN(2) == 0 && (e.Fault.Code == "changed-meanwhile" || e.Fault.Guarded > 0):
				s.log("use mine")
				answered[e.Key] = e.Fault.Code
				s.call(nil, fmt.Sprintf(`outbox.overwrite(%d)`, e.Seq))
			case try < 20 && s.r.IntN(2) == 0:
				s.log("try again")
				s.call(nil, fmt.Sprintf(`outbox.retry(%d)`, e.Seq))
			default:
				s.log("keep theirs")
				waiting := s.state()
				s.call(nil, fmt.Sprintf(`outbox.discard(%d)`, e.Seq))
				s.giveUp(waiting)
			}
			s.observe()
		}
	}
	s.call(nil, `outbox.sync(id)`)
}

// check compares with the journal, and returns the number of saved entries.
func (s *sequence) check() (saved int) {
	s.Helper()
	journal, state := s.journal(), s.state()
	numbers := map[string]int64{}
	for _, e := range state.Saved {
		numbers[e.Key] = e.Change
	}
	for _, key := range slices.Sorted(maps.Keys(s.keys)) {
		changes := journal[key]
		number, isSaved := numbers[key]
		switch {
		case len(changes) > 1:
			s.Errorf("the entry %s is in the journal %d times", key, len(changes))
		case s.abandoned[key]:
		case !isSaved:
			s.Errorf("the entry %s is neither in the outbox nor saved", key)
		case number != 0 && len(changes) != 1:
			s.Errorf("the entry %s, saved as change %d, is not in the journal", key, number)
		case number != 0 && changes[0] != number:
			s.Errorf("the entry %s is change %d of the journal, and %d on the phone", key, changes[0], number)
		default:
			saved++
		}
	}
	if most := s.line.together.Load(); most > 1 && !s.overtaken {
		s.Errorf("%d requests of the outbox were sent at the same time", most)
	}
	return saved
}
