// Labels of waiting changes, for people.

import { categoryNamed, type Snapshot } from './snapshot';

type Fields = [name: string, value: string][];

/** Describes a change by its name and its fields. Names of records come from the snapshot, if there is one. */
export function labelOf(what: string, fields: Fields, snapshot?: Snapshot): string {
  const get = (name: string) => fields.find(([field]) => field === name)?.[1] ?? '';
  const category = (id: string) => (snapshot && categoryNamed(snapshot, id)) ?? 'a category';
  const of = rowsOf(fields).map((id) => snapshot?.rows.find((row) => row.id === id)?.payeeName || 'a transaction');
  const some = of.length === 1 ? of[0]! : `${of.length} transactions`;
  switch (what) {
    case 'add-row':
    case 'edit-row':
      return `${get('payee') || 'Transaction'} ${get('direction') === 'in' ? '' : '−'}${get('amount')}`;
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
      return `Budgeted for ${category(get('category'))}: ${get('amount')}`;
    case 'move-to-category':
      return `Move ${get('amount')} to ${category(get('to'))}`;
    case 'transfer':
      return `Move ${get('amount')} from ${category(get('category'))} to ${category(get('to'))}`;
    case 'cover':
      return `Cover ${category(get('category'))}`;
    default:
      return what;
  }
}

/** Returns the ids of the transactions that a change names. */
export function rowsOf(fields: Fields): string[] {
  return fields.flatMap(([name, value]) => {
    if (name === 'rows') return value.split(/\s+/).filter(Boolean);
    if (name === 'mark') return value.split(' ').slice(1, 2);
    return (name === 'pick' || name === 'row') && value ? [value] : [];
  });
}
