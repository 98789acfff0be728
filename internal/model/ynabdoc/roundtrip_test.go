package ynabdoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"holdover/internal/testing/testkit"
)

// TestDecodedPlansEncodeToTheSameDocument decodes and encodes every available plan, under both leading keys.
func TestDecodedPlansEncodeToTheSameDocument(t *testing.T) {
	for name, file := range planFiles(t) {
		t.Run(name, func(t *testing.T) {
			doc := decode(t, file)
			if len(doc.Odd) > 0 {
				t.Errorf("unreadable values: %v", doc.Odd)
			}
			checkSame(t, file, encode(t, doc, ""))
			for _, key := range []string{"plan", "budget"} {
				again := decode(t, encode(t, doc, key))
				if again.LeadingKey != key {
					t.Errorf("leading key %q, want %q", again.LeadingKey, key)
				}
				checkSame(t, file, encode(t, again, doc.LeadingKey))
			}
		})
	}
}

// planFiles returns the generated plans and, on machines that have them, the genuine ones.
func planFiles(t testing.TB) map[string][]byte {
	generated, _ := filepath.Glob("testdata/*.json")
	files := map[string][]byte{}
	for _, path := range append(testkit.GenuinePlans(t), generated...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = text
	}
	if len(generated) == 0 {
		t.Fatal("no plans in testdata")
	}
	return files
}

func decode(t testing.TB, text []byte) *Document {
	t.Helper()
	doc, err := Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func encode(t testing.TB, doc *Document, key string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := doc.Encode(&out, key); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// checkSame fails if two JSON documents differ in more than the order of members and the notation of numbers.
func checkSame(t testing.TB, want, got []byte) {
	t.Helper()
	if where := difference(parse(t, want), parse(t, got), "$"); where != "" {
		t.Fatalf("the documents differ: %s", where)
	}
}

func parse(t testing.TB, text []byte) any {
	t.Helper()
	reader := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))))
	reader.UseNumber()
	var value any
	if err := reader.Decode(&value); err != nil {
		t.Fatalf("parse: %v in %.200s", err, text)
	}
	return value
}

func difference(want, got any, path string) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		for name := range g {
			if _, known := w[name]; !known {
				return path + "." + name + " was not in the file"
			}
		}
		for name, value := range w {
			other, exists := g[name]
			if !exists {
				return path + "." + name + " is lost"
			}
			if where := difference(value, other, path+"."+name); where != "" {
				return where
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) || (g == nil) != (w == nil) {
			break
		}
		for i := range w {
			if where := difference(w[i], g[i], fmt.Sprintf("%s[%d]", path, i)); where != "" {
				return where
			}
		}
		return ""
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(w, g) {
			return ""
		}
	default:
		if reflect.DeepEqual(want, got) {
			return ""
		}
	}
	return fmt.Sprintf("%s: was %v, is %v", path, want, got)
}

func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, okX, errX := big.ParseFloat(string(a), 10, 2000, big.ToNearestEven)
	y, okY, errY := big.ParseFloat(string(b), 10, 2000, big.ToNearestEven)
	_, _ = okX, okY
	return errX == nil && errY == nil && x.Cmp(y) == 0
}
