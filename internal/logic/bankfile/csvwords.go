package bankfile

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/iterutil"
)

// Column names of banks in lower case, the most specific first. English, German, French, Dutch, Spanish, Italian,
// Portuguese, Swedish.
var (
	dateWords = folded(
		"completed date", "booking date", "transaction date", "posting date", "buchungstag", "buchungsdatum", "buchung", "date", "datum", "fecha",
		"data", "booked", "posted", "bokföringsdag", "dateop", "trans. date", "posted date", "post date", "belegdatum", "dato", "kirjauspäivä", "tarih", "data operazione", "data contabile", "date opération",
		"дата операции", "дата проводки", "дата", "datum zaúčtování", "datum provedení", "datum splatnosti", "data księgowania", "data operacji", "könyvelés dátuma", "tranzakció dátuma", "kuupäev", "datums", "tarih", "fecha operación", "fecha contable", "transactiedatum", "boekingsdatum", "maksupäivä", "transaktionsdatum", "accounting date", "run date", "dátum",
		"交易日期", "交易时间", "记账日期", "交易日", "日期", "记账日", "日付", "取引日", "お取引日", "ご利用日", "年月日", "תאריך עסקה", "תאריך", "дата операції", "дата і час", "дата i час операції", "дата проведення", "transaksi", "tanggal", "işlem tarihi", "วันที่", "날짜", "거래일시",
	)
	// valueWords name value dates, which determine interest and do not appear on a statement.
	valueWords = folded(
		"value", "valuta", "wertstellung", "rentedatum", "f.valor", "dateval", "started",
		"értéknap", "data waluty", "дата валют",
		"记账日期", "תאריך חיוב", "תאריך ערך", "お支払日",
	)
	amountWords = folded(
		"net", "netto", "amount", "betrag", "montant", "bedrag", "importe", "importo", "valor", "belopp", "umsatz", "transaction amount", "gross",
		"brutto", "sum", "value", "beløb", "kwota", "částka", "summa", "määrä", "tutar",
		"сумма", "сума", "összeg", "tranzakció összege", "summe", "transactiebedrag", "bedrag in eur", "suma", "objem", "iznos", "znesek", "import", "monto", "wartość", "amount (eur)", "iznos transakcije",
		"人民币金额", "入账金额", "记账金额", "交易金额", "实付金额", "金额", "取引金額", "ご利用金額", "利用金額", "金額", "סכום חיוב", "סכום עסקה", "סכום", "сума в валюті картки", "сума операції", "işlem tutarı", "jumlah", "거래금액",
	)
	debitWords = folded(
		"debit", "paid out", "money out", "withdrawal", "withdrawals", "outflow", "soll", "ausgang", "belastung", "lastschrift", "débit", "cargo",
		"uscite", "addebiti", "saída", "débito", "spent", "ut fra konto", "ut", "obciążenia",
		"расход", "дебет", "списание", "разход", "terhelés", "isplate", "uitgaven", "ausgabe", "ausgaben", "af", "výdaj", "charges", "débits", "dare", "egresos", "cargos", "gider", "duguje", "isplata", "rashod",
		"记账金额(支出)", "支出金额", "借方", "支出", "付款", "出金額", "出金", "お引出し", "お支払金額", "支払い金額", "חובה", "cума списання", "сума списання", "списання", "дебет", "borç", "출금",
	)
	creditWords = folded(
		"credit", "paid in", "money in", "deposit", "deposits", "inflow", "haben", "eingang", "gutschrift", "crédit", "abono",
		"entrate", "accrediti", "entrada", "crédito", "received", "inn på konto", "inn", "uznania",
		"приход", "кредит", "зачисление", "поступление", "jóváírás", "uplate", "inkomsten", "einnahme", "einnahmen", "bij", "příjem", "crédits", "avere", "ingresos", "abonos", "gelir", "potražuje", "uplata", "prihod",
		"记账金额(收入)", "收入金额", "贷方", "收入", "存入", "入金額", "入金", "お預入れ", "預かり金額", "זכות", "cума зарахування", "сума зарахування", "зарахування", "кредит", "alacak", "입금",
	)
	balanceWords = folded(
		"balance", "saldo", "kontostand", "bestand", "kassenbestand", "solde", "running balance", "running bal", "balans", "guthaben", "accountbalance", "disponible", "bakiye", "zůstatek",
		"остаток", "баланс", "egyenleg", "stanje", "zostatok", "saldo po operacji", "saldo nach buchung", "jääk", "atlikums", "likutis", "balance (sek)", "saldo na",
		"余额", "本次余额", "联机余额", "残高", "差引残高", "現在高", "יתרה", "залишок", "залишок після операції", "잔액",
	)
	// payeeWords name the other party's column; textWords the description that banks write instead of a name.
	payeeWords = folded(
		"payee", "nazwa odbiorcy", "nazwa nadawcy", "navn", "merchant", "counterparty", "partner name", "name", "naam", "namn", "naam tegenpartij", "zahlungsempfänger", "recipient",
		"beneficiary", "empfänger", "begünstigter", "beguenstigter", "auftraggeber", "zahlungspflichtiger", "name zahlungsbeteiligter", "tiers",
		"bénéficiaire", "beneficiario", "payee name", "saaja", "saaja/maksaja", "odbiorca", "nadawca/odbiorca", "název protiúčtu",
		"контрагент", "получатель", "partner neve", "partner", "gavėjas", "saņēmējs", "makse saaja", "protistrana", "ad/soyad", "tegenrekeninghouder", "counter party", "naam tegenrekening", "vastaanottaja", "mottagare", "modtager", "beneficjent", "kontrahent", "primatelj", "naam / omschrijving", "receiver", "to",
		"nom", "nome", "nombre", "对方户名", "对方账户名", "交易对方", "对手信息", "商户名称", "交易场所", "取引先", "ご利用先", "ご利用店名", "お取り扱い内容", "שם בית עסק", "שם בית העסק", "кореспондент", "найменування контрагента", "контрагента",
	)
	payerWords = folded("payer", "zahlungspflichtige", "auftraggeber", "absender", "sender", "ordenante", "donneur d'ordre")
	textWords  = folded(
		"transaction description", "descrizione estesa", "descrizione_completa", "descrizione completa", "description", "transaction", "beschreibung", "libellé", "label", "omschrijving", "concepto", "descrizione", "descrição",
		"narrative", "details", "text", "buchungstext", "avisierungstext", "rubrik", "vorgang", "tekst", "forklaring", "opis", "popis", "açıklama", "selitys",
		"описание", "описание операции", "назначение платежа", "назначение", "операция", "megnevezés", "paaiškinimai", "opis transakcji", "opis operacji", "účel", "particulars", "transaction details", "beskrivning", "beskrivelse", "detalji", "detalles", "histórico", "descripción", "desc",
		"交易描述", "交易说明", "交易摘要", "摘要", "附言", "订单标题", "商品说明", "摘要内容", "お取引内容", "取引内容", "内容", "תיאור", "פרטים", "деталі операції", "деталі", "призначення платежу", "açıklamalar", "keterangan", "적요",
	)
	// ownWords occur in headers about the owner's account, or about numbers.
	ownWords = folded(
		"account", "konto", "iban", "bic", "bank", "mail", "number", "nummer", "rekening", "product", "holder", "card member", "cardholder", "inhaber", "titulaire", "titular",
		"intestatario", "haltija", "banque", "banco", "banca", "own ", "auftragskonto", "customer", "kunde", "klant",
	)
	// otherWords mark a header as one about the other party, whichever other words it contains.
	otherWords = folded(
		"counter", "tegen", "gegen", "partner", "beneficiary", "beneficiario", "bénéficiaire", "empfänger", "begünstigt", "beguenstigt", "protiúčtu", "odbiorc", "kontrahent", "merchant", "payee",
		"recipient", "destinat", "zahlungs", "protistran", "saaja",
	)
	// kindWords name columns of kinds of transactions.
	kindWords = folded(
		"type", "transaction type", "art", "umsatzart", "buchungsart", "transaktionsart", "transaktionstyp", "kind", "tipo", "soort", "mutatiesoort", "typ", "typ transakcji", "typ transakce",
		"tapahtumalaji", "nature", "operation type", "type of transaction", "transaction code", "method", "betalwijze", "operazione",
	)
	// accountWords name the column of the owner's account, in files of several accounts.
	accountWords  = folded("auftragskonto", "iban auftragskonto", "rekeningnummer", "account number", "account", "account name", "konto", "product", "rekening", "compte", "cuenta", "conto", "own account", "eigenes konto", "наш рахунок", "рахунок", "счет", "счёт")
	currencyWords = folded("currency", "währung", "waehrung", "ccy", "munt", "muntsoort", "devise", "moneda", "divisa", "waluta", "měna", "mena", "valuta", "currency code", "devizanem", "valuutta", "валюта", "币种", "币别", "货币", "מטבע", "通貨")
	categoryWords = folded("category", "kategorie", "categorie", "catégorie", "categoría", "categoria", "kategoria", "kategori")

	memoWords = folded(
		"verwendungszweck", "memo", "notes", "note", "payment reference", "purpose", "mededelingen", "reference", "message", "comment",
		"communication", "kommentar", "causale", "observaciones", "comentario", "meddelande", "tytuł", "zpráva", "viesti",
		"közlemény", "комментарий", "poznámka", "zpráva pro příjemce", "tytułem", "maksājuma mērķis", "selgitus",
	)
	moreWords = folded("description", "beschreibung", "omschrijving", "libellé", "concepto", "descrizione", "beskrivelse", "popis", "назначение платежа", "назначение", "призначення платежу")
	idWords   = folded(
		"transaction id", "id", "fitid", "transaction number", "unique id", "transaktionsnummer", "transaktions-nr", "transaktionscode", "transaction reference",
		"transferwise id",
	)
	checkWords = folded("check number", "cheque number", "check no", "check", "cheque", "check #")

	feeWords    = folded("fee", "fees", "gebühr", "gebühren", "entgelt", "frais", "commission", "comisión", "kosten")
	statusWords = folded("state", "status", "buchungsstatus", "umsatzstatus", "info", "statut", "estado", "stato", "booking_status", "booking status", "статус", "durum")

	// notBooked lists the states of rows that are pending or were cancelled.
	notBooked = folded(
		"pending", "reverted", "declined", "failed", "cancelled", "canceled", "expired", "processing", "in progress", "authorised", "authorized",
		"denied", "refused", "rejected", "held", "on hold", "placed", "voided", "removed", "unclaimed", "ausstehend", "in bearbeitung", "zurückgewiesen", "refusé", "annulé",
		"rechazado", "cancelado", "in attesa", "annullato", "geweigerd", "geannuleerd", "vorgemerkt", "umsatz vorgemerkt", "umsatz vorgemerkt und nicht gebucht", "offen", "nicht ausgeführt", "storniert", "abgelehnt", "en attente", "pendiente", "in behandeling", "в обработке", "交易关闭", "обробляється",
		"venter", "afventer", "ventende", "kommende", "reserveret", "reservert", "reserverad", "reserverat", "väntar", "kommande", "preliminär", "varaus", "katevaraus", "odottaa",
		"autorizzato", "autorizzata", "non contabilizzato", "da contabilizzare", "prenotato", "prenotata", "reserviert", "reserved", "blocked", "hold", "requested", "scheduled", "upcoming",
		"blokada", "zablokowana", "oczekująca", "oczekujące", "w trakcie realizacji", "odrzucona", "anulowana", "čeká", "blokace", "nezaúčtováno", "zamítnuto", "gereserveerd", "niet verwerkt",
		"pendente", "retenido", "retenida", "autorizado", "autorizada", "autorisé", "à venir", "en cours", "beklemede", "bekliyor", "függőben", "foglalás", "ожидает", "холд",
	)
	booked = folded(
		"completed", "complete", "booked", "posted", "cleared", "success", "settled", "executed", "paid", "sent", "received", "refunded", "partially refunded", "erstattet", "teilweise erstattet",
		"payé", "completado", "completata", "completato", "voltooid", "uitgevoerd", "gebucht", "umsatz gebucht", "abgeschlossen", "ausgeführt", "comptabilisé",
		"effectué", "исполнено", "виконано",
		"udført", "bogført", "utført", "bokført", "bokfört", "bokförd", "genomförd", "kirjattu", "contabilizzato", "contabilizzata", "eseguito", "eseguita", "processed", "confirmed", "cleared",
		"zaksięgowana", "zaksięgowano", "rozliczona", "zrealizowana", "wykonana", "zaúčtováno", "zúčtováno", "geboekt", "verwerkt", "contabilizado", "contabilizada", "realizado", "ejecutado", "efetuado",
		"confirmado", "könyvelt", "teljesült", "gerçekleşti", "выполнено", "проведено", "завершено",
	)

	outWords = folded(
		"debit", "dr", "d", "dt", "dbit", "af", "out", "soll", "s", "withdrawal", "-", "lastschrift", "belastung", "debet", "deb", "uit", "expense", "дебет",
		"outflow", "sent", "kiadás", "расход", "výdaj", "wypływ", "débit",
		"支出", "借", "借 dr", "дебет", "списання",
	)
	inWords = folded(
		"credit", "cr", "c", "ct", "k", "crdt", "bij", "in", "haben", "h", "deposit", "+", "gutschrift", "kredit", "cred", "income", "кредит",
		"inflow", "received", "bevétel", "приход", "j", "příjem", "wpływ", "crédit",
		"收入", "贷", "贷 cr", "зарахування", "кредит",
	)

	// neitherWords are words of direction columns for rows that moved no money, or moved it between two places of one
	// owner.
	neitherWords = folded("", "-", "/", "不计收支", "其他", "neutral")

	// directionWords name columns with the direction of money.
	directionWords = folded(
		"debit", "credit", "dr/cr", "cr/dr", "d/c", "d/k", "direction", "af bij", "soll/haben", "s/h", "type", "transaction type", "in/out", "sign", "+/-", "creditdebet", "debet", "debets", "deebet", "debetas",
		"bevétel/kiadás", "kierunek", "směr úhrady", "sens", "收/支", "way",
		"收/支", "借贷", "借贷标志", "операція",
	)

	// codeWords name columns of numbers that are not amounts.
	codeWords = folded(
		"number", "nummer", "no", "no.", "nr", "nr.", "code", "kod", "id", "account", "konto", "kontonummer", "rekening", "rekeningnummer", "iban", "bic", "cheque", "check", "reference",
		"referenz", "ref", "card", "karte", "year", "rate", "exchange rate", "kurs", "wisselkoers", "číslo", "číslo účtu", "numer", "numero", "número", "kategorie", "category", "sort code", "mcc",
		"账号", "卡号", "流水号", "序号", "商户号", "口座番号", "番号", "mcc",
	)

	// totals are words for a sum that are also names of shops.
	totals = wordSet("total", "totals", "gesamt", "totalt")

	// balanceLines are texts in the payee's column of lines that are a balance or a sum.
	balanceLines = wordSet(
		"opening balance", "closing balance", "balance brought forward", "balance carried forward", "starting balance", "ending balance", "beginning balance", "turnover",
		"likutis pradžiai", "likutis pabaigai", "apyvarta", "algsaldo", "lõppsaldo", "käive", "sākuma atlikums", "beigu atlikums", "apgrozījums",
		"anfangssaldo", "endsaldo", "alter kontostand", "neuer kontostand", "saldovortrag", "solde initial", "solde final", "ancien solde", "nouveau solde",
		"saldo iniziale", "saldo finale", "saldo inicial", "saldo final", "saldo anterior", "saldo actual", "saldo do dia", "saldo początkowe", "saldo końcowe", "beginsaldo", "eindsaldo",
		"summe", "gesamtsumme", "zwischensumme", "endsumme", "grand total", "subtotal", "sub-total", "total general", "total général", "somme", "totale", "totaal", "razem", "suma", "celkem", "i alt", "sum", "yhteensä", "összesen",
		"ukupno", "skupaj", "toplam", "итого", "всего", "合计", "小计",
	)
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

func folded(words ...string) []string { return iterutil.To(words, fold) }

func wordSet(words ...string) map[string]bool {
	return iterutil.Set(words)
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
