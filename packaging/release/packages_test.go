package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// packaged lists files of every package with their modes. Owner and group of each are root.
var packaged = map[string]string{
	"/usr/bin/holdover":                                  "-rwxr-xr-x",
	"/etc/holdover/holdover.toml":                        "-rw-r--r--",
	"/usr/share/man/man1/holdover-serve.1.gz":            "-rw-r--r--",
	"/usr/share/bash-completion/completions/holdover":    "-rw-r--r--",
	"/usr/share/fish/vendor_completions.d/holdover.fish": "-rw-r--r--",
	"/usr/share/doc/holdover/copyright":                  "-rw-r--r--",
	"/usr/share/doc/holdover/changelog.gz":               "-rw-r--r--",
	"/usr/share/doc/holdover/nginx.conf":                 "-rw-r--r--",
	"/usr/share/doc/holdover/prometheus-alerts.yml":      "-rw-r--r--",
	"/usr/share/doc/holdover/THIRD-PARTY-LICENSES.txt":   "-rw-r--r--",
}

// expect returns the files of a package: those of all packages and others with their modes, by pairs.
func expect(others ...string) map[string]string {
	all := map[string]string{}
	for name, mode := range packaged {
		all[name] = mode
	}
	for i := 0; i < len(others); i += 2 {
		all[others[i]] = others[i+1]
	}
	return all
}

// compare checks files of a package. All other files must be man pages or documents.
func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, mode := range want {
		if got[name] != mode {
			t.Errorf("%s: got mode %q, want %q", name, got[name], mode)
		}
	}
	for name, mode := range got {
		if want[name] == "" && (!strings.HasPrefix(name, "/usr/share/man/man1/holdover") && !strings.HasPrefix(name, "/usr/share/doc/holdover/") || mode != "-rw-r--r--") {
			t.Errorf("the package contains %s with mode %s", name, mode)
		}
	}
}

func checkArchive(t *testing.T, dist string) {
	archive := single(t, dist, "*.tar.gz")
	folder := strings.TrimSuffix(filepath.Base(archive), ".tar.gz")
	got := map[string]string{}
	for name, header := range entries(t, read(t, archive)) {
		inside, ok := strings.CutPrefix(name, folder+"/")
		if !ok || header.Uid != 0 || header.Gid != 0 {
			t.Errorf("got %s of %d:%d, want all files in %s and of root", name, header.Uid, header.Gid, folder)
		}
		got[inside] = header.FileInfo().Mode().String()
	}
	for name, mode := range map[string]string{
		"holdover": "-rwxr-xr-x", "LICENSE": "-rw-r--r--", "README.md": "-rw-r--r--", "THIRD-PARTY-LICENSES.txt": "-rw-r--r--",
		"man/holdover.1": "-rw-r--r--", "completions/holdover.bash": "-rw-r--r--", "completions/_holdover": "-rw-r--r--", "completions/holdover.fish": "-rw-r--r--",
	} {
		if got[name] != mode {
			t.Errorf("%s: got mode %q, want %q", name, got[name], mode)
		}
	}
}

// entries returns the files of a tar.gz by their names. A file may consist of several gzip files.
func entries(t *testing.T, archive string) map[string]*tar.Header {
	t.Helper()
	content, err := gzip.NewReader(strings.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*tar.Header{}
	for r := tar.NewReader(content); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Typeflag == tar.TypeReg {
			files[header.Name] = header
		}
	}
}

func checkDeb(t *testing.T, dist string) {
	dpkg, file := needed(t, "dpkg-deb"), single(t, dist, "*.deb")
	got := map[string]string{}
	for line := range strings.Lines(command(t, dist, nil, dpkg, "--contents", file)) {
		fields := strings.Fields(line) // mode, owner, size, date, time, name
		if fields[1] != "root/root" {
			t.Errorf("got %s, want a file of root", line)
		}
		if !strings.HasPrefix(line, "d") {
			got[strings.TrimPrefix(fields[5], ".")] = fields[0]
		}
	}
	compare(t, got, expect(
		"/usr/lib/systemd/system/holdover.service", "-rw-r--r--",
		"/usr/share/zsh/vendor-completions/_holdover", "-rw-r--r--",
		"/usr/share/doc/holdover/changelog.Debian.gz", "-rw-r--r--"))
	control := command(t, dist, nil, dpkg, "--info", file)
	for _, part := range []string{" conffiles ", " postinst ", " prerm ", " postrm ", "Maintainer: " + maintainer} {
		if !strings.Contains(control, part) {
			t.Errorf("the package lacks %q:\n%s", part, control)
		}
	}
	if files := command(t, dist, nil, dpkg, "--info", file, "conffiles"); files != "/etc/holdover/holdover.toml\n" {
		t.Errorf("got conffiles %q", files)
	}
}

