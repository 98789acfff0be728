package database

import (
	"cmp"
	"context"
	"net"
	"sync"
	"time"
)

const (
	// silence is how long what was sent to a server may stay without a sign that it arrived. The system itself waits a
	// quarter of an hour.
	silence = 5 * time.Second
	// doubt is how long a server that could not be reached the last time may take to be reached. Each connection tries the
	// addresses in their order, and the first may be gone for good.
	doubt = 500 * time.Millisecond
)

// dialer makes connections that end by themselves where the server's machine, or the way to it, is gone without a word: those
// that wait for an answer, and those of the pool that nobody uses, so that who comes next does not wait for each of them.
type dialer struct {
	net.Dialer
	doubtful sync.Map // addresses
}

func newDialer(connectTimeout time.Duration) *dialer {
	return &dialer{Dialer: net.Dialer{
		Timeout:         cmp.Or(connectTimeout, silence),
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 2 * time.Second, Interval: time.Second, Count: 3},
		Control:         endsUnanswered,
	}}
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if _, is := d.doubtful.Load(address); is {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, doubt)
		defer cancel()
	}
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		d.doubtful.Store(address, true)
		return nil, err
	}
	d.doubtful.Delete(address)
	return conn, nil
}
