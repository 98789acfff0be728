package chart

import (
	"fmt"
	"html"
	"strings"
)

const legendHeight = 28

// fileStyle contains the colours of a picture outside a page: those of the light theme.
const fileStyle = `.chart{font:12px system-ui,sans-serif}.rule{stroke:#d9dcd6}.zero{stroke:#6b7268}.amount,.label,.key{fill:#4a5148}.label{text-anchor:middle}.amount{text-anchor:end}` +
	`.place{fill:transparent}.line,.halo{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}.halo{stroke:#fff;stroke-width:5}` +
	`.series-0{fill:#1d6a4a;stroke:#1d6a4a}.series-1{fill:#c78310;stroke:#c78310}.series-2{fill:#2175be;stroke:#2175be}.series-3{fill:#a8518a;stroke:#a8518a}` +
	`.series-4{fill:#8a6d00;stroke:#8a6d00}.series-5{fill:#4444a4;stroke:#4444a4}.series-6{fill:#8a8f88;stroke:#8a8f88}.series-7{fill:#5b3a29;stroke:#5b3a29}rect{stroke:none}.pale{opacity:.5}.heat{fill:#1d6a4a}.number{fill:#6b7268}.day-amount{fill:#1f2522;text-anchor:end}.calendar .place{stroke:#d9dcd6}.line{fill:none}`

// legend names the series below the picture.
func (c *Chart) legend(b *strings.Builder) {
	x := 0
	for k := range c.Series {
		name := []rune(c.Series[k].Name)
		if len(name) > 24 {
			name = append(name[:23], '…')
		}
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="12" height="12"/><text class="key" x="%d" y="%d">%s</text>`,
			Class(c.Series[k].Colour), x, height+8, x+18, height+18, html.EscapeString(string(name)))
		x += 34 + 7*len(name)
	}
}
