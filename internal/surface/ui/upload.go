package ui

import (
	"errors"
	"io"
	"net/url"
	"path"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
)

// File is a file uploaded with a form.
type File struct {
	Name string // without folders, for any operating system
	Data []byte
}

// FileIn reads the file in the form field "file", up to a limit in bytes. If the file is larger, data has one byte more
// than the limit. A form without a file is an error with the hint.
func FileIn(r *Request, hint string, limit int64) (data []byte, name string, err error) {
	file, err := FormWithFile(r, limit, httpx.FormBytes)
	if err == nil && file == nil {
		err = apperr.New(apperr.Invalid, "no file selected").WithHint("%s", hint)
	}
	if err != nil {
		return nil, "", err
	}
	return file.Data, file.Name, nil
}

// FormWithFile reads a form with an optional file in the field "file". It returns nil if the user chose no file. It
// ignores further files.
//
// fileLimit limits the file, and textLimit the names and values of all other fields together, in bytes. If the file is
// larger, its data has one byte more than the limit, and the rest of the form is not read: r.Form does not have the
// fields. Otherwise r.Form has them as for any form.
func FormWithFile(r *Request, fileLimit, textLimit int64) (file *File, err error) {
	incomplete := func(err error) error {
		return apperr.New(apperr.Invalid, "the upload is incomplete").WithCause(err).WithHint("send it again")
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, incomplete(err)
	}
	r.PostForm = url.Values{}
	textLeft := textLimit
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, incomplete(err)
		}
		isFile := part.FormName() == "file"
		limit := textLeft
		if isFile {
			limit = fileLimit
		}
		data, err := io.ReadAll(io.LimitReader(part, limit+1))
		switch {
		case err != nil:
			return nil, incomplete(err)
		case !isFile:
			r.PostForm.Add(part.FormName(), string(data))
			if textLeft -= int64(len(data) + len(part.FormName())); textLeft < 0 {
				return nil, apperr.New(apperr.Invalid, "the form contains too much text").WithHint("shorten it")
			}
		case part.FileName() != "" && file == nil: // browsers send an empty name if no file was chosen
			file = &File{path.Base(strings.ReplaceAll(part.FileName(), "\\", "/")), data}
			if int64(len(data)) > fileLimit {
				return file, nil // the caller refuses the file
			}
		}
	}
	r.Form = r.PostForm
	return file, httpx.RequireText(r.PostForm)
}
