package main

import (
	"crypto/sha256"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const repository = "../.."

// command runs a command in a folder and returns its output. The test ends if it fails.
func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, text)
	}
	return string(text)
}

// needed returns the path of a program that a test needs. Without it the test is skipped, but fails in CI for root, which
// scripts/test-packages.sh installs it for.
func needed(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil && os.Getenv("CI") == "true" && os.Geteuid() == 0 {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return path
}

// releaseIn builds a release in a clone with a umask and returns its folder. Vet is not part of it.
func releaseIn(t *testing.T, clone, umask string, env ...string) string {
	t.Helper()
	command(t, clone, env, "sh", "-c", "umask "+umask+" && exec go run -C packaging/release . -targets linux/"+runtime.GOARCH)
	return filepath.Join(clone, "dist")
}

// TestRelease builds one commit twice, in two clones, and checks the files of the release.
func TestRelease(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the packages are for Linux, and their program runs in this test")
	}
	first := filepath.Join(t.TempDir(), "first")
	command(t, repository, nil, "sh", "scripts/snapshot.sh", first)
	second := filepath.Join(t.TempDir(), "another", "folder")
	command(t, first, nil, "git", "clone", "--quiet", first, second)
	dist := releaseIn(t, first, "022", "TZ=UTC", "LANG=C")
	again := releaseIn(t, second, "077", "TZ=Pacific/Kiritimati", "LANG=de_DE.UTF-8", "GOMAXPROCS=1")

	t.Run("is reproducible", func(t *testing.T) { equalFolders(t, dist, again) })
	t.Run("checksums", func(t *testing.T) { checkSums(t, dist) })
	t.Run("notes", func(t *testing.T) { checkNotes(t, first, dist) })
	t.Run("components", func(t *testing.T) { checkComponents(t, dist) })
	t.Run("program", func(t *testing.T) { checkProgram(t, first, dist) })
	t.Run("settings", func(t *testing.T) { checkSettings(t, first, dist) })
	t.Run("container", func(t *testing.T) { checkContainer(t, first, again) })
	t.Run("archive", func(t *testing.T) { checkArchive(t, dist) })
	t.Run("deb", func(t *testing.T) { checkDeb(t, dist) })
	t.Run("rpm", func(t *testing.T) { checkRPM(t, dist) })
	t.Run("apk", func(t *testing.T) { checkAPK(t, first, dist) })
	t.Run("needs a clean clone", func(t *testing.T) {
		if err := os.WriteFile(filepath.Join(second, "new.txt"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "run", "-C", "packaging/release", ".")
		cmd.Dir = second
		text, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(text), "the clone differs from its commit") || !strings.Contains(string(text), "new.txt") {
			t.Errorf("got error %v and %q, want a refusal that names new.txt", err, text)
		}
	})
}

