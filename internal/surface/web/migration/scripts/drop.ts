// A file can be dropped on the file field of the import form.

import { takeDrops } from '../../../ui/scripts/drop';

/** Makes every [data-drop] accept a dropped file. */
export function dropFiles(): void {
  takeDrops(
    (event) => (event.target as HTMLElement).closest?.<HTMLElement>('[data-drop]'),
    (drop, files) => {
      const input = drop.querySelector<HTMLInputElement>('input[type="file"]');
      if (!input) return;
      input.files = files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
  );
}
