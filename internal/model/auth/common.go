package auth

import (
	"slices"
	"strings"
	"unicode"
)

// commonWords are the words that passwords are most often made of, including names related to this program. A
// password must be more than these words, keyboard sequences and a few digits or punctuation after them: lists of
// leaked passwords consist of such combinations at the required length.
var commonWords = strings.Fields(`
	password passwort passwd passw motdepasse contrasena contraseña senha wachtwoord parola haslo heslo lozinka parool salasana lösenord
	holdover budget ynab money geld bank finance finanzen secret geheim secreto private login signin letmein welcome willkommen bienvenue
	benvenuto hello hallo bonjour admin administrator root user guest test testing changeme default master access system server computer
	internet windows microsoft google facebook linkedin samsung android iphone apple superman batman spiderman pokemon starwars naruto
	minecraft football fussball futbol soccer baseball basketball hockey liverpool chelsea arsenal barcelona juventus realmadrid manchester
	iloveyou iloveu ilove loveyou lovely love liebe amor amour jetaime teamo tequiero ichliebedich schatz princess prinzessin princesa
	sunshine summer winter spring autumn sommer monkey dragon tiger eagle killer shadow ninja mustang ferrari porsche mercedes corvette
	michael michelle jennifer jessica daniel jordan thomas charlie andrew matthew anthony robert ashley nicole alexander maximilian
	cookie chocolate banana pepper ginger cheese flower butterfly rainbow diamond freedom trustno whatever nothing fuckyou fuck asshole
	bitch pussy babygirl baby forever friend family mother father qwerty qwertz azerty asdf zxcv yxcv abcdef abc monday sunday january
	december blink startrek metallica slipknot eminem harrypotter hunter buster jordan harley ranger jesus christ angel heaven
`)

// keyboard contains common sequences of keys. They are searched in both directions.
var keyboard = []string{
	"qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiopü", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "1234567890", "01234567890",
	"abcdefghijklmnopqrstuvwxyz", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik", "qazwsxedcrfvtgbyhnujmik", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
	"!@#$%^&*()_+", "147258369", "123321", "159753",
}

// leastRun is the minimum length of a keyboard sequence.
const leastRun = 3

// leastOwn is the number of different letters that a password must have outside common words; two digits or
// punctuation marks count as one.
const leastOwn = 4

var looksLike = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// common reports whether a password is among those that an attacker tries first for the user.
func common(name, password string) bool {
	text := []rune(strings.ToLower(password))
	gone := make([]bool, len(text))
	alike := []rune(looksLike.Replace(string(text)))
	for _, word := range append(strings.Fields(strings.ToLower(name)), commonWords...) {
		strike(alike, []rune(word), gone)
		strike(text, []rune(word), gone)
	}
	for _, run := range keyboard {
		way := []rune(run)
		strikeRuns(text, way, gone)
		slices.Reverse(way)
		strikeRuns(text, way, gone)
	}
	return own(text, gone) < 2*leastOwn
}

// strike marks the occurrences of a word.
func strike(text, word []rune, gone []bool) {
	if len(word) < leastRun {
		return
	}
	for i := 0; i+len(word) <= len(text); i++ {
		if slices.Equal(text[i:i+len(word)], word) {
			for j := range word {
				gone[i+j] = true
			}
		}
	}
}

// strikeRuns marks the occurrences of parts of a sequence.
func strikeRuns(text, run []rune, gone []bool) {
	follows := map[rune]rune{}
	for i := range len(run) - 1 {
		if _, twice := follows[run[i]]; !twice {
			follows[run[i]] = run[i+1]
		}
	}
	for i := 0; i < len(text); {
		end := i + 1
		for end < len(text) && follows[text[end-1]] == text[end] {
			end++
		}
		if end-i >= leastRun {
			for j := i; j < end; j++ {
				gone[j] = true
			}
		}
		i = end
	}
}

// own counts the different remaining characters, letters twice.
func own(text []rune, gone []bool) int {
	seen, n := map[rune]bool{}, 0
	for i, r := range text {
		if gone[i] || seen[r] {
			continue
		}
		seen[r] = true
		if n++; unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
