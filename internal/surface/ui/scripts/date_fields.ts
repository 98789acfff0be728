// Date fields: they show and accept the budget's date format, and arrow keys, + and − change the day. On a touch screen the
// device's date picker opens.

/** Listens for events of all date fields. */
export function dateFields(): void {
  document.addEventListener('keydown', (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step && !event.defaultPrevented && !event.altKey) move(event, step);
  });
  document.addEventListener('beforeinput', (event) => {
    if (event.data === '+' || event.data === '-') move(event, event.data === '+' ? 1 : -1);
  });
  document.addEventListener('input', (event) => {
    const field = event.target as HTMLInputElement;
    if (field.matches?.('[data-date]')) field.dataset['iso'] = field.type === 'date' ? field.value : iso(read(field));
  });
  for (const touched of ['pointerdown', 'focusin']) document.addEventListener(touched, picker);
}

/** Makes a touched field use the device's date picker, unless its text is not a date. */
function picker(event: Event): void {
  const field = event.target as HTMLInputElement;
  if (!field.matches?.('input[type="text"][data-date]') || !matchMedia('(pointer: coarse)').matches) return;
  const day = field.dataset['iso'] ?? '';
  if (!day && field.value) return;
  field.type = 'date';
  field.value = day;
}

const formatOf = (field: HTMLInputElement) => field.dataset['date'] ?? '';

/** Changes the day in a field that contains a complete date. */
function move(event: Event, step: number): void {
  const field = event.target as HTMLInputElement;
  const day = field.matches?.('input[type="text"][data-date]') ? read(field) : undefined;
  if (!day) return;
  event.preventDefault();
  day.setUTCDate(day.getUTCDate() + step);
  field.value = written(day, formatOf(field));
  field.dataset['iso'] = iso(day);
  field.select();
}

/** Parses a complete date in the budget's format or as 2026-03-31; undefined for other text. */
function read(field: HTMLInputElement): Date | undefined {
  const numbers = field.value.match(/\d+/g) ?? [];
  const order = numbers[0]?.length === 4 ? 'YMD' : formatOf(field).replace(/[^YMD]/g, '').replace(/(.)\1+/g, '$1');
  if (numbers.length !== 3 || order.length !== 3 || numbers[order.indexOf('Y')]?.length !== 4) return undefined;
  const [year, month, day] = ['Y', 'M', 'D'].map((part) => Number(numbers[order.indexOf(part)]));
  const date = new Date(Date.UTC(year!, month! - 1, day!));
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day ? date : undefined;
}

const iso = (day: Date | undefined) => day?.toISOString().slice(0, 10) ?? '';

function written(day: Date, format: string): string {
  const [year, month, date] = iso(day).split('-');
  if (!format.includes('YYYY')) return iso(day);
  return format.replace('YYYY', year!).replace('MM', month!).replace('DD', date!);
}
