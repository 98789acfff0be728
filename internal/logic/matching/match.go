package matching

import (
	"context"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// matcher compares incoming rows with existing transactions.
type matcher struct {
	ctx      context.Context
	incoming []Row
	existing []Row
	judge    func(*signs) (Verdict, Reason)
	forms    []form
	isTyped  []bool           // one for each existing transaction
	byID     map[string][]int // forms by the ids of the incoming rows
	byAmount map[money.Milli]map[place]candidates
	names    map[string]int // numbers of the incoming payees and texts
	isPaired []bool         // one for each existing transaction
	results  []Result
	words    wordCache

	first, last    int // first and last day of the file
	lastReconciled int // day of the last reconciled transaction
}

// form is one form of an existing transaction: its present one, or one in which the bank has listed it.
type form struct {
	row    int // index in existing
	day    int
	amount money.Milli
	id     string
	text   string
}

// place is a day and the number of a payee or text, or anyPayee.
type place struct {
	day  int
	name int
}

const anyPayee = -1

// candidates are the forms of one amount, day and payee by group. Transactions of one group get the same verdict, so
// that only a few of each are compared.
type candidates map[group][]int

// group contains the properties that determine a verdict in addition to amount, day and payee.
type group struct {
	of         kind
	isTyped    bool
	isTransfer bool
	isForeign  bool
	cleared    budget.Cleared
}

func newMatcher(ctx context.Context, incoming, existing []Row, judge func(*signs) (Verdict, Reason)) *matcher {
	m := &matcher{
		ctx: ctx, incoming: incoming, existing: existing, judge: judge, isTyped: make([]bool, len(existing)), byID: map[string][]int{},
		byAmount: map[money.Milli]map[place]candidates{}, names: map[string]int{}, isPaired: make([]bool, len(existing)),
		results: make([]Result, len(incoming)), words: wordCache{},
	}
	for i := range incoming {
		m.addIncoming(i)
	}
	for i := range existing {
		m.addExisting(i)
	}
	return m
}

func dayNumber(d civil.Date) int { return int(d.Time().Unix() / (24 * 60 * 60)) }

func (m *matcher) addIncoming(i int) {
	r := &m.incoming[i]
	m.results[i].Existing = -1
	if day := dayNumber(r.Date); i == 0 {
		m.first, m.last = day, day
	} else {
		m.first, m.last = min(m.first, day), max(m.last, day)
	}
	if r.ImportID != "" {
		m.byID[r.ImportID] = nil
	}
	if m.byAmount[r.Amount] == nil {
		m.byAmount[r.Amount] = map[place]candidates{}
	}
	for _, name := range []string{r.Payee, r.Text} {
		if _, is := m.names[name]; !is {
			m.names[name] = len(m.names)
		}
	}
}

func (m *matcher) addExisting(i int) {
	r := &m.existing[i]
	m.isTyped[i] = r.ImportID == "" && len(r.Listed) == 0
	if r.Cleared == budget.Reconciled {
		m.lastReconciled = max(m.lastReconciled, dayNumber(r.Date))
	}
	own := form{i, dayNumber(r.Date), r.Amount, r.ImportID, r.Text}
	if day, amount, is := counted(r.ImportID).parse(); is { // the user may have changed date and amount since
		own.day, own.amount = dayNumber(day), amount
	}
	m.addForm(own)
	for _, l := range r.Listed {
		m.addForm(form{i, dayNumber(l.Date), l.Amount, l.ImportID, budget.NameKey(l.Text)})
	}
}

func (m *matcher) addForm(f form) {
	no := len(m.forms)
	m.forms = append(m.forms, f)
	if list, is := m.byID[f.id]; is && f.id != "" {
		m.byID[f.id] = append(list, no)
	}
	places := m.byAmount[f.amount]
	if places == nil {
		return
	}
	r := &m.existing[f.row]
	g := group{kindOf(f.id), m.isTyped[f.row], r.IsTransfer, r.IsForeign, r.Cleared}
	add := func(at place) {
		if places[at] == nil {
			places[at] = candidates{}
		}
		places[at][g] = append(places[at][g], no)
	}
	add(place{f.day, anyPayee})
	payee, isPayee := m.names[r.Payee]
	if isPayee && r.Payee != "" {
		add(place{f.day, payee})
	}
	if text, is := m.names[f.text]; is && f.text != "" && (!isPayee || text != payee) {
		add(place{f.day, text})
	}
}

// signs compares an incoming row with a form of an existing transaction.
func (m *matcher) signs(i int, f *form) signs {
	in, e := &m.incoming[i], &m.existing[f.row]
	day := dayNumber(in.Date)
	s := signs{
		isSameAmount: in.Amount == f.amount, isOtherWay: (in.Amount < 0) != (f.amount < 0), days: max(day-f.day, f.day-day), payee: m.payeeSign(in, f),
		isTyped: m.isTyped[f.row], cleared: e.Cleared, isTransfer: e.IsTransfer, isKnown: in.IsKnown, isInSpan: m.first <= f.day && f.day <= m.last,
		isAfterReconciled: day > m.lastReconciled,
	}
	switch of := kindOf(in.ImportID); {
	case of == noImport || of == countedID: // a counted id contains only date and amount
	case in.ImportID == f.id:
		s.id = sameID
	case of == bankID && kindOf(f.id) == bankID:
		s.id = otherID
	}
	return s
}

// checkEvery is the number of rows between two checks of the context.
const checkEvery = 1024

// mostLookedAt limits the forms of one group that are compared with a row.
const mostLookedAt = 32

// pairByID pairs rows with transactions that have the same bank id.
func (m *matcher) pairByID(applies func(*signs) bool) {
	for i := range m.incoming {
		if i%checkEvery == 0 && m.ctx.Err() != nil {
			return
		}
		if m.results[i].Existing >= 0 || m.incoming[i].ImportID == "" {
			continue
		}
		best := Result{Existing: -1}
		for _, no := range free(m.byID, m.incoming[i].ImportID, m.isFormPaired) {
			f := &m.forms[no]
			if s := m.signs(i, f); s.id == sameID && applies(&s) {
				m.consider(&best, &s, f)
			}
		}
		m.pair(i, best)
	}
}

// pairByAmount pairs rows with transactions of the same amount if their payees agree at least to the given degree. It
// processes all rows for each distance in days, so that an exact pair of one row precedes a near pair of another.
func (m *matcher) pairByAmount(least payeeSign, days int) {
	for apart := 0; apart <= days; apart++ {
		for i := range m.incoming {
			if i%checkEvery == 0 && m.ctx.Err() != nil {
				return
			}
			places := m.byAmount[m.incoming[i].Amount]
			if m.results[i].Existing >= 0 || len(places) == 0 {
				continue
			}
			day := dayNumber(m.incoming[i].Date)
			best := Result{Existing: -1}
			m.look(&best, i, places, day+apart, least)
			if apart > 0 && best.Existing < 0 {
				m.look(&best, i, places, day-apart, least)
			}
			m.pair(i, best)
		}
	}
}

// look compares a row with the transactions of one amount and day.
func (m *matcher) look(best *Result, i int, places map[place]candidates, day int, least payeeSign) {
	names := []int{anyPayee}
	if least == samePayee {
		names = []int{m.names[m.incoming[i].Text], m.names[m.incoming[i].Payee]}
	}
	for _, name := range names {
		all := places[place{day, name}]
		for g := range all {
			for _, no := range free(all, g, m.isFormPaired) {
				f := &m.forms[no]
				if s := m.signs(i, f); s.payee <= least {
					m.consider(best, &s, f)
				}
			}
		}
	}
}

// consider replaces best if the pair is better: the stronger verdict, then the earlier transaction.
func (m *matcher) consider(best *Result, s *signs, f *form) {
	v, reason := m.judge(s)
	if v == New || best.Existing >= 0 && (v < best.Verdict || v == best.Verdict && f.row >= best.Existing) {
		return
	}
	*best = Result{Verdict: v, Existing: f.row, Reason: reason, HasSameID: s.id == sameID}
}

func (m *matcher) pair(i int, with Result) {
	if with.Existing >= 0 {
		m.isPaired[with.Existing] = true
		m.results[i] = with
	}
}

func (m *matcher) isFormPaired(no int) bool { return m.isPaired[m.forms[no].row] }

// free returns the first forms under a key that are not paired yet.
func free[K comparable](lists map[K][]int, key K, isPaired func(no int) bool) []int {
	list := lists[key]
	end, dropped := 0, false
	var some []int
	for ; end < len(list) && len(some) < mostLookedAt; end++ {
		if isPaired(list[end]) {
			dropped = true
			continue
		}
		some = append(some, list[end])
	}
	if dropped { // each form is skipped once
		at := end - len(some)
		copy(list[at:end], some)
		lists[key] = list[at:]
	}
	return some
}
