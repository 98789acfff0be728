package bankfile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// encodings are those that banks write, by the names they go by.
var encodings = map[string]encoding.Encoding{
	"windows-1252": charmap.Windows1252, "1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
	"iso-8859-1": charmap.Windows1252, "8859-1": charmap.Windows1252, "latin1": charmap.Windows1252,
	"iso-8859-15": charmap.ISO8859_15, "windows-1250": charmap.Windows1250, "1250": charmap.Windows1250,
	"iso-8859-2": charmap.ISO8859_2, "windows-1251": charmap.Windows1251, "1251": charmap.Windows1251,
	"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255,
	"ibm850": charmap.CodePage850, "macintosh": charmap.Macintosh, "shift_jis": japanese.ShiftJIS,
	"gb18030": simplifiedchinese.GB18030, "gbk": simplifiedchinese.GBK, "euc-kr": korean.EUCKR,
}

// Encodings are the names that a mapping may choose from; empty is "find out".
func Encodings() []string {
	return []string{
		"", "utf-8", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "windows-1253", "windows-1254",
		"windows-1255", "ibm850", "macintosh", "shift_jis", "gb18030", "euc-kr",
	}
}

var utf8Mark = []byte("\xef\xbb\xbf")

// decode makes UTF-8 of the file. A byte order mark decides, then valid UTF-8,
// then the name; what no name helps with is read as Windows-1252, in which no
// byte is an error.
func decode(data []byte, name string) string {
	if bytes.HasPrefix(data, utf8Mark) {
		return strings.ToValidUTF8(string(data[len(utf8Mark):]), "\uFFFD")
	}
	enc := looksUTF16(data)
	if enc == nil {
		name = strings.ToLower(strings.TrimSpace(name))
		chosen, known := encodings[name]
		if name == "utf-8" || utf8.Valid(data) && !wide(name) {
			return strings.ToValidUTF8(string(data), "\uFFFD")
		}
		enc = charmap.Windows1252
		if known {
			enc = chosen
		}
	}
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	return string(text)
}

// wide names encodings whose texts can happen to be valid UTF-8 as well.
func wide(name string) bool { return name == "shift_jis" || name == "gb18030" || name == "euc-kr" }

// looksUTF16 knows UTF-16 by its mark, or by every other byte of the beginning
// being zero.
func looksUTF16(data []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case len(data) < 4:
		return nil
	case data[0] != 0 && data[1] == 0 && data[2] != 0 && data[3] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case data[0] == 0 && data[1] != 0 && data[2] == 0 && data[3] != 0:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}
