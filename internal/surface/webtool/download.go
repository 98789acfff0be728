package webtool

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/sourceapi"
)

func seconds(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }

// download streams a plan to the browser. An error before the first byte is a page. After the first byte the
// connection is closed, so that the browser does not store a partial file as complete, and the reason can be read at
// /trouble.
func (t *Tool) download(w http.ResponseWriter, r *http.Request) error {
	v := t.cookies.take(r, t.now())
	if v.Access == "" {
		return t.ranOut()
	}
	q := r.URL.Query()
	key := q.Get("key")
	if key != "plan" && key != "budget" {
		return apperr.New(apperr.Invalid, "the leading key is plan or budget")
	}
	ctx, stop := context.WithCancelCause(r.Context())
	defer stop(nil)
	out := &passthrough{w: w, key: key, name: humanize.FileName(q.Get("name"), "plan") + t.now().UTC().Format("-20060102-150405") + ".json"}
	c, err := t.client(stop, v.Access, func(p sourceapi.Progress) { out.total = p.Total })
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Fetch(ctx, q.Get("plan"), out)
	if err == nil {
		err = out.flush()
	}
	if err == nil {
		return nil
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	if err = t.readTrouble(ctx, err); !out.begun {
		return err
	}
	t.notes.put(q.Get("visit"), err, t.now())
	t.cfg.Log.WarnContext(r.Context(), "a download broke off", "error", err.Error())
	panic(http.ErrAbortHandler)
}

// trouble returns to the page's script the reason why its download failed.
func (t *Tool) trouble(_ http.ResponseWriter, r *http.Request) error {
	if err := t.notes.take(r.URL.Query().Get("visit")); err != nil {
		return err
	}
	return apperr.New(apperr.Unavailable, "the download was interrupted").WithID("broken-off").
		WithHint("the connection to %s or to this tool was lost; try again", t.source())
}

// passthrough is the response to a download, used as the file that the source's client writes. It cannot seek back once
// bytes are sent.
type passthrough struct {
	w     http.ResponseWriter
	key   string
	name  string
	total int64  // the total size in bytes, 0 if unknown
	head  []byte // the beginning, until the leading key is known
	begun bool
}

var errSent = errors.New("a part of the file has left already")

// Seek and Truncate allow the client to restart until the first byte is sent.
func (f *passthrough) Seek(offset int64, whence int) (int64, error) {
	if f.begun || offset != 0 || whence != io.SeekStart {
		return 0, errSent
	}
	f.head = nil
	return 0, nil
}

// Truncate see Seek.
func (f *passthrough) Truncate(int64) error {
	if f.begun {
		return errSent
	}
	f.head = nil
	return nil
}

// headBytes is the number of bytes at the start that are searched for the leading key.
const headBytes = 512

func (f *passthrough) Write(p []byte) (int, error) {
	if f.begun {
		return f.w.Write(p)
	}
	f.head = append(f.head, p...)
	if len(f.head) < headBytes {
		return len(p), nil
	}
	return len(p), f.flush()
}

var leading = regexp.MustCompile(`^\s*\{\s*"data"\s*:\s*\{\s*(?:"server_knowledge"\s*:\s*\d+\s*,\s*)?"(plan|budget)"\s*:`)

// flush sends the start with the requested leading key.
func (f *passthrough) flush() error {
	if f.begun {
		return nil
	}
	f.begun = true
	if at := leading.FindSubmatchIndex(f.head); at != nil {
		f.head = bytes.Join([][]byte{f.head[:at[2]], []byte(f.key), f.head[at[3]:]}, nil)
		f.total += int64(len(f.key) - (at[3] - at[2]))
	}
	h := f.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.name}))
	if f.total > int64(len(f.head)) {
		h.Set("X-Plan-Bytes", strconv.FormatInt(f.total, 10))
	}
	_, err := f.w.Write(f.head)
	f.head = nil
	return err
}
