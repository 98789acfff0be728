package bankfile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// encodings lists encodings under names used by banks, and those missing from the web's list of names.
var encodings = map[string]encoding.Encoding{
	"1252": charmap.Windows1252, "8859-1": charmap.Windows1252, "1250": charmap.Windows1250, "1251": charmap.Windows1251,
	"cp1250": charmap.Windows1250, "cp1251": charmap.Windows1251, "cp1252": charmap.Windows1252,
	"ibm850": charmap.CodePage850, "cp850": charmap.CodePage850, "ibm852": charmap.CodePage852, "cp852": charmap.CodePage852,
	"ibm437": charmap.CodePage437, "ansi": charmap.Windows1252,
}

// Encodings returns the names that a mapping may contain. "" means that the encoding is detected.
func Encodings() []string {
	return []string{
		"", "utf-8", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "koi8-r", "ibm866", "windows-1253", "windows-1254",
		"windows-1255", "windows-1256", "windows-1257", "ibm850", "ibm852", "macintosh", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr", "utf-16le", "utf-16be",
	}
}

// KnowsEncoding reports whether an encoding with the name is supported.
func KnowsEncoding(name string) bool { return encodingNamed(name) != nil }

// encodingNamed returns the encoding with a name, or nil.
func encodingNamed(name string) encoding.Encoding {
	name = strings.ToLower(strings.TrimSpace(name))
	if known := encodings[name]; known != nil {
		return known
	}
	known, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	return known
}

var utf8Mark = []byte("\xef\xbb\xbf")

// decodeAs converts the file to UTF-8. The encoding is decided by the user's choice ("" for none), then a byte order
// mark, then valid UTF-8, then the name in the file, then the letters.
func decodeAs(data []byte, chosen, named string) string {
	enc := encodingNamed(chosen)
	switch {
	case enc != nil:
	case bytes.HasPrefix(data, utf8Mark):
		return valid(data)
	default:
		if enc = looksUTF16(data); enc == nil && utf8.Valid(data) {
			return string(data)
		}
		// The names Windows-1252 and UTF-8 are ignored: programs write them for files in other encodings.
		if is := encodingNamed(named); enc == nil && is != unicode.UTF8 && is != charmap.Windows1252 {
			enc = is
		}
		if enc == nil {
			enc = detectEncoding(data)
		}
	}
	if enc == unicode.UTF8 {
		return valid(data)
	}
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return valid(data)
	}
	return strings.TrimPrefix(string(text), string(utf8Mark))
}

func valid(data []byte) string {
	return strings.ToValidUTF8(string(bytes.TrimPrefix(data, utf8Mark)), "\uFFFD")
}

// looksUTF16 recognises UTF-16 by its mark, or by zeros in every other byte at the beginning.
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
