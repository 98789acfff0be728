package bankfile

import (
	"strings"
	"unicode"
)

// What banks write above their columns, in small letters, the most telling
// first. English, German, French, Dutch, Spanish, Italian, Portuguese, Swedish.
var (
	dateWords = []string{
		"completed date", "booking date", "transaction date", "posting date", "buchungstag", "buchungsdatum", "buchung", "date", "datum", "fecha",
		"data", "booked", "posted", "bokföringsdag", "dateop", "trans. date", "posted date", "post date", "belegdatum", "dato", "kirjauspäivä", "tarih", "data operazione", "data contabile", "date opération",
	}
	// valueWords are of dates that count for interest and not on a statement.
	valueWords  = []string{"value", "valuta", "wertstellung", "rentedatum", "f.valor", "dateval", "started"}
	amountWords = []string{
		"net", "netto", "amount", "betrag", "montant", "bedrag", "importe", "importo", "valor", "belopp", "umsatz", "transaction amount", "gross",
		"brutto", "sum", "value", "beløb", "kwota", "částka", "summa", "määrä", "tutar",
	}
	debitWords = []string{
		"debit", "paid out", "money out", "withdrawal", "withdrawals", "outflow", "soll", "ausgang", "belastung", "lastschrift", "débit", "cargo",
		"uscite", "addebiti", "saída", "débito", "spent", "ut fra konto", "ut", "obciążenia",
	}
	creditWords = []string{
		"credit", "paid in", "money in", "deposit", "deposits", "inflow", "haben", "eingang", "gutschrift", "crédit", "abono",
		"entrate", "accrediti", "entrada", "crédito", "received", "inn på konto", "inn", "uznania",
	}
	balanceWords = []string{"balance", "saldo", "kontostand", "solde", "running balance", "running bal", "balans", "guthaben", "accountbalance", "disponible", "bakiye", "zůstatek"}
	// payeeWords are of the other party's name; textWords of what banks make of it
	// where they give no name.
	payeeWords = []string{
		"payee", "merchant", "counterparty", "partner name", "name", "naam", "namn", "naam tegenpartij", "zahlungsempfänger", "recipient",
		"beneficiary", "empfänger", "begünstigter", "beguenstigter", "auftraggeber", "zahlungspflichtiger", "name zahlungsbeteiligter", "tiers",
		"bénéficiaire", "beneficiario", "payee name", "saaja", "saaja/maksaja", "odbiorca", "nadawca/odbiorca", "název protiúčtu",
	}
	payerWords = []string{"payer", "zahlungspflichtige", "auftraggeber", "absender", "sender", "ordenante", "donneur d'ordre"}
	textWords  = []string{
		"transaction description", "description", "beschreibung", "libellé", "label", "omschrijving", "concepto", "descrizione", "descrição",
		"narrative", "details", "text", "buchungstext", "avisierungstext", "rubrik", "vorgang", "tekst", "forklaring", "opis", "popis", "açıklama", "selitys",
	}
	// ownWords are in headers about the person's own account, or about numbers.
	ownWords  = []string{"account", "konto", "iban", "bic", "bank", "mail", "number", "nummer", "rekening", "product"}
	memoWords = []string{
		"verwendungszweck", "memo", "notes", "note", "payment reference", "purpose", "mededelingen", "reference", "message", "comment",
		"communication", "kommentar", "causale", "observaciones", "comentario", "meddelande", "tytuł", "zpráva", "viesti",
	}
	moreWords = []string{"description", "beschreibung", "omschrijving", "libellé", "concepto"}
	idWords   = []string{
		"transaction id", "id", "fitid", "transaction number", "unique id", "transaktionsnummer", "transaktions-nr", "transaktionscode", "transaction reference",
		"transferwise id",
	}
	checkWords = []string{"check number", "cheque number", "check no", "check", "cheque", "check #"}

	feeWords    = []string{"fee", "fees", "gebühr", "gebühren", "entgelt", "frais", "commission", "comisión", "kosten"}
	statusWords = []string{"state", "status", "buchungsstatus", "umsatzstatus", "info", "statut", "estado", "stato"}

	// notBooked are the words of rows that did not happen, or not yet.
	notBooked = []string{
		"pending", "reverted", "declined", "failed", "cancelled", "canceled", "expired", "processing", "in progress", "authorised", "authorized",
		"vorgemerkt", "umsatz vorgemerkt", "umsatz vorgemerkt und nicht gebucht", "offen", "nicht ausgeführt", "storniert", "abgelehnt", "en attente", "pendiente", "in behandeling",
	}
	booked = []string{
		"completed", "complete", "booked", "posted", "cleared", "success", "gebucht", "umsatz gebucht", "abgeschlossen", "ausgeführt", "comptabilisé",
		"effectué",
	}

	outWords = []string{"debit", "dr", "d", "dbit", "af", "out", "soll", "s", "withdrawal", "-", "lastschrift", "belastung"}
	inWords  = []string{"credit", "cr", "c", "crdt", "bij", "in", "haben", "h", "deposit", "+", "gutschrift"}
)

// Scores above these are of headers that begin with a word, or are it; below are
// those that have a word somewhere inside.
const inside, beginning = 100, 200

// wordScore says how well a header fits: the whole header before its beginning
// before a word inside it, and earlier words before later ones. 0 is not at all.
func wordScore(header string, words []string) int {
	header = strings.ToLower(tidy(header))
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
