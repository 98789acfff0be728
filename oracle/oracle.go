// Package oracle gives Go code access to the reference material of this folder: the generator of plan documents, the
// recorded traces of the peer and the folder of genuine plans next to the repository.
//
// It is tooling: tests and package bench may import it, the product may not. It imports only the standard library.
// Start at [Repo.Plan]; README.md describes each file of this folder.
package oracle

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Repo is the root folder of a checkout of Holdover.
type Repo string

// FindRepo returns the checkout that contains the working directory. Both `go test` and `make` run inside it.
func FindRepo() (Repo, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("looking for the repository: %w", err)
	}
	for at := dir; ; at = filepath.Dir(at) {
		if isFile(filepath.Join(at, "go.mod")) {
			return Repo(at), nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no go.mod in %s or above it", dir)
		}
	}
}

// Path joins the parts to a path inside the repository.
func (r Repo) Path(parts ...string) string {
	return filepath.Join(append([]string{string(r)}, parts...)...)
}

// Cache creates a git-ignored folder for data that can be generated again, and returns its path.
func (r Repo) Cache(name string) (string, error) {
	dir := r.Path(".cache", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("making the cache folder: %w", err)
	}
	return dir, nil
}

// Genuine lists the real plan documents in ../shared/plans, in the order of their names. They are not part of the
// repository, so the list is empty where that folder is missing.
func (r Repo) Genuine() ([]string, error) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(string(r)), "shared", "plans", "*.json"))
	if err != nil {
		return nil, fmt.Errorf("listing the genuine plans: %w", err)
	}
	return files, nil
}

// Read returns the content of a file of this folder, named by its path inside it ("traces/cards.trace.json").
// A file that is stored only as NAME.gz is unpacked.
func (r Repo) Read(name string) ([]byte, error) {
	path := r.Path("oracle", filepath.FromSlash(name))
	content, err := os.ReadFile(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(name, ".gz") {
		return content, err
	}
	packed, err := os.Open(path + ".gz")
	if err != nil {
		return nil, fmt.Errorf("opening an oracle file: %w", err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", packed.Name(), err)
	}
	if content, err = io.ReadAll(unpacked); err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", packed.Name(), err)
	}
	return content, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
