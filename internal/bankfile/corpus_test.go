package bankfile

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdover/internal/money"
	"holdover/internal/testkit"
)

// The corpus are files of public repositories. They are other people's and not
// part of this one: testdata/corpus.json says where each is found and what is in
// it, as it was read by eye. To fill the folder, clone a file's repository, take
// the commit that is named, and copy the file to OWNER/REPOSITORY/PATH below
// .cache/banks. Files that are not there are passed over.
//
//	go test ./internal/bankfile -v -run Corpus -look .cache/banks/OWNER
//
// prints how all files below a folder are read, for the eye to compare.
var look = flag.String("look", "", "print how the files below this `FOLDER` of the corpus are read, from the repository's root")

// corpusFile is what a file of the corpus holds.
type corpusFile struct {
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit"`
	Bank       string `json:"bank"` // or the program that wrote it
	seen
}

// seen is a bank file in a few figures: enough to tell that it is read rightly.
type seen struct {
	Refused  string     `json:"refused,omitempty"` // the file holds nothing that can be read
	Asks     []Question `json:"asks,omitempty"`
	Accounts int        `json:"accounts,omitempty"`
	Rows     int        `json:"rows"`
	Sum      string     `json:"sum,omitempty"`
	First    string     `json:"first,omitempty"` // date, amount and payee
	Last     string     `json:"last,omitempty"`
	Problems int        `json:"problems,omitempty"`
}

func glance(data []byte) (seen, File) {
	f, err := Read(data, Options{Step: 10})
	s := seen{Asks: f.Questions, Accounts: len(f.Statements), Problems: len(f.Problems) + f.MoreProblems}
	if err != nil {
		s.Refused = err.Error()
	}
	var sum money.Milli
	for _, statement := range f.Statements {
		for _, r := range statement.Rows {
			if s.Last = fmt.Sprintf("%s %s %s", r.Date, r.Amount, r.Payee); s.Rows == 0 {
				s.First = s.Last
			}
			s.Rows++
			sum += r.Amount
		}
	}
	s.Sum = sum.String()
	return s, f
}

func TestCorpus(t *testing.T) {
	root := filepath.Join(testkit.RepoRoot(t), ".cache", "banks")
	if *look != "" {
		lookAt(t, root, filepath.Join(testkit.RepoRoot(t), *look))
		return
	}
	text, err := os.ReadFile(filepath.Join("testdata", "corpus.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []corpusFile
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	read, asked := 0, 0
	for _, c := range all {
		data, err := os.ReadFile(filepath.Join(root, c.Repository, c.Path))
		if err != nil {
			continue
		}
		read++
		got, _ := glance(data)
		if len(got.Asks) > 0 {
			asked++
		}
		want := c.seen
		if !slices.Equal(got.Asks, want.Asks) {
			t.Errorf("%s/%s asks %q, want %q", c.Repository, c.Path, got.Asks, want.Asks)
		}
		got.Asks, want.Asks = nil, nil
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s/%s\n got %+v\nwant %+v", c.Repository, c.Path, got, want)
		}
	}
	if read == 0 {
		t.Skipf("no file of the corpus is below %s", root)
	}
	t.Logf("%d of %d files were there; %d ask something", read, len(all), asked)
}

// lookAt prints every file below a folder.
func lookAt(t *testing.T, root, folder string) {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		got, f := glance(data)
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
			seen
		}{name, f.Format, f.Bank, problem, got})
		fmt.Println(string(line))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