func checkRPM(t *testing.T, dist string) {
	rpm, file := needed(t, "rpm"), single(t, dist, "*.rpm")
	got := map[string]string{}
	list := command(t, dist, nil, rpm, "--query", "--package", "--queryformat", `[%{FILENAMES} %{FILEMODES:perms} %{FILEUSERNAME}:%{FILEGROUPNAME} %{FILEFLAGS:fflags}\n]`, file)
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if fields[2] != "root:root" {
			t.Errorf("got %s, want a file of root", line)
		}
		if flags := strings.Join(fields[3:], ""); (flags == "cn") != (fields[0] == "/etc/holdover/holdover.toml") {
			t.Errorf("%s: got flags %q; only the configuration file is kept at an upgrade (cn)", fields[0], flags)
		}
		got[fields[0]] = fields[1]
	}
	compare(t, got, expect("/usr/lib/systemd/system/holdover.service", "-rw-r--r--", "/usr/share/zsh/site-functions/_holdover", "-rw-r--r--"))
	if host := command(t, dist, nil, rpm, "--query", "--package", "--queryformat", "%{BUILDHOST}", file); host != "holdover" {
		t.Errorf("the package names the machine %q", host)
	}
}

// checkAPK checks both parts of the package as apk does: the first one, PKGINFO and scripts, has the checksum of the second one.
func checkAPK(t *testing.T, clone, dist string) {
	parts := gzipParts(t, read(t, single(t, dist, "*.apk")))
	if len(parts) != 2 {
		t.Fatalf("got %d parts, want 2", len(parts))
	}
	info := ""
	for r := tar.NewReader(bytes.NewReader(unzipped(t, strings.NewReader(string(parts[0]))))); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		switch name := header.Name; name {
		case ".PKGINFO":
			info = string(content)
		default:
			script, err := os.ReadFile(filepath.Join(clone, "packaging", "apk", strings.TrimPrefix(name, ".")))
			if err != nil || !bytes.Equal(script, content) {
				t.Errorf("%s is not the script of packaging/apk (%v)", name, err)
			}
		}
	}
	sum := sha256.Sum256(parts[1])
	if !strings.Contains(info, "datahash = "+hex.EncodeToString(sum[:])+"\n") || !regexp.MustCompile(`(?m)^pkgver = \d+\.\d+\.\d+(_rc\d+)?-r1$`).MatchString(info) {
		t.Errorf("got %s, want a version of Alpine and the checksum %x", info, sum)
	}
	got := map[string]string{}
	for name, header := range entries(t, string(parts[1])) {
		got["/"+name] = header.FileInfo().Mode().String()
		if header.Uname != "root" || header.PAXRecords["APK-TOOLS.checksum.SHA1"] == "" {
			t.Errorf("%s belongs to %q and has the checksum %q", name, header.Uname, header.PAXRecords["APK-TOOLS.checksum.SHA1"])
		}
	}
	compare(t, got, expect("/etc/init.d/holdover", "-rwxr-xr-x", "/usr/share/zsh/site-functions/_holdover", "-rw-r--r--"))
}

// gzipParts splits a file that consists of several gzip files.
func gzipParts(t *testing.T, content string) (parts [][]byte) {
	t.Helper()
	rest := strings.NewReader(content)
	for rest.Len() > 0 {
		from := len(content) - rest.Len()
		unzipped(t, rest)
		parts = append(parts, []byte(content[from:len(content)-rest.Len()]))
	}
	return parts
}

// unzipped returns the content of a gzip file. It reads nothing behind it.
func unzipped(t *testing.T, file *strings.Reader) []byte {
	t.Helper()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	r.Multistream(false)
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
