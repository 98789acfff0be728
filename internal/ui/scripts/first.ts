// A field that has the focus when the page comes is selected: what is typed takes the place of what
// is there.

/** Selects the field with autofocus, unless the person is elsewhere already. */
export function selectFirst(): void {
  const field = document.querySelector<HTMLInputElement>('input[autofocus]');
  if (!field || (document.activeElement !== document.body && document.activeElement !== field)) return;
  field.focus();
  field.select();
}
