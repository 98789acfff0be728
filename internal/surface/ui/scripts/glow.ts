// Figures that changed are highlighted once.

const figures = '#budget td, #budget .to-budget strong, #budget dd';
const time = 900;

/** Records the figures. The function that it returns highlights those that have changed since. */
export function glowing(): () => void {
  const before = new Map<Element, string>();
  const months = shown();
  document.querySelectorAll(figures).forEach((figure) => before.set(figure, figure.textContent ?? ''));
  return () => {
    if (months !== shown()) return;
    before.forEach((text, figure) => {
      if (!figure.isConnected || figure.textContent === text || figure.classList.contains('editing')) return;
      figure.classList.add('glow');
      setTimeout(() => figure.classList.remove('glow'), time);
    });
  };
}

/** Returns the months on the screen. No figure is highlighted if they change, as then every figure changes. */
const shown = () => [...document.querySelectorAll('#budget time')].map((t) => t.getAttribute('datetime')).join();
