package database

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// together puts writes that follow each other into one statement for a server, as far as
// they are plain and each is of another table: what one of them writes the others neither
// read nor write, so that their order says nothing. A server begins, plans and answers
// such a statement once.
func together(all []statement) []statement {
	var out, run []statement
	tables := map[string]bool{}
	args := 0
	flush := func() {
		if len(run) > 0 {
			out = append(out, joined(run))
		}
		run, args = nil, 0
		clear(tables)
	}
	for _, s := range all {
		table := tableOf(&s)
		if table == "" || tables[table] || args+len(s.args) > mostTogether {
			flush()
		}
		if table == "" {
			out = append(out, s)
			continue
		}
		run = append(run, s)
		tables[table] = true
		args += len(s.args)
	}
	flush()
	return out
}

// mostTogether is how many arguments writes have that become one: large ones gain nothing.
const mostTogether = 256

// tableOf is the table that a plain write is of; none where a statement answers rows, or
// looks at what else is there.
func tableOf(s *statement) string {
	if s.scan != nil || strings.Contains(s.text, "SELECT") || strings.Contains(s.text, "RETURNING") {
		return ""
	}
	for _, verb := range []string{"INSERT INTO ", "UPDATE ", "DELETE FROM "} {
		if rest, is := strings.CutPrefix(s.text, verb); is {
			table, _, _ := strings.Cut(rest, " ")
			return table
		}
	}
	return ""
}

// joined is one statement in place of several: the last, behind the others.
func joined(run []statement) statement {
	if len(run) == 1 {
		return run[0]
	}
	var key strings.Builder
	var args []any
	for i := range run {
		key.WriteString(run[i].text + ";")
		args = append(args, run[i].args...)
	}
	return statement{text: joinedTexts.of(key.String(), run), args: args}
}

// joinedTexts are the texts of joined statements: the same few are written again and again.
var joinedTexts = texts{known: map[string]string{}}

type texts struct {
	mu    sync.Mutex
	known map[string]string
}

// mostTexts is how many are remembered; beyond that they begin anew.
const mostTexts = 1024

func (t *texts) of(key string, run []statement) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, found := t.known[key]
	if !found {
		if len(t.known) >= mostTexts {
			clear(t.known)
		}
		text = joinedText(run)
		t.known[key] = text
	}
	return text
}

var place = regexp.MustCompile(`\$\d+`)

func joinedText(run []statement) string {
	var text strings.Builder
	given, last := 0, len(run)-1
	for i := range run {
		shifted := place.ReplaceAllStringFunc(run[i].text, func(p string) string {
			n, _ := strconv.Atoi(p[1:])
			return "$" + strconv.Itoa(n+given)
		})
		given += len(run[i].args)
		switch i {
		case 0:
			text.WriteString("WITH w0 AS (" + shifted)
		case last:
			text.WriteString(") " + shifted)
		default:
			text.WriteString("), w" + strconv.Itoa(i) + " AS (" + shifted)
		}
	}
	return text.String()
}
