// Package receipt recognises the file of a receipt by its content, never by its name: a JPEG, PNG, WebP or HEIC
// picture, or a PDF document. It removes the place and time from pictures.
//
// Start with Read.
package receipt

import (
	"bytes"
	"encoding/binary"
	"image/jpeg"
	"image/png"

	"holdover/internal/base/apperr"
)

// MaxSize is the maximum size of a file in bytes.
const MaxSize = 10 << 20

// The limits of pictures. No camera takes larger ones, and no program displays them.
const (
	maxSide   = 30_000
	maxPixels = 200_000_000
)

// The kinds of files.
const (
	JPEG = "image/jpeg"
	PNG  = "image/png"
	WebP = "image/webp"
	HEIC = "image/heic"
	PDF  = "application/pdf"
)

// File is an inspected file.
type File struct {
	Media         string
	Width, Height int // of a picture
	Data          []byte
}

// Shown reports whether every browser can display the picture.
func Shown(media string) bool { return media == JPEG || media == PNG || media == WebP }

// Read recognises a file and removes the metadata of JPEG, PNG and WebP pictures. HEIC and PDF stay unchanged. It
// returns an Invalid error for anything else.
func Read(data []byte) (f File, err error) {
	if len(data) > MaxSize {
		return f, apperr.New(apperr.Invalid, "the file has more than 10 MB").Of("file").WithHint("use a smaller image")
	}
	f.Data = data
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		f.Media = JPEG
		f.Data, err = bareJPEG(data)
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		f.Media = PNG
		f.Data, err = barePNG(data)
	case len(data) > 16 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		f.Media = WebP
		f.Data, err = bareWebP(data)
	case isHEIC(data):
		f.Media = HEIC
	case bytes.HasPrefix(data, []byte("%PDF-")) && bytes.Contains(data[max(0, len(data)-2048):], []byte("%%EOF")):
		f.Media = PDF
		return f, nil
	default:
		return f, apperr.New(apperr.Invalid, "the file is not a JPEG, PNG, WebP or HEIC image or a PDF document").Of("file").
			WithHint("the content matters, not the file name; take a photo, or print it as PDF")
	}
	if err == nil {
		f.Width, f.Height, err = sides(f.Media, f.Data)
	}
	if err != nil {
		return f, apperr.New(apperr.Invalid, "the image is incomplete").Of("file").WithHint("open it, save it again and upload the new file").WithCause(err)
	}
	if f.Width < 1 || f.Height < 1 || f.Width > maxSide || f.Height > maxSide || f.Width*f.Height > maxPixels {
		return f, apperr.New(apperr.Invalid, "the image has %d by %d pixels", f.Width, f.Height).Of("file").WithHint("use a smaller image")
	}
	return f, nil
}

func sides(media string, data []byte) (width, height int, err error) {
	switch media {
	case JPEG:
		c, err := jpeg.DecodeConfig(bytes.NewReader(data))
		return c.Width, c.Height, err
	case PNG:
		c, err := png.DecodeConfig(bytes.NewReader(data))
		return c.Width, c.Height, err
	case WebP:
		return sidesOfWebP(data)
	}
	return sidesOfHEIC(data)
}

// isHEIC reports whether a file begins with a box that names a brand of HEIC.
func isHEIC(data []byte) bool {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return false
	}
	size := int(binary.BigEndian.Uint32(data))
	for at := 8; at+4 <= min(size, len(data), 128); at += 4 {
		switch string(data[at : at+4]) {
		case "heic", "heix", "heim", "heis", "hevc":
			return true
		}
	}
	return false
}

// sidesOfHEIC returns the size of the largest picture in the file.
func sidesOfHEIC(data []byte) (width, height int, err error) {
	for rest := data; ; {
		at := bytes.Index(rest, []byte("ispe"))
		if at < 0 || at+16 > len(rest) {
			break
		}
		w, h := int(binary.BigEndian.Uint32(rest[at+8:])), int(binary.BigEndian.Uint32(rest[at+12:]))
		if w <= maxSide && h <= maxSide && w*h > width*height {
			width, height = w, h
		}
		rest = rest[at+4:]
	}
	if width == 0 {
		return 0, 0, errNotWhole
	}
	return width, height, nil
}
