package bankfile

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/iterutil"
)

//go:embed words.json
var wordsJSON []byte

var wordLists = func() map[string][]string {
	var all map[string][]string
	if err := json.Unmarshal(wordsJSON, &all); err != nil {
		panic(fmt.Sprintf("words.json: %v", err))
	}
	return all
}()

// wordList returns a list of words.json: names of columns and words in cells in many languages, in lower case, the most
// specific first.
func wordList(name string) []string {
	words, known := wordLists[name]
	if !known {
		panic("words.json: there is no list " + name)
	}
	return words
}

func folded(list string) []string { return iterutil.Map(wordList(list), fold) }

var (
	dateWords = folded("date")
	// valueWords name value dates, which determine interest and do not appear on a statement.
	valueWords   = folded("value")
	amountWords  = folded("amount")
	debitWords   = folded("debit")
	creditWords  = folded("credit")
	balanceWords = folded("balance")
	// payeeWords name the other party's column; textWords the description that banks write instead of a name.
	payeeWords = folded("payee")
	payerWords = folded("payer")
	textWords  = folded("text")
	// ownWords occur in headers about the owner's account, or about numbers.
	ownWords = folded("own")
	// otherWords mark a header as one about the other party, whichever other words it contains.
	otherWords = folded("other")
	// kindWords name columns of kinds of transactions.
	kindWords = folded("kind")
	// accountWords name the column of the owner's account, in files of several accounts.
	accountWords  = folded("account")
	currencyWords = folded("currency")
	categoryWords = folded("category")
	memoWords     = folded("memo")
	moreWords     = folded("more")
	idWords       = folded("id")
	checkWords    = folded("check")
	feeWords      = folded("fee")
	statusWords   = folded("status")
	// notBooked lists the states of rows that are pending or were cancelled.
	notBooked = folded("not booked")
	booked    = folded("booked")
	outWords  = folded("out")
	inWords   = folded("in")
	// neitherWords are words of direction columns for rows that moved no money, or moved it between two places of one
	// owner.
	neitherWords = folded("neither")
	// directionWords name columns with the direction of money.
	directionWords = folded("direction")
	// codeWords name columns of numbers that are not amounts.
	codeWords = folded("code")
	// totals are words for a sum that are also names of shops.
	totals = iterutil.Set(wordList("totals"))
	// balanceLines are texts in the payee's column of lines that are a balance or a sum.
	balanceLines = iterutil.Set(wordList("balance lines"))
)

// plainLetters replaces letters that do not decompose into a base letter and an accent.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "ı", "i")

// fold returns a text in lower case without accents, because banks write both "Částka" and "Castka".
func fold(text string) string {
	text = strings.ToLower(tidy(text))
	if strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) < 0 {
		return text
	}
	marks := func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}
	return plainLetters.Replace(norm.NFC.String(strings.Map(marks, norm.NFD.String(text))))
}

// opposite maps the words for money in to those for money out.
var opposite = map[string]string{
	"credit": "debit", "cr": "dr", "c": "d", "ct": "dt", "k": "d", "crdt": "dbit", "bij": "af", "in": "out", "haben": "soll", "h": "s", "deposit": "withdrawal", "+": "-",
	"gutschrift": "lastschrift", "kredit": "debet", "income": "expense", "кредит": "дебет",
}

// inside and beginning separate the scores of wordScore. A header that equals a word scores above beginning, one that
// begins with a word above inside, and one that contains a word below that.
const inside, beginning = 100, 200

// wordScore returns how well a header matches. An equal header scores more than one that begins with a word, and that
// more than one that contains a word. Earlier words score more than later ones. 0 is no match.
func wordScore(header string, words []string) int {
	header = fold(header)
	if header == "" {
		return 0
	}
	best := 0
	for i, w := range words {
		early := len(words) - i
		switch {
		case header == w:
			best = max(best, beginning+early)
		case strings.HasPrefix(header, w) && boundary(header[len(w):]):
			best = max(best, inside+early)
		case len(w) > 3 && strings.Contains(header, w):
			best = max(best, early)
		}
	}
	return best
}

func boundary(rest string) bool {
	for _, r := range rest {
		return !unicode.IsLetter(r)
	}
	return true
}
