import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText } from './amount';

const euro = { digits: '2', point: ',', group: '.' };
const yen = { digits: '0', point: '.', group: ',' };
const dinar = { digits: '3', point: '.', group: ',' };

test('amounts are written as the server writes them', () => {
  for (const [milli, format, want] of [
    [0n, euro, '0,00'],
    [-5n, euro, '−0,005'], // milliunits are always shown
    [1_234_560n, euro, '1.234,56'],
    [-999_999_990n, euro, '−999.999,99'],
    [1_234_000n, yen, '1,234'],
    [1_234_500n, yen, '1,234.5'],
    [1_234n, dinar, '1.234'],
    [9_007_199_254_740_993n, euro, '9.007.199.254.740,993'], // more digits than a double represents
    [1_000n, {}, '1.00'],
  ]) {
    assert.equal(amountText(milli, format), want);
  }
});
