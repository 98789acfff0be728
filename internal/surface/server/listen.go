package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
)

const (
	// grace is the time limit for running requests once the server stops. Containers are killed after ten seconds.
	grace = 7 * time.Second
	// farewell is the time in which cancelled requests can send an error response.
	farewell = 2 * time.Second
	// linePatience is the time limit for a client to accept linePiece bytes.
	linePatience = time.Minute
	linePiece    = 64 << 10
)

// Serve serves a handler until ctx is done. Then it accepts no more requests and waits for running ones. Requests
// that take too long are cancelled and rolled back. No handler is running when Serve returns. If it cannot listen at
// the address, the error has a hint.
func Serve(ctx context.Context, listen string, h http.Handler, log *slog.Logger, ready func(url string)) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	if err != nil {
		return cannotListen(listen, err)
	}
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	base = httpx.WithStopping(base, ctx)
	srv := &http.Server{
		Handler:           httpx.Served(h),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(writeDeadlineListener{listener}) }()
	if ready != nil {
		ready("http://" + listener.Addr().String())
	}
	select {
	case err := <-done:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	err = shutDown(srv, grace)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests that took too long are taken back")
		cut(httpx.ErrStopped)
		err = shutDown(srv, farewell)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	if err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

func shutDown(srv *http.Server, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	return srv.Shutdown(ctx)
}

// writeDeadlineListener limits the time in which a client must accept a part of a response. It closes the connection of a client
// that accepts nothing, which frees its memory.
type writeDeadlineListener struct{ net.Listener }

// Accept waits for the next connection.
func (p writeDeadlineListener) Accept() (net.Conn, error) {
	conn, err := p.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return patientConn{conn}, nil
}

type patientConn struct{ net.Conn }

// Write sends p in parts, each with its own deadline.
func (c patientConn) Write(p []byte) (n int, err error) {
	for {
		if err := c.SetWriteDeadline(time.Now().Add(linePatience)); err != nil {
			return n, err
		}
		sent, err := c.Conn.Write(p[n:min(n+linePiece, len(p))])
		n += sent
		if err != nil || n == len(p) {
			return n, err
		}
	}
}

// cannotListen returns an error that explains why listening failed, with a hint.
func cannotListen(listen string, err error) error {
	f := apperr.New(apperr.Unavailable, "cannot listen on %s", listen).WithCause(err)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return f.WithHint("another program, or another Holdover, is using it; port 0 chooses a free one")
	case errors.Is(err, syscall.EACCES):
		return f.WithHint("ports below 1024 need administrator rights; choose a higher one")
	}
	return f.WithHint("use an address of this machine, such as 127.0.0.1:8585")
}
