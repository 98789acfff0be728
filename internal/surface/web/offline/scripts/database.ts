// The data that this browser stores: settings of the device, snapshots of budgets for reading, and changes that wait until the
// server has saved them. Pages and the service worker use the same database.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { QueuedChange, Saved } from './queued';
import type { Snapshot } from './snapshot';

export interface StoredSnapshot {
  budget: string; // the key
  user: string;
  etag: string; // of the response that contained it
  synced: number; // when the server last confirmed it, in milliseconds
  snapshot: Snapshot;
}

/** A change that the server has saved, for display. */
export type SentChange = Omit<QueuedChange, 'file' | 'fault'> & { saved: Saved; savedAt: number };

/** A file that another app shared with this one. */
export interface SharedFile {
  id?: number; // the key
  file: File;
  at: number; // milliseconds
}

/** The settings of the device, by their keys. */
export interface Device {
  user: string; // the user of the page that was loaded last; '' after signing out
  budget: string; // the id of the budget that was shown last
  account: string; // the id of the account of the last new transaction
  near: boolean; // whether the user wants payees near the device
  enabled: boolean; // whether budgets are stored on this device; true by default
  failure: string; // why the last attempt to send stopped, for display
}

interface Schema extends DBSchema {
  device: { key: string; value: Device[keyof Device] };
  snapshots: { key: string; value: StoredSnapshot };
  outbox: { key: number; value: QueuedChange };
  sent: { key: number; value: SentChange };
  shared: { key: number; value: SharedFile };
}

export type Database = IDBPDatabase<Schema>;

const version = 1;
let opened: Promise<Database> | undefined;

/** Returns the database. It fails if the browser does not allow storage. */
export function database(): Promise<Database> {
  opened ??= openDatabase(version).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Opens a version of the database. An upgrade creates missing stores and keeps the others: the outbox is never deleted. */
export function openDatabase(version: number): Promise<Database> {
  return openDB<Schema>('holdover', version, {
    upgrade(db) {
      const has = (name: Parameters<typeof db.createObjectStore>[0]) => db.objectStoreNames.contains(name);
      if (!has('device')) db.createObjectStore('device');
      if (!has('snapshots')) db.createObjectStore('snapshots', { keyPath: 'budget' });
      if (!has('outbox')) db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      if (!has('sent')) db.createObjectStore('sent', { keyPath: 'seq' });
      if (!has('shared')) db.createObjectStore('shared', { keyPath: 'id', autoIncrement: true });
    },
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close(); // a page of a newer version waits for it
      opened = undefined;
    },
    terminated: () => (opened = undefined),
  });
}

/** Returns a setting of the device. */
export async function device<K extends keyof Device>(key: K): Promise<Device[K] | undefined> {
  return (await (await database()).get('device', key)) as Device[K] | undefined;
}

export async function setDevice<K extends keyof Device>(key: K, value: Device[K]): Promise<void> {
  await (await database()).put('device', value, key);
}
