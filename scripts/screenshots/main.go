// Command screenshots takes the pictures of the documentation: it starts the sample budget of a built Holdover, opens its
// pages in Chromium, and saves each in light and dark colours.
//
//	go run ./scripts/screenshots PROGRAM FOLDER
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// screenshot is one page of the sample budget.
type screenshot struct {
	name  string
	path  string   // below the budget's address
	click []string // expressions in XPath for the elements to click first
	phone bool
}

var screenshots = []screenshot{
	{name: "budget"},
	{name: "targets", click: []string{
		`//button[@aria-label="Menu of Groceries"]`,
		`//div[@class="menu-body"]//*[self::button or self::summary or self::a][normalize-space()="Target"]`,
		`//div[@class="menu-body"]//*[starts-with(normalize-space(), "Target from")]`, // when the form is there
	}},
	{name: "register", path: "/accounts/all"},
	{name: "report-of-import", path: "/report"},
	{name: "verification", path: "/verification"},
	{name: "clean-up", path: "/clean-up"},
	{name: "spending", path: "/reports/spending"},
	{name: "net-worth", path: "/reports/net-worth"},
	{name: "scheduled", path: "/scheduled"},
	{name: "phone-budget", phone: true},
	{name: "phone-register", path: "/accounts/all", phone: true},
	{name: "phone-new", click: []string{`//a[@aria-label="New transaction"]`, `//h1[normalize-space()="New transaction"]`}, phone: true},
}

// timeout is the time for all screenshots.
const timeout = 5 * time.Minute

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: screenshots PROGRAM FOLDER")
	}
	if err := takeAll(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// takeAll takes all screenshots and puts them into a folder.
func takeAll(program, folder string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	address, stopSample, err := startSample(program)
	if err != nil {
		return err
	}
	defer stopSample()
	browser, err := findBrowser()
	if err != nil {
		return err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	tab, closeTab := chromedp.NewContext(allocator)
	defer closeTab()
	for _, shot := range screenshots {
		for _, scheme := range []string{"light", "dark"} {
			file := filepath.Join(folder, shot.name+"-"+scheme+".webp")
			if err := shot.take(tab, address, scheme, file); err != nil {
				return fmt.Errorf("screenshot %s, %s: %w", shot.name, scheme, err)
			}
		}
	}
	return nil
}

// sampleAddress matches the line in which the program prints the address of the sample budget.
var sampleAddress = regexp.MustCompile(`^Holdover is at (http://\S+)`)

// startSample starts a server with the sample budget, and returns the address of the budget. stop ends the server, which then
// removes its temporary folder.
func startSample(program string) (address string, stop func(), err error) {
	server := exec.Command(program, "demo", "--listen", "127.0.0.1:0")
	output, err := server.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if found := sampleAddress.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return found[1], stop, nil
		}
	}
	return "", nil, fmt.Errorf("%s demo printed no address (error %v)", program, errors.Join(lines.Err(), server.Wait()))
}

func findBrowser() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium is installed: run sh scripts/install.sh chromium")
}

// take saves one screenshot with two pixels for each pixel of the page.
func (s screenshot) take(tab context.Context, address, scheme, file string) error {
	width, height := int64(1280), int64(800)
	if s.phone {
		width, height = 390, 780
	}
	viewport := []chromedp.EmulateViewportOption{chromedp.EmulateScale(2)}
	if s.phone {
		viewport = append(viewport, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	if err := chromedp.Do(tab, chromedp.EmulateViewport(width, height, viewport...)); err != nil {
		return err
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, media); err != nil {
		return err
	}
	if err := chromedp.Do(tab, chromedp.Navigate(address+s.path)); err != nil {
		return err
	}
	for _, element := range s.click {
		if err := chromedp.Do(tab, chromedp.Click(chromedp.Search(element))); err != nil {
			return err
		}
	}
	picture, err := chromedp.Call(tab, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(85))})
	if err != nil {
		return err
	}
	return os.WriteFile(file, picture.Data, 0o644)
}
