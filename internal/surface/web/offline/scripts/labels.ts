// Labels of waiting changes, for people, made from the name of a change and its fields: those of the offline page and those of
// ordinary pages.

import { figure } from './money';
import { categoryNamed, type Row, type Snapshot } from './snapshot';

type Fields = [name: string, value: string][];

/** Describes a change. Names of records come from the snapshot, if there is one, and from the rows, which may contain waiting ones. */
export function labelOf(what: string, fields: Fields, snapshot?: Snapshot, rows: Row[] = snapshot?.rows ?? []): string {
  const get = (name: string) => fields.find(([field]) => field === name)?.[1] ?? '';
  const category = (id: string) => (id ? ((snapshot && categoryNamed(snapshot, id)) ?? 'a category') : 'To Budget');
  const of = rowsOf(fields).map((id) => rows.find((row) => row.id === id));
  const some = of.length > 1 ? `${of.length} transactions` : snapshot && of[0] ? rowLabel(snapshot, of[0]) : 'a transaction';
  switch (what) {
    case 'add-row':
    case 'edit-row':
      return signed(get('payee'), get('direction') !== 'in', get('amount'));
    case 'delete-rows':
      return `Delete ${some}`;
    case 'approve-row':
    case 'rows-approve':
      return `Approve ${some}`;
    case 'categorise-row':
      return `Category of ${some}`;
    case 'mark-cleared':
      return `Mark ${some} as ${get('mark').split(' ')[0]}`;
    case 'budgeted':
      return `Budgeted for ${category(get('category'))}: ${get('amount').replace('=', '')}`;
    case 'move-to-category':
      return `Move ${get('amount')} to ${category(get('to'))}`;
    case 'transfer':
      return `Move ${get('amount')} from ${category(get('category'))} to ${category(get('to'))}`;
    case 'cover':
      return `Cover ${category(get('category'))} from ${category(get('from'))}`;
    default:
      return what;
  }
}

/** Describes a transaction by its payee and its amount. */
export const rowLabel = ({ currency }: Snapshot, { payeeName, amount }: Row): string => signed(payeeName, amount.startsWith('-'), figure(BigInt(amount.replace('-', '')), currency));

const signed = (payee: string, isNegative: boolean, amount: string) => `${payee || 'Transaction'} ${isNegative ? '−' : ''}${amount}`;

/** Returns the ids of the transactions that a change names. */
export function rowsOf(fields: Fields): string[] {
  return fields.flatMap(([name, value]) => {
    if (name === 'rows') return value.split(/\s+/).filter(Boolean);
    if (name === 'mark') return value.split(' ').slice(1, 2);
    return (name === 'pick' || name === 'row') && value ? [value] : [];
  });
}
