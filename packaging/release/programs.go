package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// target is a system and processor that programs are built for.
type target struct{ system, processor string }

var allTargets = []target{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"linux", "armv7"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"freebsd", "amd64"},
}

// chosen returns the targets of a list such as "linux/amd64,linux/armv7", or all targets for "".
func chosen(list string) (targets []target, err error) {
	if list == "" {
		return allTargets, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		found := false
		for _, t := range allTargets {
			if t.system+"/"+t.processor == name {
				targets, found = append(targets, t), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no target %q; the targets are %v", name, allTargets)
		}
	}
	return targets, nil
}

func (t target) String() string { return t.system + "-" + t.processor }

// program returns the file name of the program.
func (t target) program() string {
	if t.system == "windows" {
		return "holdover.exe"
	}
	return "holdover"
}

// env returns the environment in which Go builds for a target. It sets everything that could change the program.
func (t target) env() []string {
	processor := strings.TrimSuffix(t.processor, "v7")
	return []string{
		"GOOS=" + t.system, "GOARCH=" + processor, "GOAMD64=v1", "GOARM64=v8.0", "GOARM=7",
		"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOEXPERIMENT=", "GODEBUG=", "GOFIPS140=off", "GOWORK=off",
	}
}

// programOf returns the path of a target's program.
func (r *release) programOf(t target) string {
	return filepath.Join(r.work, t.String(), t.program())
}

func (r *release) buildPrograms() error {
	for _, t := range r.targets {
		if err := r.buildProgram(t, r.programOf(t)); err != nil {
			return err
		}
	}
	return nil
}

// buildProgram builds the program without the information about the repository that Go adds: it depends on tags, which not
// every clone has. The commit is stamped instead.
func (r *release) buildProgram(t target, path string) error {
	const stamped = "holdover/internal/surface/cli."
	flags := fmt.Sprintf("-s -w -X %sversion=%s -X %sstampedCommit=%s", stamped, r.version, stamped, r.commit)
	return run(t.env(), "go", "build", "-buildvcs=false", "-ldflags", flags, "-o", path, "./cmd/holdover")
}

// hostProgram returns a program that runs on this machine, with the version of the release. It is built if the machine's system
// is not one of the targets.
func (r *release) hostProgram() (string, error) {
	host := target{runtime.GOOS, runtime.GOARCH}
	for _, t := range r.targets {
		if t == host {
			return r.programOf(t), nil
		}
	}
	path := filepath.Join(r.work, "host", host.program())
	return path, r.buildProgram(host, path)
}

// writeContainer collects what packaging/Containerfile needs in dist/container: the programs for Linux, the certificates of
// authorities, and an empty folder.
func (r *release) writeContainer() error {
	const folder = "container"
	if err := os.MkdirAll(filepath.Join(dist, folder, "empty"), 0o755); err != nil {
		return err
	}
	if err := write(filepath.Join(folder, "ca-certificates.crt"), authorities()); err != nil {
		return err
	}
	for _, t := range r.targets {
		if t.system != "linux" {
			continue
		}
		program, err := os.ReadFile(r.programOf(t))
		if err != nil {
			return err
		}
		name := filepath.Join(folder, t.String(), t.program())
		if err := write(name, program); err != nil {
			return err
		}
		if err := os.Chmod(filepath.Join(dist, name), 0o755); err != nil {
			return err
		}
	}
	return nil
}
