// Figures that changed glow once.

const figures = '#budget td, #budget .to-budget strong, #budget dd';
const time = 900;

/** Remembers the figures; the function it gives lets those glow that are others by then. */
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

/** The months on the screen: where those change, every figure does. */
const shown = () => [...document.querySelectorAll('#budget time')].map((t) => t.getAttribute('datetime')).join();
