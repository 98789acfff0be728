package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// dist is the folder of the results.
const dist = "dist"

// release is a release of one commit.
type release struct {
	work    string    // a temporary folder
	commit  string    // the id of the commit
	time    time.Time // of the commit, the time of all files
	version version
	notes   string // the section of the version in CHANGELOG.md
	targets []target
	docs    []document // the files of an archive besides the program
}

// newRelease reads the version and the commit. It fails if the clone differs from the commit, or if a tag of the commit names
// another version.
func newRelease(targets string) (*release, error) {
	root, err := output("git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(root); err != nil { // all paths are relative to the clone
		return nil, err
	}
	r := &release{}
	if r.targets, err = chosen(targets); err != nil {
		return nil, err
	}
	if changes, err := output("git", "status", "--porcelain"); err != nil || changes != "" {
		return nil, fmt.Errorf("the clone differs from its commit; commit or remove these files first (%v):\n%s", err, changes)
	}
	if err := r.readCommit(); err != nil {
		return nil, err
	}
	changelog, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return nil, err
	}
	if r.version, r.notes, err = newest(string(changelog)); err != nil {
		return nil, err
	}
	tags, err := output("git", "tag", "--points-at", "HEAD", "v*")
	if err == nil && tags != "" && !slices.Contains(strings.Fields(tags), "v"+r.version.String()) {
		err = fmt.Errorf("the commit has the tag %s, but the first version of CHANGELOG.md is %s", tags, r.version)
	}
	return r, err
}

func (r *release) readCommit() error {
	line, err := output("git", "show", "--no-patch", "--format=%H %ct", "HEAD")
	if err != nil {
		return err
	}
	commit, seconds, _ := strings.Cut(line, " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	r.commit, r.time = commit, time.Unix(unix, 0).UTC()
	return err
}

// build replaces the folder dist. After a failure there is no such folder.
func (r *release) build() (err error) {
	if r.work, err = os.MkdirTemp("", "holdover-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dist) // the first error is reported
		}
	}()
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"browser code", func() error { return run(nil, "make", "--always-make", "assets") }},
		{"programs", r.buildPrograms},
		{"man pages and completions", r.writeDocs},
		{"list of components and their licences", r.listComponents},
		{"archives", r.writeArchives},
		{"packages", r.writePackages},
		{"folder of the container image", r.writeContainer},
		{"release notes", func() error { return write("RELEASE_NOTES.md", []byte(r.notes)) }},
		{"checksums", writeSums},
	} {
		fmt.Println("release:", step.name)
		if err := step.run(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	fmt.Printf("release: %s of commit %s is in %s\n", r.version, r.commit, dist)
	return nil
}

// write writes a file of the release, which all users can read whatever the umask is.
func write(name string, content []byte) error {
	path := filepath.Join(dist, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	return os.Chmod(path, 0o644)
}

// writeSums writes the checksums of the files of the release in the form of sha256sum. The folders of dist are not published.
func writeSums() error {
	entries, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dist, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), entry.Name())
	}
	return write("SHA256SUMS", []byte(sums.String()))
}

// run runs a command with additional environment variables.
func run(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	return nil
}

// output returns what a command prints, without the line break at the end.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	return strings.TrimSuffix(string(text), "\n"), nil
}
