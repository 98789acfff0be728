package receipt

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// photo returns a JPEG picture as a camera writes it: rotated, with its location, and with another picture after its
// end.
func photo(t testing.TB) []byte { return photoTurned(t, 6) }

func photoTurned(t testing.TB, way byte) []byte {
	t.Helper()
	var plain bytes.Buffer
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	img.Set(3, 3, color.RGBA{200, 10, 10, 255})
	if err := jpeg.Encode(&plain, img, nil); err != nil {
		t.Fatal(err)
	}
	exif := []byte("Exif\x00\x00II\x2a\x00\x08\x00\x00\x00\x02\x00\x12\x01\x03\x00\x01\x00\x00\x00\x00\x00\x00\x00\x25\x88\x04\x00\x01\x00\x00\x00\x26\x00\x00\x00\x00\x00\x00\x00GPS 48.1372N 11.5756E")
	exif[24] = way
	segment := func(marker byte, data []byte) []byte {
		s := []byte{0xff, marker, 0, 0}
		binary.BigEndian.PutUint16(s[2:], uint16(len(data)+2))
		return append(s, data...)
	}
	all := append([]byte{0xff, 0xd8}, segment(0xe1, exif)...)
	all = append(all, segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00<x>GPS too</x>"))...)
	all = append(all, segment(0xed, []byte("GPS in Photoshop"))...)
	all = append(all, segment(0xfe, []byte("GPS comment"))...)
	all = append(all, segment(0xe2, []byte("MPF\x00GPS of more pictures"))...)
	all = append(all, segment(0xe2, []byte("ICC_PROFILE\x00\x01\x01colours"))...)
	return append(append(all, plain.Bytes()[2:]...), []byte("GPS behind the end")...)
}

func pngPicture(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 7, 5))); err != nil {
		t.Fatal(err)
	}
	text := []byte("\x00\x00\x00\x07tEXtGPS\x00abc\x00\x00\x00\x00")
	all := append(append(bytes.Clone(b.Bytes()[:33]), text...), b.Bytes()[33:]...)
	return append(all, []byte("GPS behind the end")...)
}

func webp() []byte {
	chunk := func(name string, data []byte) []byte {
		head := append([]byte(name), 0, 0, 0, 0)
		binary.LittleEndian.PutUint32(head[4:], uint32(len(data)))
		if len(data)%2 == 1 {
			data = append(data, 0)
		}
		return append(head, data...)
	}
	body := append([]byte("WEBP"), chunk("VP8X", []byte{0x0c, 0, 0, 0, 99, 0, 0, 49, 0, 0})...)
	body = append(body, chunk("VP8L", []byte("picture"))...)
	body = append(append(body, chunk("EXIF", []byte("GPS"))...), chunk("XMP ", []byte("GPS"))...)
	all := append([]byte("RIFF"), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(all[4:], uint32(len(body)))
	return append(append(all, body...), []byte("MORE\x04\x00\x00\x00GPS!")...)
}

func heic() []byte {
	return []byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic....\x00\x00\x00\x14ispe\x00\x00\x00\x00\x00\x00\x0f\xc0\x00\x00\x0b\xd0GPS")
}

// The type follows from the content, and the location of a picture is removed.
func TestInspectDetectsTypeAndRemovesLocation(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data          []byte
		media         string
		width, height int
		keepsPlace    bool
	}{
		"photo": {photo(t), JPEG, 40, 30, false}, "png": {pngPicture(t), PNG, 7, 5, false}, "webp": {webp(), WebP, 100, 50, false}, "heic": {heic(), HEIC, 4032, 3024, true},
		"pdf": {[]byte("%PDF-1.7\n1 0 obj GPS\n%%EOF\n"), PDF, 0, 0, true},
	} {
		f, err := Read(c.data)
		if err != nil || f.Media != c.media || f.Width != c.width || f.Height != c.height {
			t.Errorf("%s: read as %s of %d by %d pixels, error %v", name, f.Media, f.Width, f.Height, err)
			continue
		}
		if bytes.Contains(f.Data, []byte("GPS")) != c.keepsPlace {
			t.Errorf("%s: the location remains: %t", name, !c.keepsPlace)
		}
		again, err := Read(f.Data)
		if err != nil || !bytes.Equal(again.Data, f.Data) {
			t.Errorf("%s differs when it is read again: %v", name, err)
		}
	}
	var f File
	for _, way := range []byte{8, 2, 6} {
		var err error
		if f, err = Read(photoTurned(t, way)); err != nil || !bytes.Contains(f.Data, []byte("ICC_PROFILE")) || orientation(f.Data[6:]) != uint16(way) {
			t.Errorf("the colour profile or orientation %d is lost: %v", way, err)
		}
	}
	if flat, err := Read(webp()); err != nil || flat.Data[20] != 0 {
		t.Errorf("the header announces removed chunks: %v", err)
	}
	if _, err := jpeg.Decode(bytes.NewReader(f.Data)); err != nil {
		t.Errorf("the picture cannot be decoded: %v", err)
	}
}

func TestInspectRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	whole := photo(t)
	wide := bytes.Clone(webp())
	wide[24], wide[25], wide[26] = 0xff, 0xff, 0xff
	for name, data := range map[string][]byte{
		"nothing": nil, "a page": []byte("<html><script>alert(1)</script>"), "svg": []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "a program": []byte("MZ\x90\x00"),
		"half a photo": whole[:len(whole)/2], "half a png": pngPicture(t)[:40], "half a pdf": []byte("%PDF-1.7\n1 0 obj"), "gif": []byte("GIF89a\x01\x00\x01\x00"), "very wide": wide,
		"a page that begins like a pdf": []byte("<html>%PDF-1.7 %%EOF"), "too large": append([]byte("%PDF-1.7"), make([]byte, MaxSize)...), "only a name": []byte("\xff\xd8\xff"),
	} {
		if f, err := Read(data); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%s is read as %s, error %v", name, f.Media, err)
		}
	}
}

// FuzzRead sends arbitrary bytes.
func FuzzRead(f *testing.F) {
	testkit.Fuzz(f, []string{string(photo(f)), string(pngPicture(f)), string(webp()), string(heic()), "%PDF-1.7 %%EOF", strings.Repeat("\xff", 40)}, checkRead)
}

// FuzzJPEG, FuzzPNG and FuzzWebP send bytes with the header of such a picture.
func FuzzJPEG(f *testing.F) { fuzzAs(f, "\xff\xd8\xff", string(photo(f))) }
func FuzzPNG(f *testing.F)  { fuzzAs(f, "\x89PNG\r\n\x1a\n", string(pngPicture(f))) }
func FuzzWebP(f *testing.F) { fuzzAs(f, "RIFF", string(webp())) }

func fuzzAs(f *testing.F, begins, whole string) {
	testkit.Fuzz(f, []string{strings.TrimPrefix(whole, begins)}, func(t testing.TB, input []byte) { checkRead(t, append([]byte(begins), input...)) })
}

// checkRead checks one input: no panic; an accepted file is not larger than the input apart from its orientation, is
// accepted again unchanged, and contains no location or camera where metadata is usually found.
func checkRead(t testing.TB, input []byte) {
	before := bytes.Clone(input)
	file, err := Read(input)
	if !bytes.Equal(input, before) {
		t.Fatal("the input was modified")
	}
	if err != nil {
		return
	}
	if len(file.Data) > len(input)+64 {
		t.Fatalf("%d bytes became %d", len(input), len(file.Data))
	}
	again, err := Read(file.Data)
	if err != nil || !bytes.Equal(again.Data, file.Data) || again.Media != file.Media || again.Width != file.Width || again.Height != file.Height {
		t.Fatalf("the %s differs when it is read again: %v", file.Media, err)
	}
	if left := metadataIn(file); left != "" {
		t.Fatalf("the %s still contains %s", file.Media, left)
	}
}

// metadataIn searches a picture for location and camera metadata with separate code.
func metadataIn(file File) string {
	data := file.Data
	switch file.Media {
	case JPEG:
		for at := 2; at+4 <= len(data) && data[at] == 0xff && data[at+1] != 0xda && data[at+1] != 0xd9; {
			end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
			if end > len(data) {
				return ""
			}
			switch marker, text := data[at+1], data[at+4:end]; {
			case marker == 0xe1 && len(text) != 32, marker == 0xfe, marker == 0xed, marker == 0xe2 && !bytes.HasPrefix(text, []byte("ICC_PROFILE\x00")):
				return "a segment of applications or a comment"
			}
			at = end
		}
	case PNG:
		for at := 8; at+12 <= len(data); at += 12 + int(binary.BigEndian.Uint32(data[at:])) {
			if kind := string(data[at+4 : at+8]); kind == "eXIf" || kind == "tEXt" || kind == "iTXt" || kind == "zTXt" || kind == "tIME" {
				return kind
			}
		}
	case WebP:
		for at := 12; at+8 <= len(data); {
			if kind := string(data[at : at+4]); kind == "EXIF" || kind == "XMP " {
				return kind
			}
			size := int(binary.LittleEndian.Uint32(data[at+4:]))
			at += 8 + size + size%2
		}
	}
	return ""
}
