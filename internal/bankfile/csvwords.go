package bankfile

import (
	"strings"
	"unicode"
)

// What banks write above their columns, in small letters, the most telling
// first. English, German, French, Dutch, Spanish, Italian, Portuguese, Swedish.
var (
	dateWords = []string{
		"booking date", "transaction date", "buchungstag", "buchungsdatum", "date", "datum", "fecha", "data", "booked", "posted",
		"bokföringsdag",
	}
	amountWords = []string{
		"amount", "betrag", "montant", "bedrag", "importe", "importo", "valor", "belopp", "umsatz", "transaction amount", "sum",
		"value",
	}
	debitWords = []string{
		"debit", "paid out", "money out", "withdrawal", "withdrawals", "outflow", "soll", "ausgang", "belastung", "débit", "cargo",
		"uscite", "addebiti", "saída", "débito", "spent",
	}
	creditWords = []string{
		"credit", "paid in", "money in", "deposit", "deposits", "inflow", "haben", "eingang", "gutschrift", "crédit", "abono",
		"entrate", "accrediti", "entrada", "crédito", "received",
	}
	balanceWords = []string{"balance", "saldo", "kontostand", "solde", "running balance", "balans"}
	payeeWords   = []string{
		"payee", "name", "merchant", "counterparty", "beneficiary", "empfänger", "begünstigter", "auftraggeber", "zahlungspflichtiger",
		"naam", "tiers", "bénéficiaire", "beneficiario", "description", "beschreibung", "libellé", "omschrijving", "concepto",
		"descrizione", "descrição", "narrative", "details", "text", "buchungstext", "transaction description",
	}
	memoWords = []string{
		"memo", "notes", "note", "verwendungszweck", "reference", "purpose", "mededelingen", "description", "message", "details",
		"communication", "kommentar", "causale", "observaciones",
	}
	idWords    = []string{"transaction id", "id", "fitid", "transaction number", "unique id", "transaktionsnummer", "transaction reference"}
	checkWords = []string{"check number", "cheque number", "check no", "check", "cheque", "check #"}

	feeWords    = []string{"fee", "fees", "gebühr", "gebühren", "entgelt", "frais", "commission", "comisión", "kosten"}
	statusWords = []string{"state", "status", "buchungsstatus", "umsatzstatus", "statut", "estado", "stato"}

	// notBooked are the words of rows that did not happen, or not yet.
	notBooked = []string{
		"pending", "reverted", "declined", "failed", "cancelled", "canceled", "expired", "processing", "in progress", "authorised", "authorized",
		"vorgemerkt", "offen", "nicht ausgeführt", "storniert", "abgelehnt", "en attente", "pendiente", "in behandeling",
	}

	outWords = []string{"debit", "dr", "d", "dbit", "af", "out", "soll", "s", "withdrawal", "-", "lastschrift", "belastung"}
	inWords  = []string{"credit", "cr", "c", "crdt", "bij", "in", "haben", "h", "deposit", "+", "gutschrift"}
)

// wordScore says how well a header fits: the whole header before its beginning
// before a word inside it, and earlier words before later ones. 0 is not at all.
func wordScore(header string, words []string) int {
	header = strings.ToLower(tidy(header))
	best := 0
	for i, w := range words {
		early := len(words) - i
		switch {
		case header == w:
			best = max(best, 200+early)
		case strings.HasPrefix(header, w) && boundary(header[len(w):]):
			best = max(best, 100+early)
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
