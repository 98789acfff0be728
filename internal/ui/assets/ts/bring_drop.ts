// A file can be dropped on the import form's field.

/** Makes every [data-drop] take a dropped file. */
export function dropFiles(): void {
  const field = (event: Event) => (event.target as HTMLElement).closest?.<HTMLElement>('[data-drop]');
  document.addEventListener('dragover', (event) => {
    const drop = field(event);
    if (!drop) return;
    event.preventDefault();
    drop.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => field(event)?.classList.remove('over'));
  document.addEventListener('drop', (event) => {
    const drop = field(event);
    const input = drop?.querySelector<HTMLInputElement>('input[type="file"]');
    if (!drop || !input || !event.dataTransfer) return;
    event.preventDefault();
    drop.classList.remove('over');
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
