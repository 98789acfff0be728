package ynab4

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
)

// folder is a budget found in an archive.
type folder struct {
	name   string // of the budget
	data   string // the name of the data folder, "" for a single file
	budget *conversion.File
	diffs  []*conversion.File
}

func isMeta(name string) bool   { return strings.EqualFold(path.Base(name), "Budget.ymeta") }
func isDevice(name string) bool { return hasExtFold(name, ".ydevice") }

// isBudget reports whether a file contains a whole budget. This is a file Budget.yfull, a file of a backup, such as
// A-63.ynab4, or a file without ending that begins like them.
func isBudget(f *conversion.File) bool {
	return hasExtFold(f.Name, ".yfull") || (hasExtFold(f.Name, ".ynab4") || path.Ext(f.Name) == "") && beginsLikeBudget(f)
}

func hasExtFold(name, ext string) bool { return strings.EqualFold(path.Ext(name), ext) }

// beginsLikeBudget reports whether a file begins with a JSON object that has a member of YNAB 4's records.
func beginsLikeBudget(f *conversion.File) bool {
	r, err := f.Open()
	if err != nil {
		return false
	}
	defer r.Close()
	head, _ := bufio.NewReaderSize(r, headBytes).Peek(headBytes) // Peek returns a shorter file whole, with an error
	return IsBudget(head)
}

// headBytes is the number of bytes that show whether a file is a budget.
const headBytes = 4 << 10

