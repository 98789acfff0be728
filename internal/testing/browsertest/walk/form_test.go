package walk

import (
	"net/url"
	"testing"
)

// A form submits the same values as in a browser.
func TestFormsSendWhatABrowserDoes(t *testing.T) {
	page := `<form method="post" action="/a?x=1&amp;y=2"><input type="hidden" name="h" value="a &amp; b"><input name="text" value=""><input type="checkbox" name="off" value="1">
		<input type="checkbox" name="on" value="1" checked><input type="checkbox" name="plain" checked><input type="radio" name="r" value="1"><input type="radio" name="r" value="2" checked>
		<input name="gone" value="1" disabled><input type="file" name="file"><input value="nameless">
		<select name="first"><option value="a">A</option><option value="b">B</option></select>
		<select name="chosen"><option value="a">A</option><option selected>Bee</option></select>
		<select name="none" multiple><option value="a">A</option></select>
		<select name="some" multiple><option value="a" selected>A</option><option value="b">B</option><option value="c" selected>C</option></select>
		<textarea name="long">
1 &lt; 2</textarea><button type="button" name="does" value="nothing">Save</button><button name="do" value="first">Try</button><button name="do" value="save">Save <b>it</b></button>
		<button formaction="/b" name="to" value="b" formenctype="multipart/form-data">Elsewhere</button></form><form action="/none"><input name="a" value="1"></form>`
	forms := formsOn(page)
	if len(forms) != 2 || !forms[0].leads("x=1&y=2") || !forms[0].leads("/b") || forms[0].leads("/none") || !forms[1].leads("/none") {
		t.Fatalf("the forms are read as %+v", forms)
	}
	for words, button := range map[string][2]string{"Save it": {"do", "save"}, "": {"do", "first"}, "Nothing": {"do", "first"}, "Elsewhere": {"to", "b"}} {
		want := url.Values{
			"h": {"a & b"}, "text": {""}, "on": {"1"}, "plain": {"on"}, "r": {"2"}, "first": {"a"}, "chosen": {"Bee"}, "some": {"a", "c"}, "long": {"1 < 2"},
			button[0]: {button[1]},
		}
		if got := forms[0].sends(forms[0].pressed("", words)); got.Encode() != want.Encode() {
			t.Errorf("%q sends %v, want %v", words, got, want)
		}
	}
	if to := forms[0].pressed("", "Elsewhere"); to["formaction"] != "/b" || to["formenctype"] != "multipart/form-data" {
		t.Errorf("the button Elsewhere sends %+v", to)
	}
	if to := forms[1].pressed("/none", "Save"); to["formaction"] != "/none" || forms[1].sends(to).Encode() != "a=1" {
		t.Errorf("the button Save of the second form sends %+v", to)
	}
}
