package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// planArguments are the arguments of the generator for plans of every size: a household with 8 accounts, 3 credit cards,
// 60 categories in 10 groups, and 500 payees.
const planArguments = "--seed 11 --accounts 8 --cards 3 --groups 10 --categories 60 --payees 500"

// plan is the file of a generated plan document.
type plan struct {
	path         string
	transactions int
	mib          float64 // size of the file
}

// generatedPlan returns the plan with a number of transactions. It generates the plan if the cache does not contain it.
func (b *bench) generatedPlan(transactions int) (plan, error) {
	args := append(strings.Fields(planArguments), "--tx", strconv.Itoa(transactions), "--years", strconv.Itoa(yearsOf(transactions)))
	logf("plan of %s transactions", short(transactions))
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

// yearsOf returns the number of years over which the transactions of a plan are spread: more for larger plans, as for
// households.
func yearsOf(transactions int) int {
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

// short returns a number as text, in thousands or millions if it is a multiple of them: 50k for 50000, 1M for 1000000.
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
