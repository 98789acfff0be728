// Copy buttons for shell commands.

/** Shows the copy buttons and makes them work. */
export function copyCommands(): void {
  if (!navigator.clipboard) return;
  document.querySelectorAll<HTMLButtonElement>('[data-copy]').forEach((button) => (button.hidden = false));
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('[data-copy]');
    if (!button) return;
    void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
  });
}