// IsBudget reports whether a file that begins with head is a budget of YNAB 4. head must contain the first record.
func IsBudget(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"entityVersion"`))
}

// find finds the budget in an archive. It returns an Invalid error if there are several, or if files are missing.
func find(a *conversion.Archive) (*folder, error) {
	metas := filesWhere(a, func(f *conversion.File) bool { return isMeta(f.Name) })
	switch len(metas) {
	case 0:
		return findSingle(a)
	case 1:
		return findWhole(a, metas[0])
	}
	names := make([]string, len(metas))
	for i := range metas {
		names[i] = strconv.Quote(path.Base(path.Dir(metas[i].Name)))
	}
	return nil, apperr.New(apperr.Invalid, "the file contains several budgets of YNAB 4: %s", strings.Join(names[:min(len(names), 5)], ", ")).
		WithHint("Pack the folder of one budget, and import the budgets one by one.")
}

func filesWhere(a *conversion.Archive, is func(*conversion.File) bool) (found []*conversion.File) {
	for i := range a.Files {
		if is(&a.Files[i]) {
			found = append(found, &a.Files[i])
		}
	}
	return found
}

// findSingle finds a budget without its folder.
func findSingle(a *conversion.Archive) (*folder, error) {
	budgets := filesWhere(a, isBudget)
	if len(budgets) != 1 {
		return nil, apperr.New(apperr.Invalid, "the file contains %d files Budget.yfull and no Budget.ymeta, which names the current one", len(budgets)).
			WithHint("%s", packHint)
	}
	return &folder{name: nameOf(a.Name), budget: budgets[0]}, nil
}

const packHint = "Pack the whole folder of the budget, whose name ends in .ynab4, and choose the ZIP file."

// findWhole finds the budget of the newest device in a folder.
func findWhole(a *conversion.Archive, meta *conversion.File) (*folder, error) {
	var about struct {
		Data string `json:"relativeDataFolderName"`
	}
	if err := readSmall(meta, &about); err != nil {
		return nil, err
	}
	root := path.Dir(meta.Name)
	name := nameOf(path.Base(root))
	if root == "." {
		name = nameOf(a.Name)
	}
	about.Data = strings.ReplaceAll(about.Data, `\`, "/")
	data := path.Join(root, about.Data)
	within := func(f *conversion.File) bool { return hasPrefixFold(f.Name, data+"/") }
	if about.Data == "" || strings.Contains(about.Data, "..") || len(filesWhere(a, within)) == 0 {
		return nil, apperr.New(apperr.Invalid, "%s names the folder %q, which is not in the file", meta.Name, about.Data).WithHint("%s", packHint)
	}
	budget, err := newestBudget(filesWhere(a, within), data)
	if err != nil {
		return nil, err
	}
	diffs := filesWhere(a, func(f *conversion.File) bool { return within(f) && hasExtFold(f.Name, ".ydiff") })
	return &folder{name: name, data: path.Base(data), budget: budget, diffs: diffs}, nil
}

func hasPrefixFold(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

// device is a file in the folder devices.
type device struct {
	GUID     string `json:"deviceGUID"`
	Full     bool   `json:"hasFullKnowledge"`
	Known    string `json:"knowledge"`
	InBudget string `json:"knowledgeInFullBudgetFile"`
}

// newestBudget returns the budget with the most changes. It considers the devices that have the whole budget.
func newestBudget(files []*conversion.File, data string) (newest *conversion.File, err error) {
	most, missing := -1.0, ""
	for _, f := range files {
		if !isDevice(f.Name) {
			continue
		}
		var d device
		if err := readSmall(f, &d); err != nil {
			return nil, err
		}
		if !d.Full {
			continue
		}
		budget := path.Join(data, path.Base(d.GUID), "Budget.yfull")
		i := slices.IndexFunc(files, func(f *conversion.File) bool { return strings.EqualFold(f.Name, budget) })
		if i < 0 {
			missing = budget
			continue
		}
		if count := knowledgeOf(cmp.Or(d.InBudget, d.Known)).total(); count > most {
			newest, most = files[i], count
		}
	}
	switch {
	case newest != nil:
		return newest, nil
	case missing != "":
		return nil, apperr.New(apperr.Invalid, "the budget is missing: there is no %s in the file", missing).WithHint("%s", packHint)
	}
	return nil, apperr.New(apperr.Invalid, "no device in %s/devices has the whole budget", data).
		WithHint("Open the budget in YNAB 4 on a computer, wait until it has synchronised, and pack its folder again.")
}

// knowledge is the number of changes of each device, such as A-108,B-5.
type knowledge map[string]float64

func knowledgeOf(text string) knowledge {
	k := knowledge{}
	for part := range strings.SplitSeq(text, ",") {
		device, number, _ := strings.Cut(strings.TrimSpace(part), "-")
		if n, err := strconv.ParseUint(number, 10, 63); err == nil {
			k[device] = max(k[device], float64(n))
		}
	}
	return k
}

func (k knowledge) total() (sum float64) {
	for _, n := range k {
		sum += n
	}
	return sum
}

// includes reports whether k contains all changes of other.
func (k knowledge) includes(other knowledge) bool {
	for device, n := range other {
		if n > k[device] {
			return false
		}
	}
	return true
}

// diff is a file with changes.
type diff struct {
	Start     string `json:"startVersion"`
	End       string `json:"endVersion"`
	Published string `json:"publishTime"`
}

// readDiffs warns about changes that the budget does not contain. It returns the time of the budget's last change, or
// the zero time if no file of changes contains it.
func (c *conversionState) readDiffs(known string) (last time.Time) {
	in := knowledgeOf(known)
	for _, f := range c.diffs {
		var d diff
		if err := readSmall(f, &d); err != nil {
			c.remarks.Warn("unmerged-changes", unmerged, "%s cannot be read", f.Name)
			continue
		}
		if known != "" && !in.includes(knowledgeOf(d.End)) {
			c.remarks.Warn("unmerged-changes", unmerged, "%s: changes from %s to %s, the budget has %s", f.Name, d.Start, d.End, known)
			continue
		}
		if at, err := time.Parse("Mon Jan 2 15:04:05 -0700 2006", strings.Replace(d.Published, "GMT", "", 1)); err == nil && at.After(last) {
			last = at
		}
	}
	return last
}

const unmerged = "The folder has changes from another device that the budget does not contain yet; they are missing. Open the budget in YNAB 4, wait until it has synchronised, and import its folder again."

// readSmall decodes a JSON file other than the budget.
func readSmall(f *conversion.File, into any) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	return readJSON(f.Name, io.LimitReader(r, mostSmall), into)
}

// mostSmall is the largest size of a file other than the budget, in bytes.
const mostSmall = 64 << 20

var (
	suffix = regexp.MustCompile(`~[0-9A-Fa-f]{8}$`)
	backup = regexp.MustCompile(`^Backup_\d{4}-`)
)

// nameOf returns the name of a budget from the name of its folder or file: Home~1A2B3C4D.ynab4.zip is Home.
func nameOf(file string) string {
	name := path.Base(file)
	for slices.Contains([]string{".zip", ".ynab4", ".yfull", ".y4backup"}, strings.ToLower(path.Ext(name))) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	name = strings.TrimSpace(suffix.ReplaceAllString(name, ""))
	if name == "" || name == "." || backup.MatchString(name) || strings.EqualFold(name, "Budget") {
		return "YNAB 4 budget"
	}
	return name
}
