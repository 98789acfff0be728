// The fields of a form, by name and index: several fields of a form may have the same name, such as those of a split's parts.

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the fields of a form. The key of a field is "NAME INDEX". */
export function fieldsOf(form: HTMLFormElement): Map<string, Field> {
  const counts = new Map<string, number>();
  const found = new Map<string, Field>();
  for (const field of form.querySelectorAll<Field>('input[name], select[name], textarea[name]')) {
    const at = counts.get(field.name) ?? 0;
    counts.set(field.name, at + 1);
    found.set(`${field.name} ${at}`, field);
  }
  return found;
}

export const isBox = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Returns the present value of a field; of a box, whether it is ticked. */
export const fieldValue = (field: Field): string => (isBox(field) ? String(field.checked) : field.value);

/** Returns the value that a field had when the server rendered it. */
export function renderedValue(field: Field): string {
  if (isBox(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
}

export function setValue(field: Field, value: string): void {
  if (isBox(field)) field.checked = value === 'true';
  else field.value = value;
}
