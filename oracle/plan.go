package oracle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Plan returns the path of the plan document that genplan.py writes with these arguments ("--seed", "3", "--cards",
// "2"). The same arguments give the same bytes, so the file is cached in .cache/plans, named by the arguments and the
// generator. It requires python3.
func (r Repo) Plan(args ...string) (plan string, err error) {
	plan, _, err = r.kept(args)
	if err != nil || isFile(plan) {
		return plan, err
	}
	return plan, r.generate(args, plan, "")
}

// Truth returns the path of the plan's truth file, with the data that the document itself does not contain. It is
// generated together with the document.
func (r Repo) Truth(args ...string) (truth string, err error) {
	plan, truth, err := r.kept(args)
	if err != nil || isFile(truth) {
		return truth, err
	}
	return truth, r.generate(args, plan, truth)
}

// kept returns the cache paths of a plan and of its truth.
func (r Repo) kept(args []string) (plan, truth string, err error) {
	dir, err := r.Cache("plans")
	if err != nil {
		return "", "", err
	}
	key, err := r.planKey(args)
	if err != nil {
		return "", "", err
	}
	return filepath.Join(dir, key+".json"), filepath.Join(dir, key+".truth.json"), nil
}

func (r Repo) planKey(args []string) (string, error) {
	generator, err := os.ReadFile(r.generator())
	if err != nil {
		return "", fmt.Errorf("reading the generator of plans: %w", err)
	}
	hash := sha256.New()
	hash.Write(generator)
	for _, arg := range args {
		fmt.Fprintf(hash, "\x00%s", arg)
	}
	return hex.EncodeToString(hash.Sum(nil)[:10]), nil
}

func (r Repo) generator() string { return r.Path("oracle", "genplan.py") }

// interpreter returns the path of Python itself. The python3 in PATH may be a script that selects a version, which
// takes as long as generating a plan.
var interpreter = sync.OnceValues(func() (string, error) {
	path, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return "", fmt.Errorf("looking for python3: %w", err)
	}
	return strings.TrimSpace(string(path)), nil
})

// generate writes a plan, and its truth if it has a path, under temporary names and renames them, the plan last.
// Tests of several packages may request the same plan at the same time.
func (r Repo) generate(args []string, plan, truth string) error {
	tmp, err := os.MkdirTemp(filepath.Dir(plan), "making-")
	if err != nil {
		return fmt.Errorf("making a plan: %w", err)
	}
	defer os.RemoveAll(tmp)
	newPlan, newTruth := filepath.Join(tmp, "plan.json"), filepath.Join(tmp, "truth.json")
	python, err := interpreter()
	if err != nil {
		return err
	}
	command := append([]string{"-I", "-S", r.generator()}, args...) // it requires only the standard library of Python
	command = append(command, "--out", newPlan)
	if truth != "" {
		command = append(command, "--truth", newTruth)
	}
	var said bytes.Buffer
	generator := exec.Command(python, command...)
	generator.Stderr = &said
	if err := generator.Run(); err != nil {
		return fmt.Errorf("genplan.py %q: %w\n%s", args, err, said.String())
	}
	if truth != "" {
		if err := os.Rename(newTruth, truth); err != nil {
			return fmt.Errorf("keeping a plan's truth: %w", err)
		}
	}
	if err := os.Rename(newPlan, plan); err != nil {
		return fmt.Errorf("keeping a plan: %w", err)
	}
	return nil
}
