package ui

import (
	"errors"
	"io"
	"path"
	"strings"

	"holdover/internal/fault"
)

// FileIn reads the file of a form's field "file": at most so many bytes, and one
// more where there are more. Its name comes without folders, whatever machine wrote
// it. choose says what to choose where there is none.
func FileIn(r *Request, choose string, most int64) (data []byte, name string, err error) {
	none := fault.New(fault.Invalid, "no file was chosen").WithHint("%s", choose)
	notWhole := func(err error) error {
		return fault.New(fault.Invalid, "the file did not arrive whole").WithCause(err).WithHint("send it again")
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, "", none.WithCause(err)
	}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, "", none
		case err != nil:
			return nil, "", notWhole(err)
		case part.FormName() != "file":
			continue
		case part.FileName() == "":
			return nil, "", none
		}
		if data, err = io.ReadAll(io.LimitReader(part, most+1)); err != nil {
			return nil, "", notWhole(err)
		}
		return data, path.Base(strings.ReplaceAll(part.FileName(), "\\", "/")), nil
	}
}
