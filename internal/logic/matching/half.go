package matching

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Half is a transaction that may be one half of a transfer. The bank of its account lists only this half.
type Half struct {
	Account int // account of an existing transaction; for an incoming row the account that it names, or 0
	Date    civil.Date
	Amount  money.Milli
}

// PairHalves returns, for each incoming row, the index of the existing transaction that is most likely the other half
// of its transfer, or -1. That transaction has the opposite amount, is in another account, and is a few days apart.
// Nearer ones have precedence, and each is used once. The result is a hint, because two payments can have opposite
// amounts by chance.
func PairHalves(incoming, existing []Half) []int {
	type place struct {
		day    civil.Date
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
			for _, day := range []civil.Date{h.Date.AddDays(apart), h.Date.AddDays(-apart)} {
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
