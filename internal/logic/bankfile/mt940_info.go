package bankfile

import (
	"regexp"
	"strings"

	"holdover/internal/base/iterutil"
)

// describeMT sets the payee and the notes of a row from field 86. Banks write the field in one of three forms, or as
// free text.
func describeMT(row *Row, text string) {
	payee, memo := "", ""
	switch joined := strings.ReplaceAll(text, "\n", ""); {
	case mtSeparator(joined) != 0:
		payee, memo = numberedInfo(joined, mtSeparator(joined))
	case strings.HasPrefix(strings.TrimSpace(joined), "/"):
		payee, memo = wordedInfo(joined)
	default:
		payee, memo = freeInfo(text)
	}
	if memo == "" {
		memo = row.Memo
	}
	if payee == "" {
		payee = row.Payee
	}
	if payee == "" {
		payee, memo = memo, ""
	}
	row.Payee, row.Memo = tidy(payee), tidy(memo)
}

// mtSeparator returns the character between numbered parts: "166?00GUTSCHRIFT?20SVWZ+…?32NAME".
func mtSeparator(text string) byte {
	for _, sign := range []byte("?~^<>+") {
		parts := 0
		for at := 0; at < len(text); {
			next := strings.IndexByte(text[at:], sign)
			if next < 0 || at+next+3 > len(text) {
				break
			}
			if at += next + 1; onlyDigits(text[at : at+2]) {
				parts++
			}
		}
		if begins := strings.IndexByte(text, sign); parts >= 2 && begins <= 5 {
			return sign
		}
	}
	return 0
}

// numberedInfo reads the numbered parts: 00 is the kind, 20 to 29 and 60 to 65 the purpose, 32 and 33 the name. For
// Polish banks 27 to 29 are the other party if 32 is empty.
func numberedInfo(text string, sign byte) (payee, memo string) {
	var name, what, kind strings.Builder
	for i, part := range strings.Split(text, string(sign)) {
		if i == 0 || len(part) < 2 || !onlyDigits(part[:2]) {
			if i > 0 { // the character itself, in a text
				what.WriteString(string(sign) + part)
			}
			continue
		}
		value := part[2:]
		switch no := part[:2]; {
		case no == "00":
			kind.WriteString(value)
		case no == "32" || no == "33":
			name.WriteString(value)
		case no >= "20" && no <= "29" || no >= "60" && no <= "65":
			what.WriteString(value)
		}
	}
	if memo = sepaPurpose(what.String()); memo == "" {
		memo = kind.String()
	}
	return name.String(), memo
}

// sepaPurpose returns the text after SVWZ+ among the marked parts of a German transfer, or the whole text if it has
// no marks.
func sepaPurpose(text string) string {
	_, purpose, found := strings.Cut(text, "SVWZ+")
	if !found {
		return text
	}
	for _, mark := range []string{"EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "COAM+", "OAMT+", "ABWA+", "ABWE+", "IBAN+", "BIC+"} {
		purpose, _, _ = strings.Cut(purpose, mark)
	}
	return purpose
}

// describeNS sets the payee and the notes of a row from field NS of some banks. Each line begins with a number of two
// digits: 09 is the kind, 15 and 16 the name.
func describeNS(row *Row, text string) {
	var name, what strings.Builder
	for line := range strings.Lines(text) {
		no, value, _ := cutAt(strings.TrimRight(line, "\r\n"), 2)
		switch no {
		case "09":
			what.WriteString(value)
		case "15", "16":
			name.WriteString(value)
		}
	}
	if row.Payee == "" {
		row.Payee = name.String()
	}
	if row.Memo == "" {
		row.Memo = what.String()
	}
}

// wordedInfo parses "/NAME/J. Jansen/REMI/Factuur 17" and similar texts of Dutch and other banks. CNTP contains
// account, bank and name.
func wordedInfo(text string) (payee, memo string) {
	parts := strings.Split(text, "/")
	word, values := "", map[string][]string{}
	for _, part := range parts {
		if mtWords[part] && (word != part || values[part] == nil) {
			word = part
			continue
		}
		if word != "" {
			values[word] = append(values[word], part)
		}
	}
	value := func(words ...string) string {
		for _, w := range words {
			if v := tidy(strings.Join(values[w], "/")); strings.Trim(v, "/ ") != "" {
				return strings.Trim(v, "/ ")
			}
		}
		return ""
	}
	payee = value("NAME", "BENM", "ORDP")
	if payee == "" {
		payee = counterparty(values["CNTP"])
	}
	memo = value("REMI")
	for _, structure := range []string{"USTD//", "STRD/"} {
		memo = strings.TrimPrefix(memo, structure)
	}
	if memo == "" {
		if memo = value("TRTP", "PREF", "EREF"); payee == "" && memo == "" {
			memo = tidy(text)
		}
	}
	return payee, memo
}

// counterparty returns the name after CNTP, or the account number if there is no name. A slash next to a space is
// part of the name.
func counterparty(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	name := ""
	for i := 2; i < len(parts); i++ {
		if i > 2 && !strings.HasPrefix(parts[i], " ") && !strings.HasSuffix(parts[i-1], " ") {
			break
		}
		name += parts[i] + "/"
	}
	if name = strings.Trim(name, "/ "); name == "" {
		return strings.TrimSpace(parts[0])
	}
	return name
}

// mtNames match the other party's name in texts without marks. The first group is the name. The first match is used.
var mtNames = []*regexp.Regexp{
	regexp.MustCompile(`(?s)^(.+?)\s+\d\d-\d\d-\d{4}\s+\d\d:\d\d\s+PAS:`),                               // Knab, by card: a name after it is the card holder's
	regexp.MustCompile(`(?s)\bREK:\s*\S+/NAAM:\s*(.+)$`),                                                // Knab
	regexp.MustCompile(`(?s)\bNAAM:\s*(.+?)(?:\s{2,}|\n|[A-Z]+:|BETALINGSKENM|$)`),                      // ABN AMRO
	regexp.MustCompile(`^[BG]EA\s+NR:\S+\s+\d\d\.\d\d\.\d\d/\d\d\.\d\d\s+([^\n]+?)\s*(?:,PAS\d+|\n|$)`), // ABN AMRO, by card
	regexp.MustCompile(`^GIRO\s+\d+\s+(.+?)(?:\s{2,}|\n|$)`),                                            // ABN AMRO, to a giro account
	regexp.MustCompile(`^\d\d\.\d\d\.\d\d\.\d{3}\s+(.+?)(?:\s{2,}|,PAS\d+|\n|$)`),                       // ABN AMRO, to another bank
	regexp.MustCompile(`^(?:[A-Z]{2}\d{2}[A-Z0-9]{8,30}|\d{6,10}) ([^\n]*[^\s\d][^\n]*?) *\n\s*\n`),     // SNS: account and name fill the first line
}

// freeInfo finds the name in a text without a standard form. The whole text stays in the notes.
func freeInfo(text string) (payee, memo string) {
	memo = tidy(text)
	for _, finds := range mtNames {
		if found := finds.FindStringSubmatch(text); found != nil {
			return tidy(found[1]), memo
		}
	}
	return "", memo
}

// mtWords lists the words between slashes that begin a part.
var mtWords = iterutil.Set([]string{
	"NAME", "BENM", "ORDP", "CNTP", "REMI", "EREF", "PREF", "TRTP", "IBAN", "BIC", "CSID", "MARF", "RTRN", "ISDT", "PURP", "ULTD", "ULTB", "TRCD", "ADDR", "ID", "SVCL", "TR2", "OAMT", "EXCH", "CHGS", "SREF",
})
