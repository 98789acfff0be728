package bankfile

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// Texts of banks of many countries, in their encodings. If there are two encodings, the second one reads the same.
var written = []struct{ encodings, text string }{
	{"windows-1252 iso-8859-1", "Begünstigter Straßenbäckerei Köln ÄRZTEKAMMER"},
	{"windows-1252", "Libellé débité Café de la Gare – Été à l’hôtel €"},
	{"windows-1252", "Descripción Peluquería Íñigo, Año"},
	{"windows-1252", "Descrição Padaria São João, Saída"},
	{"windows-1252", "Bokföringsdag Årsavgift Överföring från Göteborg"},
	{"windows-1252", "Beløb Købmand Ærø Smørrebrød på torvet"},
	{"iso-8859-15", "Umsatz in € für Bäcker"},
	{"windows-1250", "Částka Zpráva pro příjemce Název protiúčtu Žižkov ďábel"},
	{"windows-1250 iso-8859-2", "Tytuł płatności: zakupy Żabka, Łódź, źródło ćma ŚWIĘTY"},
	{"iso-8859-2", "Příjemce: Škoda Plzeň, účet žádost"},
	{"windows-1250", "Közlemény összeg könyvelés dátuma Gyöngyösi gyümölcsbolt őrség űrlap"},
	{"windows-1250", "Račun čekovni šport đak žaba ćuk"},
	{"ibm852", "Odběratel číslo účtu příkaz"},
	{"windows-1250", "Data operacji;Opis;Kwota;Saldo 2026-11-26;ŻABKA Z123 KRAKOW;-12,50;100,00"}, // its one letter is a symbol in the DOS encodings, so that the shop's name began with a symbol
	{"windows-1257", "Mokėjimo paskirtis: šiluma, ąžuolas, įmoka žymė čekis"},
	{"windows-1257", "Saņēmējs: veikals Rīgā, maksājuma mērķis ķieģelis ļoti"},
	{"windows-1254", "Açıklama İşlem tutarı Şişli ğ ödeme"},
	{"windows-1251", "Описание операции Сумма Перевод клиенту Пятёрочка магазин Москва"},
	{"koi8-r", "Описание операции: перевод клиенту, магазин продуктов на улице"},
	{"ibm866", "Описание операции: перевод клиенту, магазин продуктов на улице"},
	{"windows-1253", "Περιγραφή κίνησης πληρωμή λογαριασμού"},
	{"windows-1255", "תיאור התנועה סכום חיוב בית עסק מכולת השכונה"},
	{"shift_jis", "日付 お支払金額 お取引内容 振込手数料 コンビニエンスストア"},
	{"euc-jp", "日付 お支払金額 お取引内容 振込手数料 コンビニエンスストア"},
	{"gb18030", "交易时间 交易对方 商品说明 收支金额 支付宝超市购物消费"},
	{"big5", "交易日期 摘要 支出金額 存入金額 便利商店購物消費"},
	{"euc-kr", "거래일자 적요 출금액 입금액 편의점에서 물건을 샀습니다"},
	{"ibm850", "Begünstigter Straßenbäckerei Köln"},
	{"utf-16le", "Begünstigter Částka Сумма"},
	{"utf-16be", "Begünstigter Částka Сумма"},
}

// TestEncodingsAreDetected writes and reads texts in each encoding.
//
// Regression: files in cp1250 and cp1251 were read as cp1252, without a question.
func TestEncodingsAreDetected(t *testing.T) {
	for _, c := range written {
		name, _, _ := strings.Cut(c.encodings, " ")
		text := "Date;Payee;Amount\n" + strings.Repeat("2026-01-13;"+c.text+";-12.50\n2026-01-14;Shop 17;-3.00\n", 3)
		enc := encodingNamed(name)
		if name == "utf-16le" {
			enc = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
		}
		data, err := enc.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatalf("%s: encode: %v", name, err)
		}
		if got := decodeAs(data, "", ""); got != text {
			t.Errorf("%s is decoded as %s", name, strings.Split(got, "\n")[1])
		}
		if got := decodeAs(data, name, ""); got != text {
			t.Errorf("%s, chosen, is decoded as %s", name, strings.Split(got, "\n")[1])
		}
	}
}

// Another encoding restarts the search for columns: in the wrong one the headers are unreadable.
func TestChoosingAnEncodingGuessesTheColumnsAgain(t *testing.T) {
	const file = "Datum;Částka;Zpráva;Název protiúčtu\n13.01.2026;-12,50;za rohlíky;Pekařství Žižkov\n14.01.2026;-3,00;;Škoda\n"
	enc, err := htmlindex.Get("windows-1250")
	if err != nil {
		t.Fatal(err)
	}
	data, err := enc.NewEncoder().Bytes([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := GuessMapping(data, Options{Encoding: "koi8-r"})
	if err != nil {
		t.Fatal(err)
	}
	right, err := GuessMapping(data, Options{Encoding: "windows-1250"})
	if err != nil || right.Payee != 4 || right.Encoding != "windows-1250" || wrong.Payee == right.Payee && len(wrong.Memo) == len(right.Memo) {
		t.Errorf("with the right encoding %+v, error %v; with a wrong one %+v", right, err, wrong)
	}
}

// Every encoding that can be chosen is supported.
func TestEveryOfferedEncodingIsSupported(t *testing.T) {
	for _, name := range Encodings() {
		if name != "" && encodingNamed(name) == nil {
			t.Errorf("the encoding %s is not supported", name)
		}
	}
}
