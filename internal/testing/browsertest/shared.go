package browsertest

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"

	"github.com/chromedp/chromedp"
)

// chromium is a running browser.
type chromium struct {
	tabs     context.Context // in which new tabs are opened
	lifeline io.Closer       // open until the process ends; a reference keeps the garbage collector from closing it
}

// browser returns the Chromium that all tests of a test binary share. It ends with the process, which closes the pipe
// between them.
var browser = sync.OnceValues(func() (*chromium, error) {
	path, err := findBrowser()
	if err != nil {
		return nil, err
	}
	profile, lifeline, err := temporaryFolder()
	if err != nil {
		return nil, err
	}
	fontConfig, err := writeFontConfig(profile)
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Env("FONTCONFIG_FILE="+fontConfig, "LC_ALL=C.UTF-8", "LANGUAGE=en_GB"),
		chromedp.UserDataDir(profile),
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-GB"),
		chromedp.Flag("js-flags", "--no-opt --no-maglev"), // no page exists long enough to benefit from optimisation
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE [::1], EXCLUDE localhost"),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	return &chromium{tabs: ctx, lifeline: lifeline}, chromedp.Do(ctx)
})

// removeScript removes a folder when its standard input closes, which the kernel does when the test process ends.
// Chromium may still write files and create the folder again, so the removal is repeated until the folder stays
// removed.
const removeScript = `trap '' INT TERM; read -r _; for n in 1 2 3 4 5 6 7 8 9; do rm -rf "$1"; sleep 1; [ -e "$1" ] || exit; done`

// temporaryFolder creates a folder that is removed after the process ends, however it ends. lifeline must stay open
// until then.
func temporaryFolder() (dir string, lifeline io.Closer, err error) {
	if dir, err = os.MkdirTemp("", "holdover-chromium-"); err != nil {
		return "", nil, err
	}
	sh := exec.Command("sh", "-c", removeScript, "sh", dir)
	if lifeline, err = sh.StdinPipe(); err != nil {
		return "", nil, err
	}
	if err := sh.Start(); err != nil {
		return "", nil, fmt.Errorf("starting what removes %s: %w", dir, err)
	}
	return dir, lifeline, nil
}
