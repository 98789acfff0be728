// The offline page: what can be shown and entered without a connection.

import { entries, subscribe } from './outbox';
import { reloadAfterUpdate } from './update';

async function draw(): Promise<void> {
  document.body.dataset['waiting'] = String((await entries()).length);
}

subscribe(() => void draw());
void draw();
reloadAfterUpdate(() => document.querySelector('form') !== null);
