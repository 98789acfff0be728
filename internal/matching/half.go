package matching

import (
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Half is a transaction that may be one half of a transfer, listed by the bank of its account alone.
type Half struct {
	Account int // of an existing transaction; of an incoming row the account that it names, 0 where it names none
	Date    cal.Date
	Amount  money.Milli
}

// PairHalves returns for each incoming row the index of the existing transaction
// that is most likely the other half of its transfer, -1 for none: the opposite
// amount in another account, a few days apart, the nearest first, each used once.
// That is a hint: two payments can have opposite amounts by chance.
func PairHalves(incoming, existing []Half) []int {
	type place struct {
		day    cal.Date
		amount money.Milli
	}
	byPlace := map[place][]int{}
	for i, h := range existing {
		at := place{h.Date, h.Amount}
		byPlace[at] = append(byPlace[at], i)
	}
	pairs, isUsed := make([]int, len(incoming)), make([]bool, len(existing))
	for i := range pairs {
		pairs[i] = -1
	}
	for apart := 0; apart <= bookingDays; apart++ {
		for i, h := range incoming {
			for _, day := range []cal.Date{h.Date.AddDays(apart), h.Date.AddDays(-apart)} {
				for _, e := range byPlace[place{day, -h.Amount}] {
					if pairs[i] < 0 && !isUsed[e] && (h.Account == 0 || h.Account == existing[e].Account) {
						pairs[i], isUsed[e] = e, true
					}
				}
			}
		}
	}
	return pairs
}
