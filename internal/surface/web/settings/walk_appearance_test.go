package settings_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

const colourOf = `(name => { const probe = document.body.appendChild(document.createElement('i')); probe.style.color = 'var(' + name + ')'; const found = getComputedStyle(probe).color; probe.remove(); return found; })`

// TestAppearanceOfABrowser chooses a theme, an accent colour and low rows, which the next pages have at once.
func TestAppearanceOfABrowser(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
			world.AddAnnaAndBen(t)
			w := walk.New(t, world, look)
			w.ID = w.Env.ImportSample(t)
			w.Open("/sign-in")
			w.Fill("Name", "Anna")
			w.Fill("Password", walk.AnnasPassword+kb.Enter)
			w.See("Household")
			w.Open("/settings/appearance")
			w.ShootColours("appearance")
			for _, theme := range []string{"sepia", "black", "contrast"} {
				w.Eval(`document.querySelector('.appearance [name=theme][value=` + theme + `]').click()`)
				w.Eval(`document.querySelector('.appearance .primary').focus()`)
				w.Press(kb.Enter)
				w.See("The appearance of this browser was changed.")
				if got := w.Eval(`document.documentElement.dataset.theme`); got != theme {
					t.Errorf("the theme is %q, want %q", got, theme)
				}
				w.Open("/budgets/" + w.ID)
				w.Shoot("theme-" + theme)
				w.Open("/settings/appearance")
			}
			w.Eval(`document.querySelector('.appearance [name=theme][value=light]').click()`)
			w.Eval(`document.querySelector('.appearance [name=accent][value=own]').click()`)
			w.Eval(`document.querySelector('.appearance [name=density][value=compact]').click()`)
			w.Eval(`document.querySelector('.appearance [name=colour]').value = '#ffd400'`)
			w.Eval(`document.querySelector('.appearance .primary').focus()`)
			w.Press(kb.Enter)
			w.See("In light themes this colour would be hard to read. Pages show a darker shade of it there.")
			if accent := w.Eval(colourOf + `('--accent')`); accent == "rgb(255, 212, 0)" || !strings.HasPrefix(accent, "rgb(") {
				t.Errorf("the accent colour is %s", accent)
			}
			w.ShootColours("appearance-own")
			w.Open("/budgets/" + w.ID + "/accounts/all")
			want := "24px"
			if look.Phone {
				want = "44px"
			}
			if row := w.Eval(`getComputedStyle(document.documentElement).getPropertyValue('--row')`); row != want {
				t.Errorf("rows are %s high, want %s", row, want)
			}
			w.Shoot("compact-register")
		})
	}
}

// TestAmountsAreHiddenByKeyAndButton hides the amounts of a budget and shows single ones. The server renders the next
// page with hidden amounts.
func TestAmountsAreHiddenByKeyAndButton(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			w := walk.New(t, walk.NewEnv(t, webtest.Pages), look)
			w.ID = w.Env.ImportSample(t)
			home := "/budgets/" + w.ID
			hidden := func(want string) {
				t.Helper()
				w.Until("amounts hidden: "+want, `String(document.documentElement.dataset.amounts === 'hidden' && getComputedStyle(document.querySelector('td.activity')).webkitTextFillColor === 'rgba(0, 0, 0, 0)') === '`+want+`'`)
			}
			w.Open(home)
			hidden("false")
			w.Press("H", chromedp.ModifierAlt, chromedp.ModifierShift)
			hidden("true")
			w.See("Amounts are hidden")
			w.Until("the notice is readable", `getComputedStyle(document.querySelector('.toast p')).webkitTextFillColor !== 'rgba(0, 0, 0, 0)'`)
			w.Open(home)
			hidden("true")
			w.ShootColours("hidden-amounts")
			if look.Phone {
				w.Click("File")
			} else {
				w.Click("Household")
			}
			w.See("Hide amounts")
			if pressed := w.Eval(`document.querySelector('#file-menu .hide-amounts button').getAttribute('aria-pressed')`); pressed != "true" {
				t.Errorf("the button is pressed: %s", pressed)
			}
			w.Shoot("hidden-amounts-menu")
			w.Click("Hide amounts")
			hidden("false")
			w.Press("H", chromedp.ModifierAlt, chromedp.ModifierShift)
			hidden("true")
			w.Eval(`document.querySelector('td.budgeted :is(button, a)').focus()`)
			w.Until("the focused amount is readable", `getComputedStyle(document.activeElement).webkitTextFillColor !== 'rgba(0, 0, 0, 0)'`)
			w.Open(home + "/accounts/all")
			w.ShootColours("hidden-amounts-register")
			w.Open(home + "/reports")
			w.ShootColours("hidden-amounts-reports")
		})
	}
}

// TestHiddenAmountsAreNotPrinted checks that paper shows no hidden amount.
func TestHiddenAmountsAreNotPrinted(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	w.Open("/budgets/" + w.ID)
	w.Press("H", chromedp.ModifierAlt, chromedp.ModifierShift)
	w.Open("/budgets/" + w.ID + "/accounts/all/print")
	testkit.Must(chromedp.Call(w.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))(t)
	if shown := w.Eval(`[...document.querySelectorAll('td.amount')].filter(e => e.checkVisibility({ visibilityProperty: true })).length`); shown != "0" {
		t.Errorf("%s amounts are printed", shown)
	}
}
