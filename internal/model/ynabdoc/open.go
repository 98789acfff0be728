package ynabdoc

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"
)

// peeked is the number of bytes inspected to recognise a file.
const peeked = 16 << 10

// open returns the text of a file as UTF-8 without byte order mark if it can be a JSON object, otherwise an error
// that names the type of the file.
func open(r io.Reader, progress func(int64)) (io.Reader, error) {
	file := bufio.NewReaderSize(&counter{r: r, tells: progress}, 64<<10)
	head, err := peek(file)
	if err != nil {
		return nil, err
	}
	if f := knownFile(head); f != nil {
		return nil, f
	}
	text := file
	if endian, wide := utf16(head); wide {
		decoded := unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Reader(file)
		text = bufio.NewReaderSize(decoded, 64<<10)
	}
	if head, err = peek(text); err != nil {
		return nil, err
	}
	if rest, marked := bytes.CutPrefix(head, []byte("\xEF\xBB\xBF")); marked {
		_, _ = text.Discard(3) // they have been peeked
		head = rest
	}
	start := bytes.TrimLeft(head, " \t\r\n")
	if len(start) > 0 && start[0] == '{' || len(start) == 0 && len(head) >= peeked/2 {
		return text, nil
	}
	return nil, otherText(start)
}

func peek(file *bufio.Reader) ([]byte, error) {
	head, err := file.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(err)
	}
	return head, nil
}

// utf16 reports whether text is UTF-16 and its byte order: by its byte order mark, or by a zero byte next to the
// first character.
func utf16(head []byte) (unicode.Endianness, bool) {
	if len(head) < 2 {
		return unicode.LittleEndian, false
	}
	switch a, b := head[0], head[1]; {
	case a == 0xFF && b == 0xFE, b == 0 && plausible(a):
		return unicode.LittleEndian, true
	case a == 0xFE && b == 0xFF, a == 0 && plausible(b):
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

func plausible(first byte) bool { return bytes.IndexByte([]byte("{[<\" \t\r\n"), first) >= 0 }
