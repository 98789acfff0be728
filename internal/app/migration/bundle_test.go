package migration_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"holdover/internal/app/migration"
)

// bundled returns the file that the files make together, given as name and content in turn.
func bundled(t *testing.T, files ...string) (content []byte, name string) {
	t.Helper()
	b := migration.NewBundle()
	defer b.Close()
	for i := 0; i < len(files); i += 2 {
		if err := b.Add(files[i], strings.NewReader(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	r, name, err := b.File()
	if err != nil {
		t.Fatal(err)
	}
	content, err = io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content, name
}

func TestBundleOfOneFileIsThatFile(t *testing.T) {
	content, name := bundled(t, `C:\Downloads\statement.csv`, "Date,Amount\n")
	if string(content) != "Date,Amount\n" || name != "statement.csv" {
		t.Errorf("got %q named %s, want the file unchanged", content, name)
	}
}

func TestBundleOfTwoTables(t *testing.T) {
	files := []string{"Home as of 2026-05-30 - Register.csv", "r", "Home as of 2026-05-30 - Plan.csv", "p"}
	content, name := bundled(t, files...)
	if name != "Home as of 2026-05-30.zip" {
		t.Errorf("the bundle is named %s, want it named after both files", name)
	}
	if again, _ := bundled(t, files...); !bytes.Equal(content, again) {
		t.Error("the same files make another bundle, so that the plan would not be recognised")
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(archive.File) != 2 || archive.File[0].Name != files[0] || archive.File[1].Name != files[2] {
		t.Errorf("the bundle is %v, %v; want both files", archive, err)
	}
	b := migration.NewBundle()
	defer b.Close()
	if err := b.Add("a.csv", strings.NewReader("")); err != nil {
		t.Fatal(err)
	}
	if err := b.Add("A.csv", strings.NewReader("")); err == nil {
		t.Error("a file was added twice")
	}
}
