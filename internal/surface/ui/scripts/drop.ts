// Elements that accept dropped files.

/** Highlights an element while a file is dragged over it, and passes the files dropped on it to take. */
export function takeDrops(placeOf: (event: DragEvent) => HTMLElement | null | undefined, take: (place: HTMLElement, files: FileList) => void): void {
  document.addEventListener('dragover', (event) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    place.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => placeOf(event)?.classList.remove('over'));
  document.addEventListener('drop', (event) => {
    const place = placeOf(event);
    if (!place || !event.dataTransfer) return;
    event.preventDefault();
    place.classList.remove('over');
    take(place, event.dataTransfer.files);
  });
}
