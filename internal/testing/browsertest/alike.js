// holdoverAlike groups elements of equal legibility for look.js: their text and all their ancestors have the same colours, the
// letters have the same size, and nothing else with a colour is near.
//
// Legibility depends on an element's own colours, on the paint beneath it, on opacity, and on the size of the letters. An
// element has a kind if all of these are determined by itself and its ancestors. Otherwise (something else is painted there, or
// its text overflows a painted ancestor) it is a kind of its own.
//
// From the positions of elements this file also derives the targets that need a full check, and the few elements whose
// positions axe-core needs.
{
  const nothing = 'rgba(0, 0, 0, 0)';
  const fields = ['INPUT', 'SELECT', 'TEXTAREA'];
  const pictures = ['IMG', 'CANVAS', 'OBJECT', 'EMBED', 'IFRAME', 'VIDEO', 'SVG'];
  const ofBoxes = ['background-color', 'background-image', 'opacity', 'mix-blend-mode', 'position', 'z-index'];
  const ofLetters = ['-webkit-text-fill-color', '-webkit-text-stroke-color', '-webkit-text-stroke-width', 'text-shadow', 'font-size', 'font-weight'];

  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const holds = (a, b) => a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;

  // Places finds the boxes that intersect a box without scanning all: it indexes them by horizontal bands of the page.
  const band = 64;
  class Places {
    #bands = new Map();

    add(what) {
      for (let y = Math.floor(what.box.top / band); y * band < what.box.bottom; y++) {
        if (!this.#bands.has(y)) this.#bands.set(y, []);
        this.#bands.get(y).push(what);
      }
    }

    *meeting(box) {
      for (let y = Math.floor(box.top / band); y * band < box.bottom; y++) {
        for (const what of this.#bands.get(y) ?? []) if (meet(what.box, box)) yield what;
      }
    }
  }

  // eachShown calls a function with each displayed element of a tree and its box.
  const eachShown = (nodes, call) => {
    for (const node of nodes) {
      if (node.actualNode.nodeType !== Node.ELEMENT_NODE || node.getComputedStylePropertyValue('display') === 'none') continue;
      call(node, node.boundingClientRect);
      eachShown(node.children, call);
    }
  };

  const ownTexts = element => [...element.childNodes].filter(child => child.nodeType === Node.TEXT_NODE && /\S/.test(child.data));

  // linesOf returns the boxes of the lines of an element's own text.
  const linesOf = element => ownTexts(element).flatMap(text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  });

  const around = ([x, y]) => ({ left: x - 2, top: y - 2, right: x + 2, bottom: y + 2 });

  const inWindow = ({ left, top, right, bottom }) => {
    const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
    return { left: x, top: y, width: Math.min(right, innerWidth) - x, height: Math.min(bottom, innerHeight) - y };
  };

  // holdoverBeneath returns the points at which axe-core determines what is beneath a text: at its lines, at the middle of its
  // element, and at the middle of each scrolling ancestor.
  window.holdoverBeneath = node => {
    const points = [around(middleOf(node.boundingClientRect)), ...linesOf(node.actualNode).map(box => wider(box, 1))];
    for (let outer = node.parent; outer; outer = outer.parent) {
      const box = outer.actualNode.getBoundingClientRect();
      points.push(around(middleOf(box)), around(middleOf(inWindow(box))));
    }
    return points;
  };

  // holdoverNear returns the boxes of targets that are small or close to others, and of these others.
  window.holdoverNear = (nodes, targets) => {
    const places = new Places();
    for (const node of targets) places.add({ box: node.boundingClientRect });
    return nodes.flatMap(node => {
      const box = wider(node.boundingClientRect, enough + 1);
      return [box, ...[...places.meeting(box)].map(other => wider(other.box, 1))];
    });
  };

  // holdoverThere returns the elements of a tree that intersect one of some boxes, and their ancestors.
  window.holdoverThere = (tree, boxes) => {
    const places = new Places(), there = new Set();
    for (const box of boxes) places.add({ box });
    const read = node => {
      if (node.actualNode.nodeType !== Node.ELEMENT_NODE || node.getComputedStylePropertyValue('display') === 'none') return false;
      const within = node.children.map(read).some(is => is);
      if (!within && places.meeting(node.boundingClientRect).next().done) return false;
      there.add(node.actualNode);
      return true;
    };
    tree.forEach(read);
    return there;
  };

  // holdoverReads reports whether an element has text of its own.
  window.holdoverReads = ({ actualNode: element }) => fields.includes(element.nodeName) || ownTexts(element).length > 0;

  // texts returns the box around an element's own text, or a form field's own box; null if it has neither.
  const texts = element => {
    if (fields.includes(element.nodeName)) return element.getBoundingClientRect();
    let around = null;
    const range = document.createRange();
    for (const child of ownTexts(element)) {
      range.selectNodeContents(child);
      const { left, top, right, bottom, width, height } = range.getBoundingClientRect();
      if (!width && !height) continue;
      around = around
        ? { left: Math.min(left, around.left), top: Math.min(top, around.top), right: Math.max(right, around.right), bottom: Math.max(bottom, around.bottom) }
        : { left, top, right, bottom };
    }
    return around;
  };

  // The background of a page has no edges.
  const isGround = element => element === document.documentElement ||
    (element === document.body && getComputedStyle(document.documentElement).backgroundColor === nothing);

  const cutsOff = node => ['overflow-x', 'overflow-y'].every(name => node.getComputedStylePropertyValue(name) !== 'visible');

  const paints = (element, [colour, image, opacity, blending]) =>
    colour !== nothing || image !== 'none' || opacity !== '1' || blending !== 'normal' || pictures.includes(element.nodeName.toUpperCase());

  // boxesOf reads the painting of a page's elements. It returns for each element its box, a number for the painting of it and
  // its ancestors, and the painted boxes that its text must not overflow. A box that clips its content needs no such check.
  const boxesOf = tree => {
    const kinds = new Map(), boxes = new Map(), places = new Places();
    const number = kind => {
      if (!kinds.has(kind)) kinds.set(kind, kinds.size);
      return kinds.get(kind);
    };
    const read = (node, around) => {
      const element = node.actualNode;
      if (element.nodeType !== Node.ELEMENT_NODE || node.getComputedStylePropertyValue('display') === 'none') return;
      const style = ofBoxes.map(name => node.getComputedStylePropertyValue(name));
      const box = { element, box: node.boundingClientRect, of: number(`${around?.of} ${style}`), all: around?.all ?? [], within: around?.within ?? [] };
      if (['absolute', 'fixed'].includes(node.getComputedStylePropertyValue('position'))) box.within = box.all; // a containing box may not clip it
      if (cutsOff(node) && box.within.every(outer => holds(outer.box, box.box))) box.within = [];
      if (paints(element, style) && !isGround(element)) {
        box.all = [...box.all, box];
        if (!cutsOff(node)) box.within = [...box.within, box];
        places.add(box);
      }
      boxes.set(element, box);
      node.children.forEach(child => read(child, box));
    };
    tree.forEach(node => read(node, null));
    return { boxes, places };
  };

  // alone reports whether an element that is not an ancestor is painted at a text, or the text overflows an ancestor.
  const alone = (text, box, places) => {
    if (!box.within.every(outer => holds(outer.box, text))) return true;
    for (const painted of places.meeting(text)) if (!painted.element.contains(box.element)) return true;
    return false;
  };

  // A target must be at least enough pixels wide and high; otherwise a circle of that diameter around its centre must not
  // intersect another target or its circle. edge is added, so that axe-core decides borderline cases.
  const enough = 24, edge = 0.2;
  const isSmall = ({ box }) => box.width < enough || box.height < enough;
  const middleOf = box => [box.left + box.width / 2, box.top + box.height / 2];
  const wider = ({ left, top, right, bottom }, by) => ({ left: left - by, top: top - by, right: right + by, bottom: bottom + by });
  const related = (a, b) => a.contains(b) || b.contains(a);

  const farFrom = (box, [x, y]) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

  const tooNear = (target, other, covered) => {
    const [x, y] = middleOf(target.box), [x2, y2] = middleOf(other.box);
    return farFrom(other.box, [x, y]) < enough / 2 + edge || Math.hypot(x - x2, y - y2) < enough + edge ||
      (farFrom(other.box, [x, y]) < enough + edge && covered(other));
  };

  // holdoverSmallOrClose returns the targets that are smaller than WCAG requires without enough space around them, and those
  // that intersect another target. A target that another element covers, or that contains a focusable element, has a smaller
  // clickable area.
  window.holdoverSmallOrClose = (nodes, focusable, tree) => {
    const targets = nodes.map(node => ({ element: node.actualNode, box: node.boundingClientRect, node })), places = new Places(), all = new Places();
    targets.forEach(target => places.add(target));
    if (targets.some(isSmall)) eachShown(tree, (node, box) => all.add({ element: node.actualNode, box, focusable: focusable.has(node) }));
    const others = (target, box) => places.meeting(box).filter(other => other.node !== target.node);
    const covered = ({ element, box }) => all.meeting(box).some(other => other.element !== element &&
      (other.focusable ? !other.element.contains(element) : !related(element, other.element)));
    return targets.filter(target => isSmall(target)
      ? covered(target) || others(target, wider(target.box, enough + edge)).some(other => tooNear(target, other, covered))
      : others(target, target.box).some(() => true)).map(({ node }) => node);
  };

  // Cache of the boxes of texts by axe-core's nodes. It lives no longer than these nodes.
  const known = new WeakMap();

  // holdoverAlike returns a function from an element of axe-core's tree to its kind: the element itself if it is a kind of its
  // own, null if it has no visible text of its own.
  window.holdoverAlike = tree => {
    const { boxes, places } = boxesOf(tree);
    return node => {
      if (!known.has(node)) known.set(node, texts(node.actualNode));
      const element = node.actualNode, text = known.get(node);
      if (!text) return null;
      const box = boxes.get(element);
      if (!box || alone(text, box, places)) return node;
      const style = getComputedStyle(element);
      return [box.of, element.nodeName, ...ofLetters.map(name => style.getPropertyValue(name))].join('|');
    };
  };
}
