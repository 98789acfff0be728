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

// FileIn reads the file in a form's field "file": at most most bytes, and one more if the file is larger. choose is
// the error message without a file.
func FileIn(r *Request, choose string, most int64) (data []byte, name string, err error) {
	file, err := FormWithFile(r, most, httpx.FormBytes)
	if err == nil && file == nil {
		err = apperr.New(apperr.Invalid, "no file selected").WithHint("%s", choose)
	}
	if err != nil {
		return nil, "", err
	}
	return file.Data, file.Name, nil
}

// FormWithFile reads a form with an optional file, nil if none was chosen: at most most+1 bytes of the file, and
// mostText of all other fields together. The other fields are available as in any form.
func FormWithFile(r *Request, most, mostText int64) (file *File, err error) {
	notWhole := func(err error) error {
		return apperr.New(apperr.Invalid, "the upload is incomplete").WithCause(err).WithHint("send it again")
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, notWhole(err)
	}
	r.PostForm = url.Values{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, notWhole(err)
		}
		limit := mostText
		if part.FormName() == "file" {
			limit = most
		}
		data, err := io.ReadAll(io.LimitReader(part, limit+1))
		switch {
		case err != nil:
			return nil, notWhole(err)
		case part.FormName() != "file":
			r.PostForm.Add(part.FormName(), string(data))
			if mostText -= int64(len(data) + len(part.FormName())); mostText < 0 {
				return nil, apperr.New(apperr.Invalid, "the form contains too much text").WithHint("shorten it")
			}
		case part.FileName() != "" && file == nil:
			file = &File{path.Base(strings.ReplaceAll(part.FileName(), "\\", "/")), data}
			if int64(len(data)) > most {
				return file, nil // the rest is not needed
			}
		}
	}
	r.Form = r.PostForm
	return file, httpx.RequireText(r.PostForm)
}
