package plot

import (
	"fmt"
	"html"
	"strings"
)

const legendHeight = 28

// fileStyle are the colours of a picture outside of a page: those of the light pages.
const fileStyle = `.chart{font:12px system-ui,sans-serif}.rule{stroke:#d9dcd6}.zero{stroke:#6b7268}.amount,.label,.key{fill:#4a5148}.label{text-anchor:middle}.amount{text-anchor:end}` +
	`.place{fill:transparent}.line{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}` +
	`.series-0{fill:#0b6b4f;stroke:#0b6b4f}.series-1{fill:#c4540a;stroke:#c4540a}.series-2{fill:#1f6fb2;stroke:#1f6fb2}.series-3{fill:#a8518a;stroke:#a8518a}` +
	`.series-4{fill:#8a6d00;stroke:#8a6d00}.series-5{fill:#4d4d9e;stroke:#4d4d9e}.series-6{fill:#7a7f78;stroke:#7a7f78}.series-7{fill:#5b3a29;stroke:#5b3a29}rect{stroke:none}.line{fill:none}`

// legend names the series below the picture.
func (c *Chart) legend(b *strings.Builder) {
	x := 0
	for k := range c.Series {
		name := []rune(c.Series[k].Name)
		if len(name) > 24 {
			name = append(name[:23], '…')
		}
		fmt.Fprintf(b, `<rect class="series-%d" x="%d" y="%d" width="12" height="12"/><text class="key" x="%d" y="%d">%s</text>`,
			c.Series[k].Colour%Colours, x, height+8, x+18, height+18, html.EscapeString(string(name)))
		x += 34 + 7*len(name)
	}
}
