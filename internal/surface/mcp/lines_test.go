package mcp

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"holdover/internal/testing/testkit"
)

type closableBuffer struct{ bytes.Buffer }

func (*closableBuffer) Close() error { return nil }

// newUntracked accepts responses without tracking requests.
func newUntracked(answers io.WriteCloser) *wholeWrites {
	w := newWholeWrites(answers)
	w.hangUp()
	return w
}

// TestInvalidLineGetsAnErrorResponse reads valid messages between invalid lines, in pieces of any size.
// Each invalid line gets one error response, and the messages are unchanged.
func TestInvalidLineGetsAnErrorResponse(t *testing.T) {
	const ping, last = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	const batch = `[{"jsonrpc":"2.0","id":2,"method":"ping"}]`
	sent := strings.Join([]string{
		"hello", ping, "", "  ", `{"jsonrpc":"2.0","id":`, "5", `{"id":1}`, batch + "\r", "[]", "[1]", strings.Repeat("x", 3*mostCall),
		`{"jsonrpc":"2.0","id":3,"method":"` + strings.Repeat("y", 2*mostCall) + `"}`, "\x00\xff", last,
	}, "\n")
	for name, in := range map[string]io.Reader{"whole lines": strings.NewReader(sent), "halves": iotest.HalfReader(strings.NewReader(sent)), "last byte with an error": iotest.DataErrReader(strings.NewReader(sent))} {
		answers := &closableBuffer{}
		got, err := io.ReadAll(newLines(io.NopCloser(in), newUntracked(answers)))
		if want := ping + "\n" + last + "\n"; err != nil || string(got) != want {
			t.Errorf("%s: read %.200q, %v; want %q", name, got, err, want)
		}
		var codes []string
		for answer := range strings.Lines(answers.String()) {
			_, rest, _ := strings.Cut(answer, `"code":`)
			code, _, _ := strings.Cut(rest, ",")
			codes = append(codes, code)
		}
		if got, want := strings.Join(codes, " "), "-32700 -32700 -32600 -32600 -32600 -32600 -32600 -32600 -32600 -32700"; got != want {
			t.Errorf("%s: answered %s, want %s", name, got, want)
		}
	}
}

// TestArgumentsMustBeUTF8: text that is not UTF-8 was stored with replacement characters.
func TestArgumentsMustBeUTF8(t *testing.T) {
	for arguments, says := range map[string]string{
		"{\"memo\":\"a\xffb\"}": "not UTF-8", `{"memo":"a\u0000b"}`: "invalid character", `{"transactions":["a",{"b\u0000":1}]}`: "invalid character",
		`{"memo":"a\ud800b"}`: "/memo", `{"budget":"x","transactions":["a","\udc00\ud800"]}`: "/transactions/1",
		`{"memo":"a\\u0000b é \\ud800 \ud83d\ude00"}`: "", "": "", "null": "", `{"amount":1.5,"hidden":true}`: "",
	} {
		err := readable([]byte(arguments))
		if (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("arguments %q: error %v, want %q", arguments, err, says)
		}
	}
}

// FuzzLines reads any input to its end; the output is JSON, one message per line.
func FuzzLines(f *testing.F) {
	seeds := []string{"hello\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n[1]\n\n", "5", "\r\n", "{}\n{"}
	testkit.Fuzz(f, seeds, func(t testing.TB, sent []byte) {
		got, err := io.ReadAll(newLines(io.NopCloser(bytes.NewReader(sent)), newUntracked(&closableBuffer{})))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(got) {
			if _, code, why := read(bytes.TrimSpace(line)); code != 0 {
				t.Errorf("line %.80q is not a valid message: %s", line, why)
			}
		}
	})
}
