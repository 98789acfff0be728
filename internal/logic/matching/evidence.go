package matching

import "holdover/internal/model/budget"

// Reason is a sentence with the reason for asking about a row.
type Reason string

// The reasons.
const (
	AmountChanged  Reason = "The bank's id is the same, but the amount differs."
	PayeeChanged   Reason = "The bank's id and the amount are the same, but the payee differs."
	DateChanged    Reason = "The bank's id, the amount and the payee are the same, but the dates are far apart."
	IDChanged      Reason = "Date, amount and payee are the same, but the bank's id differs."
	TextDiffers    Reason = "Date and amount are the same, but the payee is written differently."
	DateDiffers    Reason = "Amount and payee are similar, the date differs, and the existing transaction is not in the file."
	PayeeUnknown   Reason = "The amount is the same and the date is close; the bank's text is not known for this payee."
	PayeeDiffers   Reason = "The amount is the same and the date is close, but the payee differs."
	LaterThanBank  Reason = "The existing transaction is reconciled, and the bank's date is later."
	BalanceDiffers Reason = "Date, amount and payee are the same, but the bank's closing balance requires another transaction like it."
	FarFromCleared Reason = "Amount and payee are the same, but the existing transaction was cleared on another day."
)

// SuggestsNew reports whether a row with this reason is more likely a new transaction.
func (r Reason) SuggestsNew() bool {
	return r == LaterThanBank || r == PayeeDiffers || r == BalanceDiffers
}

// payeeSign is the degree to which two payees agree, the strongest first.
type payeeSign int

const (
	samePayee    payeeSign = iota // the same payee, or the same text of the bank
	alikePayee                    // one contains all words of the other; numbers may differ
	unclearPayee                  // they share a word, or one of them is no evidence about the other
	otherPayee                    // both are known, and they differ
)

// idSign is the result of comparing the bank's ids.
type idSign int

const (
	noID    idSign = iota // at least one of the two has no bank id
	sameID                // the same id
	otherID               // two different bank ids
)

// signs is the evidence for and against an incoming row being an existing transaction.
type signs struct {
	id           idSign
	isSameAmount bool
	isOtherWay   bool // one amount is income, the other spending
	days         int  // days between the two
	payee        payeeSign
	isTyped      bool // a user entered the existing transaction, and the bank has not listed it yet
	cleared      budget.Cleared
	isTransfer   bool
	isKnown      bool // the incoming payee is a payee of the budget
	// isInSpan reports whether the existing transaction's day is within the file's days, so that the file should
	// contain it.
	isInSpan bool
	// isAfterReconciled reports whether the row's date is after every reconciled transaction of the account.
	isAfterReconciled bool
}

// judge weighs the signs. Decision 0065 has the table.
func judge(s *signs) (Verdict, Reason) {
	switch {
	case s.id == sameID:
		return judgeSameID(s)
	case !s.isSameAmount:
		return New, ""
	case s.isTyped && s.cleared == budget.Reconciled:
		return judgeReconciled(s)
	case s.isTyped:
		return judgeTyped(s)
	}
	return judgeListed(s)
}

// judgeSameID judges two transactions with one bank id. Banks reuse ids: each month from 1, for a refund or fee of a
// purchase, or as a filler such as NONREF.
func judgeSameID(s *signs) (Verdict, Reason) {
	switch {
	case s.isOtherWay || s.payee == otherPayee && !s.isSameAmount:
		return New, ""
	case s.isSameAmount && s.days > Days && s.payee == samePayee:
		return Ask, DateChanged
	case s.days > Days:
		return New, ""
	case !s.isSameAmount:
		return Ask, AmountChanged
	case s.payee == otherPayee:
		return Ask, PayeeChanged
	}
	return Imported, ""
}

// judgeListed judges a transaction of the same amount that a bank has listed.
func judgeListed(s *signs) (Verdict, Reason) {
	switch {
	case s.id == otherID && s.days == 0 && s.payee <= alikePayee:
		return Ask, IDChanged
	case s.id == otherID || s.payee == otherPayee || s.days > bookingDays:
		return New, ""
	case s.days == 0 && s.payee == samePayee:
		return Imported, ""
	case s.days == 0:
		return Ask, TextDiffers
	case s.isInSpan:
		return Ask, DateDiffers
	}
	return New, ""
}

// judgeTyped judges a transaction of the same amount that a user entered and that is not reconciled.
func judgeTyped(s *signs) (Verdict, Reason) {
	isSure := s.payee <= alikePayee || s.isTransfer && !s.isKnown && s.days <= bookingDays // banks rarely name the other account
	switch {
	case s.days > Days:
		return New, ""
	case isSure && (s.cleared == budget.Uncleared || s.days <= bookingDays):
		return Entered, ""
	case isSure:
		return Ask, FarFromCleared
	case s.payee == unclearPayee:
		return Ask, PayeeUnknown
	case s.days == 0 || s.cleared == budget.Uncleared && s.days <= bookingDays:
		return Ask, PayeeDiffers
	}
	return New, ""
}

// judgeReconciled judges an entered transaction that is reconciled. The bank had booked it by then, so that a row of
// the following statement is another transaction.
func judgeReconciled(s *signs) (Verdict, Reason) {
	isSure := s.payee <= alikePayee
	switch {
	case s.days > Days || s.payee == otherPayee || !isSure && s.days > bookingDays:
		return New, ""
	case s.days == 0 && isSure:
		return Entered, ""
	case s.isAfterReconciled && s.days > bookingDays:
		return New, ""
	case s.isAfterReconciled:
		return Ask, LaterThanBank
	case isSure && s.days <= bookingDays:
		return Entered, ""
	case isSure:
		return Ask, FarFromCleared
	}
	return Ask, PayeeUnknown
}
