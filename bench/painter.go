package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"github.com/chromedp/chromedp"

	"holdover/oracle"
)

// painter is a browser and a server, both configured as in normal use.
type painter struct {
	tab     context.Context
	base    string // the address of the budget
	account string // the id of its largest account
	rows    int    // of that account
	ends    []func()
}

func (p *painter) stop() {
	for i := len(p.ends) - 1; i >= 0; i-- {
		p.ends[i]()
	}
}

func (p *painter) address(account bool) string {
	if account {
		return p.base + "/accounts/" + url.PathEscape(p.account)
	}
	return p.base
}

const (
	benchUser     = "bench"
	benchPassword = "a long enough password"
)

// startPainted imports a plan into a new folder, serves it, opens a browser and signs in.
func startPainted(ctx context.Context, repo oracle.Repo, plan string) (p *painter, err error) {
	p = &painter{}
	defer func() {
		if err != nil {
			p.stop()
		}
	}()
	data, err := os.MkdirTemp("", "holdover-painted-")
	if err != nil {
		return p, err
	}
	p.ends = append(p.ends, func() { _ = os.RemoveAll(data) })
	holdover := func(in string, args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, repo.Path("bin", "holdover"), append(args, "--data", data)...)
		cmd.Stdin = strings.NewReader(in)
		output, err := cmd.Output()
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("holdover %s: %s", args[0], tail(failed.Stderr, 500))
		}
		return output, err
	}
	if _, err := holdover("", "import", plan); err != nil {
		return p, err
	}
	if _, err := holdover(benchPassword+"\n", "user", "add", benchUser); err != nil {
		return p, err
	}
	if err := p.find(holdover); err != nil {
		return p, err
	}
	address, err := p.serve(ctx, repo, data)
	if err != nil {
		return p, err
	}
	p.base = address + "/budgets/" + p.base
	return p, p.open(ctx, address)
}

// find finds the budget and its largest account.
func (p *painter) find(holdover func(in string, args ...string) ([]byte, error)) error {
	var budgets []struct {
		ID string `json:"id"`
	}
	output, err := holdover("", "budgets", "--json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(output, &budgets); err != nil || len(budgets) != 1 {
		return cmp.Or(err, fmt.Errorf("%d budgets", len(budgets)))
	}
	p.base = budgets[0].ID
	var accounts []struct {
		ID   string `json:"id"`
		Rows int    `json:"transactions"`
	}
	if output, err = holdover("", "accounts", "--json", p.base); err != nil {
		return err
	}
	if err := json.Unmarshal(output, &accounts); err != nil {
		return err
	}
	for _, acc := range accounts {
		if acc.Rows > p.rows {
			p.account, p.rows = acc.ID, acc.Rows
		}
	}
	return nil
}

// serve starts the program and returns the address that it prints.
func (p *painter) serve(ctx context.Context, repo oracle.Repo, data string) (string, error) {
	cmd := exec.CommandContext(ctx, repo.Path("bin", "holdover"), "serve", "--listen", "127.0.0.1:0", "--data", data)
	output, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	p.ends = append(p.ends, func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, at, is := strings.Cut(lines.Text(), "http://"); is {
			go func() {
				for lines.Scan() { // its log
				}
			}()
			return "http://" + strings.TrimRight(strings.Fields(at)[0], ",./"), nil
		}
	}
	return "", errors.New("holdover serve prints no address")
}

// open opens a window of the size of a laptop's and signs in.
func (p *painter) open(ctx context.Context, address string) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.DisableGPU, chromedp.Flag("lang", "en-GB"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			options = append(options, chromedp.ExecPath(path))
			break
		}
	}
	allocated, end := chromedp.NewExecAllocator(ctx, options...)
	p.ends = append(p.ends, end)
	tab, closeTab := chromedp.NewContext(allocated)
	p.ends = append(p.ends, closeTab)
	p.tab = tab
	return chromedp.Do(tab, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address+"/sign-in"),
		chromedp.SendKeys(chromedp.CSS(`input[name="name"]`), benchUser), chromedp.SendKeys(chromedp.CSS(`input[name="password"]`), benchPassword+"\r"),
		chromedp.WaitReady(chromedp.CSS(`a[href^="/budgets/"]`)))
}
