package bankfile

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
	"holdover/internal/testing/testkit"
)

// The corpus consists of files from public repositories. They are not part of this repository: testdata/corpus.json
// contains their origin and their content as read by a human. They are downloaded to OWNER/REPOSITORY/PATH below
// .cache/banks by
//
//	node scripts/bank-corpus.mjs
//
// Missing files are skipped.
//
//	go test ./internal/logic/bankfile -v -run Corpus -look .cache/banks/OWNER
//
// prints the result for all files below a folder, for comparison by eye.
var look = flag.String("look", "", "print how the files below this `FOLDER` of the corpus are read, from the repository's root")

// corpusFile is the expected content of a file of the corpus.
type corpusFile struct {
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit"`
	Bank       string `json:"bank"` // or the program that wrote it
	fileSummary
	// Answer is a user's answer to the questions, and After the file read with it.
	Answer *answer      `json:"answer,omitempty"`
	After  *fileSummary `json:"after,omitempty"`
}

// fileSummary is a summary of a bank file, sufficient to verify that it is read correctly.
type fileSummary struct {
	Refused  string     `json:"refused,omitempty"` // error for a file without readable content
	Asks     []Question `json:"asks,omitempty"`
	Accounts int        `json:"accounts,omitempty"`
	Rows     int        `json:"rows"`
	Sum      string     `json:"sum,omitempty"`
	First    string     `json:"first,omitempty"` // date, amount and payee
	Last     string     `json:"last,omitempty"`
	Problems int        `json:"problems,omitempty"`
	Digest   string     `json:"digest,omitempty"` // of every row's date, amount and payee
}

// answer contains the differences from the guess.
type answer struct {
	Columns map[Role]int `json:"columns,omitempty"` // 0 removes a role
	Order   DateOrder    `json:"date_order,omitempty"`
	Turned  bool         `json:"turned,omitempty"` // the guessed sign is inverted
}

func readFor(data []byte, a *answer) (fileSummary, File) {
	o := Options{Currency: dollars()}
	f, err := Read(data, o)
	if a != nil {
		o.Style.Order = a.Order
		if f.Mapping == nil {
			f, err = Read(data, o)
		} else {
			f, err = ReadCSV(data, a.to(*f.Mapping), o)
		}
		f.Questions = nil
	}
	s := fileSummary{Asks: f.Questions, Accounts: len(f.Statements), Problems: len(f.Problems) + f.MoreProblems}
	if err != nil {
		s.Refused = err.Error()
	}
	var sum money.Milli
	digest := sha256.New()
	for _, statement := range f.Statements {
		for _, r := range statement.Rows {
			if s.Last = fmt.Sprintf("%s %s %s", r.Date, r.Amount, r.Payee); s.Rows == 0 {
				s.First = s.Last
			}
			fmt.Fprintln(digest, s.Last)
			s.Rows++
			sum += r.Amount
		}
	}
	s.Sum = sum.String()
	if s.Rows > 0 {
		s.Digest = hex.EncodeToString(digest.Sum(nil)[:6])
	}
	return s, f
}

// to returns the mapping with the answer applied.
func (a *answer) to(m Mapping) Mapping {
	m.asks, m.bank = nil, ""
	for role, column := range a.Columns {
		m.Place(role, column)
	}
	m.Style = m.Style.Over(Style{Order: a.Order})
	m.Invert = m.Invert != a.Turned
	return m
}

// Files are read as by a human, row by row. A file with questions is read correctly after the answer. Importing a
// file again adds nothing.
func TestFilesOfTheCorpus(t *testing.T) {
	root := filepath.Join(testkit.RepoRoot(t), ".cache", "banks")
	if *look != "" {
		printFolder(t, root, filepath.Join(testkit.RepoRoot(t), *look))
		return
	}
	read, asked, banks := 0, 0, map[string]bool{}
	all := corpus(t)
	for _, c := range all {
		data, err := os.ReadFile(filepath.Join(root, c.Repository, c.Path))
		if err != nil {
			continue
		}
		read++
		banks[c.Bank] = true
		got, f := readFor(data, nil)
		if len(got.Asks) > 0 || got.Refused != "" {
			asked++
		}
		checkRows(t, c.Repository+"/"+c.Path, got, c.fileSummary)
		if (c.Answer == nil) != (len(c.Asks) == 0) {
			t.Errorf("%s/%s asks %q, the corpus has the answer %v", c.Repository, c.Path, c.Asks, c.Answer)
		}
		if c.Answer != nil {
			got, f = readFor(data, c.Answer)
			checkRows(t, c.Repository+"/"+c.Path+" after the answer", got, *c.After)
		}
		checkImportedOnce(t, c.Repository+"/"+c.Path, f)
	}
	if read == 0 {
		t.Skipf("no file of the corpus is below %s", root)
	}
	t.Logf("%d of %d files of %d banks were available; %d have questions or are refused: %.1f %% are right without a question", read, len(all), len(banks), asked, float64(read-asked)*100/float64(read))
	if len(all) < 150 || asked*100 > read*5 {
		t.Errorf("want at least 150 files, and at least 95 %% of them right without a question")
	}
}

func corpus(t *testing.T) (all []corpusFile) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "corpus.json"))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func checkRows(t *testing.T, file string, got, want fileSummary) {
	t.Helper()
	if !slices.Equal(got.Asks, want.Asks) {
		t.Errorf("%s asks %q, want %q", file, got.Asks, want.Asks)
	}
	got.Asks, want.Asks = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n got %+v\nwant %+v", file, got, want)
	}
}

// checkImportedOnce matches a file's rows with themselves.
func checkImportedOnce(t *testing.T, file string, f File) {
	t.Helper()
	for _, s := range f.Statements {
		for i, result := range matchRows(t, s.Rows, toMatch(s.Rows)) {
			if result.Verdict != matching.Imported {
				t.Errorf("%s: row %d would be imported twice", file, i+1)
			}
		}
	}
}

// printFolder prints every file below a folder.
func printFolder(t *testing.T, root, folder string) {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		got, f := readFor(data, nil)
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		problem := ""
		if len(f.Problems) > 0 {
			problem = f.Problems[0].String()
		}
		line, err := json.Marshal(struct {
			File    string `json:"file"`
			Format  Format `json:"format,omitempty"`
			Bank    string `json:"bank,omitempty"`
			Problem string `json:"problem,omitempty"`
			fileSummary
		}{name, f.Format, f.Bank, problem, got})
		fmt.Println(string(line))
		for _, statement := range f.Statements {
			for _, r := range statement.Rows {
				fmt.Printf("    %s %12s | %s | %s | %s\n", r.Date, r.Amount, r.Payee, r.Memo, r.Category)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
