package cli

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/adrg/xdg"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/anonymise"
	"holdover/internal/model/humanize"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/sourceapi"
)

// export downloads a plan into a temporary file next to its destination, checks it, and renames it. A failure leaves
// no partial file.
func (x *exporting) export(ctx context.Context, client *sourceapi.Client, plan sourceapi.Plan) error {
	folder, err := x.folder()
	if err != nil {
		return err
	}
	sweepDrafts(folder)
	draft, err := os.CreateTemp(folder, drafts)
	if err != nil {
		return cannotWrite(folder, err)
	}
	defer os.Remove(draft.Name())
	defer draft.Close()
	if x.output == "-" {
		// The reader of the output may close it early, which kills this program, so the file is unlinked first. If
		// the system cannot unlink an open file, it is removed later as usual.
		_ = os.Remove(draft.Name())
	}
	x.bar = newBar(x.env.err, "Fetching", 0)
	fetched, err := client.Fetch(ctx, plan.ID, draft)
	x.bar.done(err == nil)
	if err != nil {
		return unsaved(folder, err)
	}
	doc, err := check(draft)
	if err != nil {
		return err
	}
	if doc, err = x.rewrite(draft, doc); err != nil {
		return unsaved(folder, err)
	}
	path, err := x.place(draft, folder, doc.Plan.Name)
	if err != nil {
		return err
	}
	return x.summary(path, doc, fetched)
}

// drafts are the patterns of temporary files for downloads and writes.
const drafts = ".holdover-*.part"

// draftLife is the age at which an abandoned temporary file is removed: an export that waits for a source does not
// write for up to an hour.
const draftLife = 24 * time.Hour

// sweepDrafts removes temporary files of killed programs.
func sweepDrafts(folder string) {
	left, _ := filepath.Glob(filepath.Join(folder, drafts)) // the pattern is sound
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > draftLife {
			_ = os.Remove(path)
		}
	}
}

// folder returns the folder of the file, or a temporary one for standard output.
func (x *exporting) folder() (string, error) {
	switch x.output {
	case "-":
		return os.TempDir(), nil
	case "":
		if !hasHome() && os.Getenv("XDG_DOWNLOAD_DIR") == "" {
			return "", apperr.New(apperr.Invalid, "this system has no known folder for downloads").WithHint("give a file with --output FILE")
		}
		if err := os.MkdirAll(xdg.UserDirs.Download, 0o755); err != nil {
			return "", cannotWrite(xdg.UserDirs.Download, err)
		}
		return xdg.UserDirs.Download, nil
	}
	if _, err := os.Lstat(x.output); err == nil {
		return "", isThere(x.output)
	}
	return filepath.Dir(x.output), nil
}

func isThere(path string) error {
	return apperr.New(apperr.Conflict, "%s already exists", path).WithHint("choose another name, or move the existing file")
}

func cannotWrite(folder string, err error) error {
	hint := "--output FILE writes it somewhere else"
	if errors.Is(err, fs.ErrNotExist) {
		hint = "check that the folder exists; " + hint
	}
	return apperr.New(apperr.Invalid, "the folder %s cannot be written to", folder).WithCause(err).WithHint("%s", hint)
}

// unsaved explains a system error about a file.
func unsaved(folder string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return apperr.New(apperr.Invalid, "no space left in %s; nothing was saved", folder).WithCause(err).
			WithHint("make room, or write it somewhere else with --output FILE")
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return apperr.New(apperr.Invalid, "%s cannot be written to; nothing was saved", folder).WithCause(err).
			WithHint("--output FILE writes it somewhere else")
	}
	return err
}

// check reads the whole document back, as an import would.
func check(draft *os.File) (*ynabdoc.Document, error) {
	if _, err := draft.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return ynabdoc.Decode(draft)
}

// rewrite converts the document as the flags require. A document that needs no change is kept byte for byte.
func (x *exporting) rewrite(draft *os.File, doc *ynabdoc.Document) (*ynabdoc.Document, error) {
	if x.anon {
		factor, err := rand.Int(rand.Reader, big.NewInt(anonymise.MaxFactor-anonymise.MinFactor+1))
		if err != nil {
			return nil, fmt.Errorf("draw a factor: %w", err)
		}
		if err := anonymise.Document(doc, anonymise.MinFactor+factor.Int64()); err != nil {
			return nil, err
		}
	} else if doc.LeadingKey == x.key {
		return doc, nil
	}
	if _, err := draft.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if err := draft.Truncate(0); err != nil {
		return nil, err
	}
	if err := doc.Encode(draft, x.key); err != nil {
		return nil, err
	}
	return check(draft)
}

// place renames the finished file, or copies it to standard output.
func (x *exporting) place(draft *os.File, folder, plan string) (string, error) {
	if x.output == "-" {
		if _, err := draft.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
		out := bufio.NewWriterSize(x.env.out, 1<<16)
		_, err := io.Copy(out, draft)
		if err = errors.Join(err, out.Flush()); err != nil {
			return "", apperr.New(apperr.Invalid, "standard output accepted only a part of the document").WithCause(err)
		}
		return "-", nil
	}
	if err := errors.Join(draft.Sync(), draft.Close()); err != nil {
		return "", unsaved(folder, err)
	}
	if x.output != "" {
		return x.output, placeFile(draft.Name(), x.output)
	}
	name := filepath.Join(folder, documentName(plan, time.Now()))
	for n := 2; ; n++ {
		err := placeFile(draft.Name(), name)
		if apperr.KindOf(err) != apperr.Conflict {
			return name, err
		}
		name = filepath.Join(folder, documentName(fmt.Sprintf("%s-%d", plan, n), time.Now()))
	}
}

// documentName returns the file name of a plan exported at a time.
func documentName(plan string, at time.Time) string {
	return humanize.FileName(plan, "plan") + at.Format("-20060102-150405") + ".json"
}
