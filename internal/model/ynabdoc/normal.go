package ynabdoc

import (
	"iter"
	"strings"
	"unicode"

	"holdover/internal/base/iterutil"
)

// canonical maps the source's words, reduced to lower-case letters, to the spelling of newer files. Older files
// contain CreditCard or EveryOtherWeek.
var canonical = func() map[string]string {
	words := "checking savings cash creditCard lineOfCredit otherAsset otherLiability mortgage autoLoan " +
		"studentLoan personalLoan medicalDebt otherDebt payPal merchantAccount investmentAccount " +
		"cleared uncleared reconciled red orange yellow green blue purple " +
		"never daily weekly everyOtherWeek twiceAMonth every4Weeks monthly everyOtherMonth every3Months " +
		"every4Months twiceAYear yearly everyOtherYear"
	byLetters := map[string]string{}
	for word := range strings.FieldsSeq(words) {
		byLetters[letters(word)] = word
	}
	return byLetters
}()

func letters(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, word)
}

// normal returns a word in the newest spelling; unknown words are returned unchanged.
func normal(word string) string {
	if word == "" {
		return ""
	}
	if known, ok := canonical[word]; ok && known == word {
		return word
	}
	if known, ok := canonical[letters(word)]; ok {
		return known
	}
	return word
}

// AccountType returns Type in the newest spelling: checking, creditCard and so on.
func (r *Account) AccountType() string { return normal(r.Type) }

// ClearedState returns Cleared in the newest spelling: cleared, uncleared or reconciled. It returns uncleared if the
// file has no value.
func (r *Transaction) ClearedState() string {
	if r.Cleared == "" {
		return "uncleared"
	}
	return normal(r.Cleared)
}

// Flag returns the flag's colour in the newest spelling, "" for no flag.
func (r *Transaction) Flag() string { return normal(r.FlagColor) }

// Flag returns the flag's colour in the newest spelling, "" for no flag.
func (r *ScheduledTransaction) Flag() string { return normal(r.FlagColor) }

// Repeats returns Frequency in its newest spelling: never, monthly, every4Weeks and so on. An unknown frequency is
// returned unchanged.
func (r *ScheduledTransaction) Repeats() string { return normal(r.Frequency) }

// EachSubtransaction yields the parts of all splits with the id of their row, from the separate array or nested in
// rows. Parts of a deleted row are not marked as deleted themselves. Parts from a spill file overwrite each other.
func (p *Plan) EachSubtransaction() iter.Seq2[string, *Subtransaction] {
	return func(yield func(string, *Subtransaction) bool) {
		for _, s := range eachOf(p, p.Subtransactions, (*spilledRows).partsOf) {
			if !yield(s.TransactionID, s) {
				return
			}
		}
		for _, row := range p.EachTransaction() {
			for j := range row.Subtransactions {
				if !yield(row.ID, &row.Subtransactions[j]) {
					return
				}
			}
		}
	}
}

// EachScheduledSubtransaction is EachSubtransaction for schedules.
func (p *Plan) EachScheduledSubtransaction() iter.Seq2[string, *ScheduledSubtransaction] {
	return func(yield func(string, *ScheduledSubtransaction) bool) {
		for i := range p.ScheduledSubtransactions {
			if !yield(p.ScheduledSubtransactions[i].ScheduledTransactionID, &p.ScheduledSubtransactions[i]) {
				return
			}
		}
		for row := range iterutil.Pointers(p.ScheduledTransactions) {
			for j := range row.Subtransactions {
				if !yield(row.ID, &row.Subtransactions[j]) {
					return
				}
			}
		}
	}
}
