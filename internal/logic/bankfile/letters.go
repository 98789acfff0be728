package bankfile

import (
	"slices"
	"strings"
	stdunicode "unicode"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// alphabets lists the letters beyond a to z of the languages that banks use, by the encodings used before UTF-8. The
// first one that has all letters of a file, in words as in the language, is chosen: in the wrong encoding, Polish has
// "³" within words and Czech an "ø" next to an "è", which no language combines. Old encodings of DOS and Apple follow
// those of Windows, because a single letter may exist in both.
var alphabets = []struct {
	encodings []encoding.Encoding
	letters   []string
}{
	{[]encoding.Encoding{charmap.Windows1252, charmap.ISO8859_15}, western},
	{
		[]encoding.Encoding{charmap.Windows1250, charmap.ISO8859_2, charmap.CodePage852},
		[]string{"áčďéěíňóřšťúůýž", "ąćęłńóśźż", "áéíóöőúüű", "áäčďéíĺľňóôŕšťúýž", "čćđšž", "ăâîșțşţ", "áčďéěíňóřšťúůýžäöü"},
	},
	{[]encoding.Encoding{charmap.CodePage850, charmap.Macintosh}, western},
	{[]encoding.Encoding{charmap.Windows1257}, []string{"ąčęėįšųūž", "āčēģīķļņšūž", "äöüõšž"}},
	{[]encoding.Encoding{charmap.Windows1254}, []string{"çğıİöşüâ"}},
	{[]encoding.Encoding{charmap.Windows1255}, []string{"אבגדהוזחטיךכלםמןנסעףפץצקרשת"}}, // before Greek, which has letters at the same bytes
	{[]encoding.Encoding{charmap.Windows1253}, []string{"αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ"}},
}

// western lists the letters of the languages of Western Europe.
var western = []string{
	"äöüß", "äöüßé", "éèàçêëîïôùûüœæ", "áéíñóúü", "áâãàçéêíóôõú", "àèéìíòóùú", "åäöéü", "æøåéäöü", "éëïèöüáóê", "áðéíóúýþæö", "àèéíòóúçïü", "äöüéèàçêîôâ",
}

// mostLetters is the number of bytes of a file that are read, from its first letter beyond ASCII on.
const mostLetters = 64 << 10

// detectEncoding guesses the encoding of a file without mark or name. The default is Windows-1252, in which no byte
// is invalid.
func detectEncoding(data []byte) encoding.Encoding {
	from := 0
	for from < len(data) && data[from] < 0x80 {
		from++
	}
	sample := data[max(0, from-mostLetters/2):min(len(data), from+mostLetters)]
	for _, a := range alphabets {
		for _, enc := range a.encodings {
			if writesOne(sample, enc, a.letters) {
				return enc
			}
		}
	}
	if found := encodingNamed(chardet.Detect(sample).Encoding); found != nil && readsWhole(sample, found) {
		return found
	}
	return charmap.Windows1252
}

// writesOne reports whether a text in the encoding can be in one of the languages.
func writesOne(sample []byte, enc encoding.Encoding, languages []string) bool {
	text, err := enc.NewDecoder().Bytes(sample)
	if err != nil {
		return false
	}
	used := map[rune]bool{}
	before, sign := ' ', false
	for _, r := range string(text) {
		if sign && stdunicode.IsLetter(r) {
			return false
		}
		sign = false
		switch {
		case r < 0x80:
		case stdunicode.IsLetter(r):
			if stdunicode.IsUpper(r) && stdunicode.IsLower(before) {
				return false // no language has a capital inside a word
			}
			if lower := stdunicode.ToLower(r); lower >= 0x80 {
				used[lower] = true
			}
		case !besideLetters[r]:
			return false
		default: // only an apostrophe occurs within words
			sign = stdunicode.IsLetter(before) && !strings.ContainsRune("’´‘·ºª\u00a0", r)
		}
		before = r
	}
	if len(used) == 0 { // with symbols only, the most common encoding is chosen
		return enc == charmap.Windows1252
	}
	return slices.ContainsFunc(languages, func(letters string) bool { return within(used, letters) })
}

func within(used map[rune]bool, letters string) bool {
	for r := range used {
		if !strings.ContainsRune(letters, r) {
			return false
		}
	}
	return true
}

// besideLetters lists the symbols beyond ASCII that occur between words in bank files.
var besideLetters = map[rune]bool{
	'€': true, '£': true, '§': true, '°': true, '´': true, '–': true, '—': true, '’': true, '‘': true, '“': true, '”': true, '„': true, '«': true, '»': true,
	'\u00a0': true, '…': true, '•': true, '®': true, '™': true, '©': true, '¿': true, '¡': true, 'º': true, 'ª': true, '·': true, '²': true, '½': true,
}

// readsWhole reports whether a text consists of letters and symbols in the encoding.
func readsWhole(sample []byte, enc encoding.Encoding) bool {
	text, err := enc.NewDecoder().Bytes(sample)
	if err != nil {
		return false
	}
	bad := strings.Count(string(text), "\uFFFD")
	return bad*100 <= len(text) // the sample's end may cut a letter
}
