package planfile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/planfile"
	"holdover/internal/testing/testkit"
)

const plan = `{"data":{"plan":{"id":"p","name":"Home","accounts":[],"months":[]}}}`

// packed returns a ZIP file with the entries, given as name and content in turn.
func packed(t testing.TB, entries ...string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for i := 0; i < len(entries); i += 2 {
		f, err := w.Create(entries[i])
		if err == nil {
			_, err = f.Write([]byte(entries[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// raw returns a ZIP file with one entry whose header is given.
func raw(t *testing.T, h zip.FileHeader, content []byte) []byte {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	f, err := w.CreateRaw(&h)
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestPlanDocumentInAnArchive(t *testing.T) {
	for name, file := range map[string][]byte{
		"the document":          []byte(plan),
		"in UTF-8 with a mark":  []byte("\xEF\xBB\xBF" + plan),
		"in a ZIP file":         packed(t, "plan.json", plan),
		"beside macOS files":    packed(t, "Folder/", "", "Folder/plan.JSON", plan, "__MACOSX/Folder/._plan.json", "x", "Folder/.DS_Store", "x"),
		"beside another file":   packed(t, "readme.txt", "Hello", "plan.json", plan),
		"in a folder above it":  packed(t, "../plan.json", plan),
		"with Windows' slashes": packed(t, `Folder\plan.json`, plan),
	} {
		doc, remarks, err := planfile.Decode(bytes.NewReader(file), planfile.Options{})
		if err != nil || remarks != nil || doc.Plan.Name != "Home" {
			t.Errorf("%s: got %v, remarks %v, error %v; want the plan Home", name, doc, remarks, err)
		}
	}
}

func TestBudgetOfYNAB4(t *testing.T) {
	const budget = `{"budgetMetaData":{"currencyLocale":"en_US"},"accounts":[{"entityId":"a","entityVersion":"A-1","accountName":"Cash","onBudget":true}],"masterCategories":[],"transactions":[{"entityId":"t","accountId":"a","date":"2014-02-03","amount":-1.5}]}`
	for name, file := range map[string][]byte{
		"packed": packed(t, "Home~11111111.ynab4/Budget.ymeta", `{"relativeDataFolderName":"data"}`, "Home~11111111.ynab4/data/devices/A.ydevice",
			`{"deviceGUID":"X","hasFullKnowledge":true}`, "Home~11111111.ynab4/data/X/Budget.yfull", budget),
		"alone": []byte(budget),
	} {
		doc, remarks, err := planfile.Decode(bytes.NewReader(file), planfile.Options{Name: "Home.yfull"})
		if err != nil || remarks == nil || remarks.Format != "YNAB 4 budget" || doc.Plan.Name != "Home" || doc.Plan.CountTransactions() != 1 {
			t.Errorf("%s: got %v, remarks %v, error %v; want the plan Home with a transaction", name, doc, remarks, err)
		}
	}
}

func TestUnsuitableArchivesAreExplained(t *testing.T) {
	content := []byte(plan)
	sum := crc32.ChecksumIEEE(content)
	size := uint64(len(content))
	good := packed(t, "plan.json", strings.Repeat(" ", 5000)+plan)
	for name, c := range map[string]struct {
		file []byte
		says string
		kind apperr.Kind
	}{
		"empty":              {packed(t), "is empty", apperr.NotAPlan},
		"without a budget":   {packed(t, "photo.jpg", "\xFF\xD8"), "does not contain a budget", apperr.NotAPlan},
		"only noise":         {packed(t, ".DS_Store", "x"), "is empty", apperr.NotAPlan},
		"two documents":      {packed(t, "a.json", plan, "b.json", plan), "does not contain a budget", apperr.NotAPlan},
		"nested":             {packed(t, "inner.zip", string(packed(t, "plan.json", plan))), "contains another packed file", apperr.NotAPlan},
		"the same name":      {packed(t, "plan.json", plan, "PLAN.json", plan), "twice", apperr.Invalid},
		"truncated":          {good[:len(good)-30], "incomplete or damaged", apperr.Invalid},
		"password":           {raw(t, zip.FileHeader{Name: "plan.json", Flags: 1, CompressedSize64: size, UncompressedSize64: size, CRC32: sum}, content), "protected by a password", apperr.Invalid},
		"unusual method":     {raw(t, zip.FileHeader{Name: "plan.json", Method: 14, CompressedSize64: size, UncompressedSize64: size, CRC32: sum}, content), "unusual method", apperr.Invalid},
		"wrong checksum":     {raw(t, zip.FileHeader{Name: "plan.json", CompressedSize64: size, UncompressedSize64: size, CRC32: sum + 1}, content), "damaged", apperr.Invalid},
		"declared too large": {raw(t, zip.FileHeader{Name: "plan.json", Method: zip.Deflate, CompressedSize64: size, UncompressedSize64: 3 << 30, CRC32: sum}, content), "times its size", apperr.Invalid},
		"7-Zip":              {[]byte("7z\xbc\xaf\x27\x1c" + strings.Repeat("x", 100)), "7-Zip", apperr.NotAPlan},
		"a list":             {[]byte(`[1,2]`), "JSON list", apperr.NotAPlan},
		"nothing":            {nil, "empty", apperr.NotAPlan},
	} {
		_, _, err := planfile.Decode(bytes.NewReader(c.file), planfile.Options{Name: "file.zip"})
		if err == nil || !strings.Contains(err.Error(), c.says) || apperr.KindOf(err) != c.kind {
			t.Errorf("%s: error %q of kind %s, want one of kind %s that says %q", name, err, apperr.KindOf(err), c.kind, c.says)
		}
	}
}

// A ZIP bomb declares its real size, or a smaller one: reading stops there.
func TestArchiveIsReadToItsDeclaredSize(t *testing.T) {
	var content bytes.Buffer
	content.WriteString(plan)
	content.Write(bytes.Repeat([]byte(" "), 8<<20))
	file := packed(t, "plan.json", content.String())
	if _, _, err := planfile.Decode(bytes.NewReader(file), planfile.Options{}); err == nil || !strings.Contains(err.Error(), "times its size") {
		t.Errorf("an entry of 8 MiB of spaces: error %v, want one about its size", err)
	}
	file = packed(t, "plan.json", plan)
	at := bytes.LastIndex(file, []byte("PK\x01\x02"))
	file[at+24] -= 4 // the uncompressed size in the directory
	if _, _, err := planfile.Decode(bytes.NewReader(file), planfile.Options{}); err == nil || !strings.Contains(err.Error(), "stopped before its end") && !strings.Contains(err.Error(), "damaged") {
		t.Errorf("an entry larger than declared: error %v, want one about damage", err)
	}
}

// FuzzDecode checks that every file is decoded, or refused with an explanation.
func FuzzDecode(f *testing.F) {
	testkit.Fuzz(f, []string{plan, string(packed(f, "plan.json", plan)), string(packed(f, "a/b.zip", "PK\x03\x04", "c.csv", "Account,Date"))}, func(t testing.TB, file []byte) {
		doc, _, err := planfile.Decode(bytes.NewReader(file), planfile.Options{Name: "file"})
		if err == nil {
			if doc == nil {
				t.Fatal("neither a document nor an error")
			}
			return
		}
		if e, ok := errors.AsType[*apperr.Error](err); !ok || e.Message == "" || e.Kind == apperr.Internal {
			t.Fatalf("the error is not explained: %#v", err)
		}
	})
}
