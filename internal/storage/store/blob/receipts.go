package blob

import (
	"slices"

	"holdover/internal/storage/database"
)

// KeepReceipt stores the bytes of a receipt under their hash, unless they are stored already.
func KeepReceipt(q *database.Session, no int64, sum string, data []byte) error {
	var one int64
	if found, err := q.One("SELECT 1 FROM receipt_data WHERE budget = $1 AND sum = $2 LIMIT 1", []any{no, sum}, &one); err != nil || found {
		return err
	}
	seq := int64(0)
	for chunk := range slices.Chunk(data, chunkSize) {
		if _, err := q.Exec("INSERT INTO receipt_data (budget, sum, seq, chunk) VALUES ($1, $2, $3, $4)", no, sum, seq, chunk); err != nil {
			return err
		}
		seq++
	}
	return nil
}

// Receipt returns the bytes with a hash and size, or nil if they are not stored.
func Receipt(q *database.Session, no int64, sum string, size int64) ([]byte, error) {
	data := make([]byte, 0, size)
	err := q.Each("SELECT chunk FROM receipt_data WHERE budget = $1 AND sum = $2 ORDER BY seq", []any{no, sum}, func(rows database.Row) error {
		var chunk []byte
		err := rows.Scan(&chunk)
		data = append(data, chunk...)
		return err
	})
	return data, err
}

// ReceiptSize returns the number of bytes stored under a hash.
func ReceiptSize(q *database.Session, no int64, sum string) (n int64, err error) {
	_, err = q.One("SELECT CAST(coalesce(sum(length(chunk)), 0) AS BIGINT) FROM receipt_data WHERE budget = $1 AND sum = $2", []any{no, sum}, &n)
	return n, err
}

// AllReceipts returns the number of bytes of a budget's stored receipts.
func AllReceipts(q *database.Session, no int64) (n int64, err error) {
	_, err = q.One("SELECT CAST(coalesce(sum(length(chunk)), 0) AS BIGINT) FROM receipt_data WHERE budget = $1", []any{no}, &n)
	return n, err
}
