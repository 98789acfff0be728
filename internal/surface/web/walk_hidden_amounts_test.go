package web_test

import (
	"html"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/loans"
	"holdover/internal/base/civil"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// exposedAmounts returns the texts with an amount that no blur covers, and the page's title if it contains one. Texts for
// screen readers and the days of the sample's date format contain none or are read aloud only; a format of numbers is none. Pictures abbreviate amounts:
// there every number is one, except years and the days of a calendar.
const exposedAmounts = `(() => {
	const amount = /\d[.,]\d\d(?!\d)/, found = [];
	const pictured = /^[+−]?\D?\d[\d.,]*[km]?\D{0,2}$/, year = /^(19|20)\d\d$/;
	const drawn = (e, text) => e.closest('svg') && !e.matches('.number') && pictured.test(text) && !year.test(text);
	const blurred = e => e.closest('svg') ? getComputedStyle(e).filter.includes('blur') : getComputedStyle(e).webkitTextFillColor === 'rgba(0, 0, 0, 0)';
	const spoken = e => e && (getComputedStyle(e).clipPath === 'inset(50%)' || spoken(e.parentElement));
	const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const text = texts.currentNode, e = text.parentElement;
		if ((amount.test(text.data) || drawn(e, text.data)) && !e.matches('script, style, template, noscript, datalist option, #decimal option, svg title') && !blurred(e) && !spoken(e)) found.push(e.tagName + '.' + (e.getAttribute('class') ?? '') + ' in ' + e.parentElement.tagName + '.' + (e.parentElement.getAttribute('class') ?? '') + ': ' + text.data.trim().slice(0, 80));
	}
	for (const e of document.querySelectorAll('input:not([type=hidden]), textarea')) if (amount.test(e.value) && !blurred(e)) found.push(e.outerHTML.slice(0, 120));
	return [...new Set(found)].slice(0, 12).join('\n');
})()`

// blurredWords returns the lines below titles that are blurred although they contain no digit.
const blurredWords = `[...document.querySelectorAll('.sub')].filter(e => !/\d/.test(e.textContent) && getComputedStyle(e).webkitTextFillColor === 'rgba(0, 0, 0, 0)').map(e => e.textContent).join('\n')`

// TestHiddenAmountsAreBlurredOnEveryPage follows the links and opens the menus of a budget with hidden amounts.
func TestHiddenAmountsAreBlurredOnEveryPage(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	addLoan(t, w.Env, w.ID)
	home := "/budgets/" + w.ID
	w.Open(home)
	w.Eval(`document.cookie = 'holdover_amounts=hidden; Path=/'`)
	seen := 0
	for _, path := range pagesFrom(t, w, home) {
		w.Open(path)
		if exposed := w.Eval(exposedAmounts); exposed != "" {
			t.Errorf("%s shows\n%s", path, exposed)
		}
		if words := w.Eval(blurredWords); words != "" {
			t.Errorf("%s blurs\n%s", path, words)
		}
		seen++
	}
	if seen < 60 {
		t.Errorf("only %d pages were found", seen)
	}
}

// addLoan adds a mortgage with its terms.
func addLoan(t *testing.T, env *walk.Env, id string) {
	t.Helper()
	since := civil.MakeDate(2026, 1, 1)
	_, account, err := env.App.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Flat", Type: "mortgage", Balance: -100_000_000, Date: since})
	testkit.NoError(t, err)
	for _, term := range []loans.Term{{Kind: loans.Rate, From: since, Rate: 6000}, {Kind: loans.Payment, From: since, Amount: 599_550}} {
		_, err := env.App.SetLoanTerm(t.Context(), app.Machine(), id, account, term)
		testkit.NoError(t, err)
	}
}

// TestHiddenAmountsAreBlurredInThePreviewOfABankFile previews a file with columns, and one with a balance that differs.
func TestHiddenAmountsAreBlurredInThePreviewOfABankFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	account := testkit.Must(w.Env.App.Accounts(t.Context(), app.Machine(), w.ID))(t)[0]
	for name, file := range map[string]string{
		"a.csv": "Date,Payee,Memo,Amount\n2026-11-20,Shop,Bread,-20.37\n2026-11-21,Work,,914.21\n",
		"a.ofx": "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>991234</BANKACCTFROM><BANKTRANLIST>" +
			"<STMTTRN><DTPOSTED>20261120<TRNAMT>-20.37<FITID>a1<NAME>Shop</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>1.23<DTASOF>20261122</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
	} {
		w.Open(ui.LinksOf(w.ID).BankFile(account.ID))
		w.Eval(`document.cookie = 'holdover_amounts=hidden; Path=/'`)
		path := filepath.Join(t.TempDir(), name)
		testkit.NoError(t, os.WriteFile(path, []byte(file), 0o600))
		w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
		w.Settle()
		w.Until("the preview", `document.querySelector('.bank-preview') !== null && document.documentElement.dataset.amounts === 'hidden'`)
		if exposed := w.Eval(exposedAmounts); exposed != "" {
			t.Errorf("the preview of %s shows\n%s", name, exposed)
		}
	}
}

var (
	linkOf    = regexp.MustCompile(`(?:href|action|data-spot)="(/[^"#]*)`)
	numberOf  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]+|[0-9]+`)
	withQuery = regexp.MustCompile(`\?.*`)
)

// pagesFrom returns the pages that links lead to, a few of each kind, and menus of the budget.
func pagesFrom(t *testing.T, w *walk.Walker, home string) []string {
	t.Helper()
	screen := testkit.Must(w.Env.App.Screen(t.Context(), app.Machine(), w.ID))(t)
	left := []string{home, home + "?month=2026-11&show=3", home + "/menu?to-budget=2026-11", home + "/menu?month=2026-11", home + "/accounts/all/print", home + "/assign?month=2026-11", "/settings/appearance"}
	for _, c := range screen.Categories[:3] {
		for _, kind := range []string{"balance", "budgeted"} {
			left = append(left, home+"/menu?"+kind+"="+c.ID+".2026-11")
		}
		left = append(left, home+"/menu?category="+c.ID)
	}
	p := w.Env.Person(t)
	known, pages := map[string]int{}, []string{}
	for ; len(left) > 0 && len(pages) < 200; left = left[1:] {
		at := left[0]
		status, _, page := p.Get(at)
		if status != http.StatusOK || !strings.Contains(page, "<main") {
			continue
		}
		pages = append(pages, at)
		for _, link := range linkOf.FindAllStringSubmatch(page, -1) {
			to := html.UnescapeString(link[1])
			kind := numberOf.ReplaceAllString(withQuery.ReplaceAllString(to, ""), "n")
			if known[kind] < 1 && !regexp.MustCompile("^/(assets|docs|accent)/|^/budgets/new|/(csv|document|original|download/|events|offline|receipts/)").MatchString(to) {
				known[kind]++
				left = append(left, to)
			}
		}
	}
	return pages
}
