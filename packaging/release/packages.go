package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // registers its format
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// writePackages writes deb, rpm and apk for each Linux target, as packaging/nfpm.yaml describes them.
func (r *release) writePackages() error {
	if err := r.stage(); err != nil {
		return err
	}
	for _, t := range r.targets {
		for _, format := range []string{"deb", "rpm", "apk"} {
			if t.system != "linux" {
				continue
			}
			if err := r.writePackage(t, format); err != nil {
				return fmt.Errorf("%s for %s: %w", format, t, err)
			}
		}
	}
	return nil
}

// stage writes the documents into the temporary folder as packages contain them: man pages and changelogs are compressed.
func (r *release) stage() error {
	staged := append([]document{{"changelog.Debian", r.debianChangelog()}}, r.docs...)
	for _, file := range staged {
		if strings.HasPrefix(file.name, "man/") || strings.HasPrefix(strings.ToLower(file.name), "changelog") {
			content, err := compressed(file.content)
			if err != nil {
				return err
			}
			file = document{file.name + ".gz", content}
		}
		path := filepath.Join(r.work, "staged", file.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, file.content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// debianChangelog returns Debian's changelog of the package, which refers to the changes of Holdover.
func (r *release) debianChangelog() []byte {
	return fmt.Appendf(nil, "holdover (%s-1) stable; urgency=medium\n\n  * Version %s; its changes are in changelog.gz.\n\n -- %s  %s\n",
		r.debianVersion(), r.version, maintainer, r.time.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
}

// debianVersion returns the version in the form that Debian and RPM sort before the release: 1.2.0~rc1.
func (r *release) debianVersion() string {
	if r.version.candidate == "" {
		return r.version.number
	}
	return r.version.number + "~rc" + r.version.candidate
}

const maintainer = "Holdover maintainers <maintainers@holdover.invalid>"

func (r *release) writePackage(t target, format string) error {
	description, err := os.Open("packaging/nfpm.yaml")
	if err != nil {
		return err
	}
	defer description.Close()
	values := map[string]string{
		"PROGRAM": r.programOf(t), "STAGED": filepath.Join(r.work, "staged"), "MAINTAINER": maintainer,
		"VERSION": r.version.number, "ARCH": strings.Replace(t.processor, "armv7", "arm7", 1),
	}
	if r.version.candidate != "" {
		values["PRERELEASE"] = "rc" + r.version.candidate
	}
	config, err := nfpm.ParseWithEnvMapping(description, func(name string) string { return values[name] })
	if err != nil {
		return err
	}
	info, err := config.Get(format)
	if err != nil {
		return err
	}
	if err := r.fix(info); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	name := packager.ConventionalFileName(info)
	if err := packager.Package(info, &file); err != nil {
		return err
	}
	return write(name, file.Bytes())
}

// fix replaces what nfpm would take from this machine: times, modes of files and the name of the machine. nfpm takes the times of
// scripts from their files, so it gets copies.
func (r *release) fix(info *nfpm.Info) error {
	info.MTime = r.time
	info.RPM.BuildHost = "holdover"
	for _, content := range info.Contents {
		if content.FileInfo == nil {
			content.FileInfo = &files.ContentFileInfo{Mode: 0o644}
		}
	}
	scripts := &info.Scripts
	for _, path := range []*string{&scripts.PreInstall, &scripts.PostInstall, &scripts.PreRemove, &scripts.PostRemove, &info.APK.Scripts.PostUpgrade} {
		if *path == "" {
			continue
		}
		content, err := os.ReadFile(*path)
		if err != nil {
			return err
		}
		*path = filepath.Join(r.work, strings.ReplaceAll(*path, "/", "-"))
		if err := os.WriteFile(*path, content, 0o644); err != nil {
			return err
		}
		if err := os.Chtimes(*path, r.time, r.time); err != nil {
			return err
		}
	}
	return nil
}
