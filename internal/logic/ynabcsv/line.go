package ynabcsv

import (
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// line is a line of the register.
type line struct {
	number   int // in the file
	account  int32
	category int32 // or -1
	date     civil.Date
	amount   money.Milli
	payee    string
	of       string // the payee of the split, if the line is a transfer that names it
	memo     string
	flag     string
	cleared  string // as in plan documents
}

// readLine reads a line of the register. It adds unknown names to the content.
func (c *content) readLine(r *record) (l line, err error) {
	l.number = r.line
	if l.account, err = c.account(r); err != nil {
		return l, err
	}
	if l.category, err = c.category(r); err != nil {
		return l, err
	}
	if l.date, err = c.notation.date(r); err != nil {
		return l, err
	}
	in, err := c.notation.amount(r, inflowColumn)
	if err != nil {
		return l, err
	}
	out, err := c.notation.amount(r, outflowColumn)
	if err != nil {
		return l, err
	}
	l.amount = in - out
	if l.memo, err = r.text(memoColumn, longestMemo); err != nil {
		return l, err
	}
	if l.payee, l.of, err = c.payee(r, l.memo); err != nil {
		return l, err
	}
	if check := r.cell(checkColumn); check != "" {
		l.memo = strings.TrimSpace(l.memo + " (check " + excerpt(check) + ")")
	}
	l.cleared = clearedWord(r.cell(clearedColumn))
	l.flag, err = c.flag(r)
	return l, err
}

// account returns the position of the account of a line.
func (c *content) account(r *record) (int32, error) {
	name, err := r.text(accountColumn, longestName)
	if err != nil {
		return 0, err
	}
	if name == "" {
		return 0, r.fail("the transaction has no account").WithHint(unchangedHint)
	}
	return c.accountCalled(name), nil
}

func (c *content) accountCalled(name string) int32 {
	at, known := c.accountAt[name]
	if !known {
		at = int32(len(c.accounts))
		name = strings.Clone(name)
		c.accountAt[name] = at
		c.accounts = append(c.accounts, account{name: name, id: c.idOf("account", name), payee: c.idOf("transfer payee", name)})
	}
	return at
}

// payee returns the payee of a line. That of a part of a split may name the split's payee in front of a transfer, such
// as "Shop / Transfer : Cash"; of is then the payee of the split.
func (c *content) payee(r *record, memo string) (name, of string, err error) {
	text, err := r.text(payeeColumn, longestName)
	if err != nil {
		return "", "", err
	}
	if _, _, _, marked := splitMark(memo); marked && !strings.HasPrefix(text, budget.TransferPayee) {
		if before, other, both := strings.Cut(text, partTransfer); both {
			return c.payeeCalled(budget.TransferPayee + other), c.payeeCalled(before), nil
		}
	}
	return c.payeeCalled(text), "", nil
}

// partTransfer is between the payee of a split and the other account, in a part that is a transfer.
const partTransfer = " / " + budget.TransferPayee

func (c *content) payeeCalled(name string) string {
	if name == "" {
		return ""
	}
	if at, known := c.payeeAt[name]; known {
		return c.payees[at].name
	}
	name = strings.Clone(name)
	c.payeeAt[name] = int32(len(c.payees))
	c.payees = append(c.payees, payee{name, c.idOf("payee", name)})
	return name
}

// clearedWord returns the state of a line as plan documents have it. YNAB 4 writes one letter. An unknown word is returned
// unchanged; the import reports it.
func clearedWord(text string) string {
	switch word := strings.ToLower(text); word {
	case "c", "cleared":
		return "cleared"
	case "r", "reconciled":
		return "reconciled"
	case "", "u", "uncleared":
		return "uncleared"
	default:
		return excerpt(word)
	}
}

// splitMark parses the mark of a part of a split at the beginning of its memo: "Split (1/3) memo", in older exports
// "(Split 1/3) memo". ok is false for a memo without a mark.
func splitMark(memo string) (part, parts int, rest string, ok bool) {
	text, found := strings.CutPrefix(memo, "Split (")
	if !found {
		if text, found = strings.CutPrefix(memo, "(Split "); !found {
			return 0, 0, memo, false
		}
	}
	mark, rest, found := strings.Cut(text, ")")
	first, second, both := strings.Cut(mark, "/")
	part, errPart := strconv.Atoi(first)
	parts, errParts := strconv.Atoi(second)
	if !found || !both || errPart != nil || errParts != nil || part < 1 || part > parts || parts > mostParts {
		return 0, 0, memo, false
	}
	return part, parts, strings.TrimPrefix(rest, " "), true
}

// mostParts is the largest number of parts of a split.
const mostParts = 1000

// month returns the month of a line of the plan, such as "Dec 2025".
func (r *record) month() (civil.Month, error) {
	text := r.cell(monthColumn)
	if m, err := civil.ParseMonth(text); err == nil && !m.First().FarOff() {
		return m, nil
	}
	name, year, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(strings.TrimSpace(year))
	for i, month := range months {
		if m := civil.MakeMonth(n, i+1); err == nil && len(name) >= 3 && strings.HasPrefix(month, strings.ToLower(name)) && !m.First().FarOff() {
			return m, nil
		}
	}
	return 0, r.fail("%q is not a month", excerpt(text)).WithHint(unchangedHint)
}

var months = [12]string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
}
