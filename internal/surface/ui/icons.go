package ui

import "html/template"

// icons are the icons of the pages by name, each sixteen by sixteen and in the colour of the text.
var icons = map[string]template.HTML{
	"brand":      picture(`<rect x="1.5" y="2.5" width="13" height="11" rx="2" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M4 6h8M4 9h4" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><path d="M10 11.2h3.2" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`),
	"budget":     picture(`<path d="M2 3.5h12M2 8h12M2 12.5h12" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><path d="M10 2v12" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`),
	"accounts":   picture(`<path d="M2 6.2 8 2.5l6 3.7M3.5 7.5v4.5M6.5 7.5v4.5M9.5 7.5v4.5M12.5 7.5v4.5M2 13.5h12" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"payees":     picture(`<circle cx="8" cy="5.2" r="2.7" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M2.8 13.8c.5-2.8 2.5-4.4 5.2-4.4s4.7 1.6 5.2 4.4" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`),
	"reports":    picture(`<path d="M2 14h12M3.5 11.5V8M8 11.5V3M12.5 11.5V6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>`),
	"scheduled":  picture(`<rect x="2" y="3" width="12" height="11" rx="1.8" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M2 6.5h12M5.2 1.6v2.8M10.8 1.6v2.8M8 8.6v2.2l1.6 1" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"rules":      picture(`<path d="M2 4h5M2 8h5M2 12h5M9.5 4.2 11 5.7l3-3.2M9.5 10h4.5M12 8l2 2-2 2" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"banks":      picture(`<path d="M5.2 10.8 10.8 5.2M6.6 4.4l1.2-1.2a3.2 3.2 0 0 1 4.6 0l.4.4a3.2 3.2 0 0 1 0 4.6l-1.2 1.2M9.4 11.6l-1.2 1.2a3.2 3.2 0 0 1-4.6 0l-.4-.4a3.2 3.2 0 0 1 0-4.6l1.2-1.2" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"file":       picture(`<path d="M4 1.8h5.2L12.5 5v9.2H4z M9 2v3.2h3.3" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>`),
	"down":       picture(`<path d="m4 6.2 4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"clip":       picture(`<path d="m13 7-5.2 5.2a3 3 0 0 1-4.3-4.3l5.6-5.6a2 2 0 0 1 2.9 2.9L6.5 10.7a1 1 0 0 1-1.5-1.4l4.8-4.8" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>`),
	"fold":       picture(`<path d="m6 4 4 4-4 4" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"left":       picture(`<path d="M9.8 4 6 8l3.8 4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`),
	"right":      picture(`<path d="M6.2 4 10 8l-3.8 4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`),
	"dots":       picture(`<circle cx="8" cy="3.5" r="1.3" fill="currentColor"/><circle cx="8" cy="8" r="1.3" fill="currentColor"/><circle cx="8" cy="12.5" r="1.3" fill="currentColor"/>`),
	"check":      picture(`<path d="m3.5 8.5 3 3 6-7" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`),
	"lock":       picture(`<rect x="3.2" y="7" width="9.6" height="6.8" rx="1.4" fill="currentColor"/><path d="M5.3 7V5a2.7 2.7 0 0 1 5.4 0v2" fill="none" stroke="currentColor" stroke-width="1.5"/>`),
	"circle":     picture(`<circle cx="8" cy="8" r="4.6" fill="none" stroke="currentColor" stroke-width="1.3"/>`),
	"search":     picture(`<circle cx="7" cy="7" r="4.2" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="m10.2 10.2 3.6 3.6" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`),
	"warn":       picture(`<path d="M8 2.2 14.4 13.5H1.6z M8 6.6v3.2 M8 11.7v.1" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"plus":       picture(`<path d="M8 3.2v9.6M3.2 8h9.6" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>`),
	"cross":      picture(`<path d="m4 4 8 8M12 4l-8 8" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>`),
	"note":       picture(`<path d="M3.5 2.5h9v7.8l-3.2 3.2H3.5z M9.2 13.3V10h3.2" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>`),
	"gear":       picture(`<path d="M8 5.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round"/>`),
	"transfer":   picture(`<path d="M2.5 5.5h10M10 3l2.7 2.5L10 8M13.5 10.5h-10M6 8l-2.7 2.5L6 13" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>`),
	"keyboard":   picture(`<rect x="1.5" y="4" width="13" height="8.5" rx="1.5" fill="none" stroke="currentColor" stroke-width="1.3"/><path d="M4 6.7h.1M6.7 6.7h.1M9.3 6.7h.1M12 6.7h.1M5 9.8h6" stroke="currentColor" stroke-width="1.4" stroke-linecap="round"/>`),
	"funnel":     picture(`<path d="M2 3h12L9.6 8.2v4.3L6.4 14V8.2z" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>`),
	"flagged":    picture(`<path d="M4 14V2.5h8l-2 3 2 3H4" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>`),
	"mark":       picture(`<path d="m3.5 8.5 3 3 6-7" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`),
	"star":       picture(`<path d="m8 1.8 1.9 4 4.3.6-3.1 3 .7 4.4L8 11.7l-3.8 2.1.7-4.4-3.1-3 4.3-.6z" fill="currentColor"/>`),
	"ascending":  picture(`<path d="M8 13V3.5M4.2 7.2 8 3.4l3.8 3.8" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
	"descending": picture(`<path d="M8 3v9.5M4.2 8.8 8 12.6l3.8-3.8" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`),
}

func picture(parts template.HTML) template.HTML {
	return `<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">` + parts + `</svg>`
}
