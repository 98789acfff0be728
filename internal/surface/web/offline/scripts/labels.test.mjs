import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf } from './labels';

const snapshot = {
  currency: { digits: 2, point: ',', group: '.', symbol: '€', symbolFirst: false },
  groups: [{ categories: [{ id: 'food', name: 'Food' }, { id: 'rent', name: 'Rent' }] }],
  rows: [{ id: 'r1', payeeName: 'Bakery', amount: '-1234500' }],
};

test('a change has the same label on the offline page and on an ordinary page', () => {
  const cases = [
    ['add-row', { payee: 'Bakery', direction: 'out', amount: '3,20' }, 'Bakery −3,20'],
    ['edit-row', { row: 'r1', payee: '', direction: 'in', amount: '7' }, 'Transaction 7'],
    ['delete-rows', { rows: 'r1' }, 'Delete Bakery −1.234,50'],
    ['delete-rows', { pick: 'unknown' }, 'Delete a transaction'],
    ['rows-approve', { rows: 'r1 r2' }, 'Approve 2 transactions'],
    ['mark-cleared', { mark: 'cleared r1' }, 'Mark Bakery −1.234,50 as cleared'],
    ['budgeted', { category: 'food', amount: '=-15,00' }, 'Budgeted for Food: -15,00'],
    ['transfer', { category: 'food', to: '', amount: '5' }, 'Move 5 from Food to To Budget'],
    ['move-to-category', { to: 'rent', amount: '5' }, 'Move 5 to Rent'],
    ['cover', { category: 'rent', from: 'food' }, 'Cover Rent from Food'],
    ['cover', { category: 'hidden', from: '' }, 'Cover a category from To Budget'],
  ];
  for (const [what, fields, want] of cases) assert.equal(labelOf(what, Object.entries(fields), snapshot), want);
  assert.equal(labelOf('delete-rows', [['rows', 'new']], snapshot, [{ id: 'new', payeeName: 'Waiting', amount: '5000' }]), 'Delete Waiting 5,00');
});
