package receipt

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Cameras write the place and time into a picture. These are removed; the orientation is preserved.

var errNotWhole = errors.New("it ends too soon")

// bareJPEG returns a JPEG picture without metadata: it removes application segments except those about colours,
// comments, and all data after the end.
func bareJPEG(data []byte) ([]byte, error) {
	out := append(make([]byte, 0, len(data)), 0xff, 0xd8)
	turned := false
	for at := 2; at+4 <= len(data); {
		if data[at] != 0xff {
			return nil, errNotWhole
		}
		marker := data[at+1]
		switch {
		case marker == 0xff:
			at++
			continue
		case marker == 0xd9:
			return append(out, 0xff, 0xd9), nil
		}
		size := int(binary.BigEndian.Uint16(data[at+2:]))
		end := at + 2 + size
		if size < 2 || end > len(data) {
			return nil, errNotWhole
		}
		segment := data[at:end]
		switch {
		case marker == 0xe1 && !turned:
			if way := orientation(segment[4:]); way > 1 {
				out, turned = append(out, turn(way)...), true
			}
		case marker == 0xe1, marker == 0xfe, marker >= 0xe3 && marker <= 0xed, marker == 0xef:
		case marker == 0xe2 && !bytes.HasPrefix(segment[4:], []byte("ICC_PROFILE\x00")):
		default:
			out = append(out, segment...)
		}
		at = end
		if marker == 0xda { // the picture itself, up to the next marker
			end = endOfScan(data, at)
			out = append(out, data[at:end]...)
			at = end
		}
	}
	if len(data) >= 2 && data[len(data)-2] == 0xff && data[len(data)-1] == 0xd9 {
		return append(out, 0xff, 0xd9), nil
	}
	return nil, errNotWhole
}

// endOfScan returns the position of the next marker that is not part of a scan.
func endOfScan(data []byte, at int) int {
	for ; at+1 < len(data); at++ {
		if next := data[at+1]; data[at] == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7) {
			return at
		}
	}
	return len(data)
}

// orientation returns the orientation in an Exif segment, or 0 if it has none.
func orientation(segment []byte) uint16 {
	tiff, is := bytes.CutPrefix(segment, []byte("Exif\x00\x00"))
	if !is || len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > len(tiff) {
		return 0
	}
	for n := int(order.Uint16(tiff[at:])); n > 0; n-- {
		entry := at + 2 + (n-1)*12
		if entry+12 <= len(tiff) && order.Uint16(tiff[entry:]) == 0x0112 {
			if way := order.Uint16(tiff[entry+8:]); way <= 8 {
				return way
			}
		}
	}
	return 0
}

// turn returns an Exif segment that contains only the orientation.
func turn(way uint16) []byte {
	s := []byte("\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
	binary.BigEndian.PutUint16(s[len(s)-8:], way)
	return s
}

// barePNG returns a PNG picture with only the chunks that are needed to display it.
func barePNG(data []byte) ([]byte, error) {
	out := append(make([]byte, 0, len(data)), data[:8]...)
	for at := 8; at+12 <= len(data); {
		size := int(binary.BigEndian.Uint32(data[at:]))
		end := at + 12 + size
		if size < 0 || end > len(data) {
			return nil, errNotWhole
		}
		switch kind := string(data[at+4 : at+8]); kind {
		case "IHDR", "PLTE", "IDAT", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYs", "bKGD":
			out = append(out, data[at:end]...)
		case "IEND":
			return append(out, data[at:end]...), nil
		}
		at = end
	}
	return nil, errNotWhole
}

// bareWebP returns a WebP picture without its Exif and XMP chunks.
func bareWebP(data []byte) ([]byte, error) {
	size := int(binary.LittleEndian.Uint32(data[4:]))
	if size+8 > len(data) || size < 4 {
		return nil, errNotWhole
	}
	data = data[:size+8]
	out := append(make([]byte, 0, len(data)), data[:12]...)
	for at := 12; at+8 <= len(data); {
		size := int(binary.LittleEndian.Uint32(data[at+4:]))
		end := at + 8 + size + size%2
		if end > len(data) {
			return nil, errNotWhole
		}
		switch string(data[at : at+4]) {
		case "EXIF", "XMP ":
		case "VP8X":
			chunk := bytes.Clone(data[at:end])
			if size < 10 {
				return nil, errNotWhole
			}
			chunk[8] &^= 0x0c // clear the flags for the removed chunks
			out = append(out, chunk...)
		default:
			out = append(out, data[at:end]...)
		}
		at = end
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, nil
}

// sidesOfWebP returns the size in the first chunk.
func sidesOfWebP(data []byte) (width, height int, err error) {
	if len(data) < 30 {
		return 0, 0, errNotWhole
	}
	three := func(at int) int { return int(data[at]) | int(data[at+1])<<8 | int(data[at+2])<<16 }
	switch string(data[12:16]) {
	case "VP8X":
		return three(24) + 1, three(27) + 1, nil
	case "VP8L":
		bits := binary.LittleEndian.Uint32(data[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, nil
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(data[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(data[28:]) & 0x3fff), nil
	}
	return 0, 0, errNotWhole
}
