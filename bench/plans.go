package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// shape are the arguments of the generator that all sizes share: a household with 11 accounts and 60 categories.
const shape = "--seed 11 --accounts 8 --cards 3 --groups 10 --categories 60 --payees 500"

// plan is a generated document.
type plan struct {
	path         string
	transactions int
	mib          float64
}

// plan returns the generated plan of a size, making it when it is not in the cache.
func (b *bench) plan(transactions int) (plan, error) {
	args := append(strings.Fields(shape), "--tx", strconv.Itoa(transactions), "--years", strconv.Itoa(years(transactions)))
	talk("plan of %s transactions", short(transactions))
	path, err := b.repo.Plan(args...)
	if err != nil {
		return plan{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return plan{}, err
	}
	return plan{path: path, transactions: transactions, mib: float64(info.Size()) / (1 << 20)}, nil
}

// years returns the number of years in which a user enters that many transactions.
func years(transactions int) int {
	switch {
	case transactions <= 1_000:
		return 2
	case transactions <= 10_000:
		return 5
	case transactions <= 100_000:
		return 10
	default:
		return 20
	}
}

// short writes 50000 as 50k and 1000000 as 1M.
func short(n int) string {
	switch {
	case n >= 1_000_000 && n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 1_000 && n%1_000 == 0:
		return fmt.Sprintf("%dk", n/1_000)
	default:
		return strconv.Itoa(n)
	}
}
