// A field that has the focus when the page loads is selected, so that typing replaces its text.

/** Selects the field with autofocus, unless another element has the focus. */
export function selectFirst(): void {
  const field = document.querySelector<HTMLInputElement>('input[autofocus]');
  if (!field || (document.activeElement !== document.body && document.activeElement !== field)) return;
  field.focus();
  field.select();
}