// equalFolders checks that two folders contain the same files.
func equalFolders(t *testing.T, a, b string) {
	contents := func(dir string) map[string][sha256.Size]byte {
		sums := map[string][sha256.Size]byte{}
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(filepath.Join(dir, name))
			sums[name] = sha256.Sum256(content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return sums
	}
	one, other := contents(a), contents(b)
	if len(one) < 8 || len(one) != len(other) {
		t.Errorf("got %d and %d files", len(one), len(other))
	}
	for name, sum := range one {
		if other[name] != sum {
			t.Errorf("%s differs", name)
		}
	}
}

func checkSums(t *testing.T, dist string) {
	command(t, dist, nil, "sha256sum", "--check", "--strict", "SHA256SUMS")
	entries, err := os.ReadDir(dist)
	if err != nil {
		t.Fatal(err)
	}
	sums := read(t, filepath.Join(dist, "SHA256SUMS"))
	for _, entry := range entries {
		if !entry.IsDir() && entry.Name() != "SHA256SUMS" && !strings.Contains(sums, "  "+entry.Name()+"\n") {
			t.Errorf("SHA256SUMS lacks %s", entry.Name())
		}
	}
}

func checkNotes(t *testing.T, clone, dist string) {
	notes := read(t, filepath.Join(dist, "RELEASE_NOTES.md"))
	if !strings.Contains(read(t, filepath.Join(clone, "CHANGELOG.md")), "\n\n"+notes) || strings.Contains(notes, "\n## ") {
		t.Errorf("the notes are not one section of CHANGELOG.md:\n%s", notes)
	}
}

// checkComponents compares the list with the modules of the program and the scripts of the bundle.
func checkComponents(t *testing.T, dist string) {
	list := read(t, single(t, dist, "*.cdx.json"))
	var bom struct {
		Components []struct{ Name, Version, PURL string }
	}
	if err := json.Unmarshal([]byte(list), &bom); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range bom.Components {
		if c.PURL != "pkg:golang/std@"+c.Version && c.PURL != "pkg:npm/"+c.Name+"@"+c.Version {
			got = append(got, c.Name+" "+c.Version)
		}
	}
	var want []string
	for line := range strings.Lines(command(t, dist, nil, "go", "version", "-m", programIn(dist))) {
		if fields := strings.Fields(line); fields[0] == "dep" {
			want = append(want, fields[1]+" "+fields[2])
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 30 || !slices.Equal(got, want) {
		t.Errorf("got modules %q, want %q", got, want)
	}
	for _, part := range []string{"pkg:golang/std@", "pkg:npm/htmx.org@"} {
		if !strings.Contains(list, part) {
			t.Errorf("%s is missing", part)
		}
	}
	licences := command(t, dist, nil, "tar", "-xzOf", single(t, dist, "*.tar.gz"), "--wildcards", "*/THIRD-PARTY-LICENSES.txt")
	for _, name := range append(got, "htmx.org ") {
		if !strings.Contains(licences, "\n======== "+name) {
			t.Errorf("THIRD-PARTY-LICENSES.txt lacks %s", name)
		}
	}
}

func checkProgram(t *testing.T, clone, dist string) {
	var got struct {
		Version, Commit string
		Schema          int
	}
	if err := json.Unmarshal([]byte(command(t, dist, nil, programIn(dist), "version", "--json")), &got); err != nil {
		t.Fatal(err)
	}
	v, _, err := newest(read(t, filepath.Join(clone, "CHANGELOG.md")))
	if err != nil {
		t.Fatal(err)
	}
	if commit := strings.TrimSpace(command(t, clone, nil, "git", "rev-parse", "HEAD")); got.Version != v.String() || got.Commit != commit || got.Schema == 0 {
		t.Errorf("got %+v, want version %s, commit %s and a schema", got, v, commit)
	}
	if strings.Contains(read(t, programIn(dist)), filepath.Dir(clone)) {
		t.Errorf("the program contains the path %s", filepath.Dir(clone))
	}
}

// checkSettings checks that the program knows all settings that packaging/holdover.toml explains.
func checkSettings(t *testing.T, clone, dist string) {
	inForce := regexp.MustCompile(`(?m)^#([a-z])`).ReplaceAllString(read(t, filepath.Join(clone, "packaging", "holdover.toml")), "$1")
	path := filepath.Join(t.TempDir(), "holdover.toml")
	if err := os.WriteFile(path, []byte(inForce), 0o644); err != nil {
		t.Fatal(err)
	}
	settings := command(t, dist, []string{"HOME=" + t.TempDir()}, programIn(dist), "config", "--config", path)
	if n := strings.Count(settings, path); n < 6 || n != strings.Count(inForce, " = ") {
		t.Errorf("got %d settings from %s, want %d, all those of the file:\n%s", n, path, strings.Count(inForce, " = "), settings)
	}
}

// checkContainer checks that dist/container has what the Containerfile copies.
func checkContainer(t *testing.T, clone, dist string) {
	file := strings.ReplaceAll(read(t, filepath.Join(clone, "packaging", "Containerfile")), "${TARGETARCH}${TARGETVARIANT}", runtime.GOARCH)
	copied := regexp.MustCompile(`(?m)^COPY (?:--\S+ )*(\S+) `).FindAllStringSubmatch(file, -1)
	for _, m := range copied {
		if _, err := os.Stat(filepath.Join(dist, "container", m[1])); err != nil {
			t.Error(err)
		}
	}
	if info, err := os.Stat(filepath.Join(dist, "container", "ca-certificates.crt")); err != nil || info.Mode() != 0o644 {
		t.Errorf("the user of the image cannot read the authorities: %v, %v", info, err)
	}
	if len(copied) != 4 {
		t.Errorf("got %q, want four files and folders", copied)
	}
	if n := strings.Count(read(t, filepath.Join(dist, "container", "ca-certificates.crt")), "BEGIN CERTIFICATE"); n < 100 {
		t.Errorf("got %d authorities", n)
	}
}

// programIn returns the path of the program for this machine.
func programIn(dist string) string {
	return filepath.Join(dist, "container", "linux-"+runtime.GOARCH, "holdover")
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// single returns the path of the only file of a folder that matches a pattern.
func single(t *testing.T, dir, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("got %q for %s, want one file (%v)", found, pattern, err)
	}
	return found[0]
}
