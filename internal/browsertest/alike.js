// holdoverAlike tells look.js which elements are so much alike that who can read one of them can read the others: the text and
// all that it lies in have the same colours, the letters are of one size, and nothing else that has a colour is anywhere near.
//
// How well something can be read follows from its own colours, from what is painted beneath, from how much of it shines
// through, and from the size of its letters. An element has a kind where all of these are its own or of what it lies in. Where
// they may not be (something else is painted there, or its text leaves a box that is) it is one of a kind.
//
// By where elements are it also tells which targets need a closer look, and which few elements axe-core has to know the places of.
{
  const nothing = 'rgba(0, 0, 0, 0)';
  const fields = ['INPUT', 'SELECT', 'TEXTAREA'];
  const pictures = ['IMG', 'CANVAS', 'OBJECT', 'EMBED', 'IFRAME', 'VIDEO', 'SVG'];
  const ofBoxes = ['background-color', 'background-image', 'opacity', 'mix-blend-mode', 'position', 'z-index'];
  const ofLetters = ['-webkit-text-fill-color', '-webkit-text-stroke-color', '-webkit-text-stroke-width', 'text-shadow', 'font-size', 'font-weight'];

  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const holds = (a, b) => a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;

  // Places find what meets a box without a look at all that there is: by bands of the page.
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

  // eachShown calls a function with all elements of a tree that have a box, and with that.
  const eachShown = (nodes, call) => {
    for (const node of nodes) {
      if (node.actualNode.nodeType !== Node.ELEMENT_NODE || node.getComputedStylePropertyValue('display') === 'none') continue;
      call(node, node.boundingClientRect);
      eachShown(node.children, call);
    }
  };

  const ownTexts = element => [...element.childNodes].filter(child => child.nodeType === Node.TEXT_NODE && /\S/.test(child.data));

  // linesOf are the boxes of the lines of an element's own text.
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

  // holdoverBeneath gives where axe-core asks what lies beneath a text: at its lines, at the middle of its element, and at the
  // middle of whatever that is scrolled in.
  window.holdoverBeneath = node => {
    const points = [around(middleOf(node.boundingClientRect)), ...linesOf(node.actualNode).map(box => wider(box, 1))];
    for (let outer = node.parent; outer; outer = outer.parent) {
      const box = outer.actualNode.getBoundingClientRect();
      points.push(around(middleOf(box)), around(middleOf(inWindow(box))));
    }
    return points;
  };

  // holdoverNear gives where a target is that is small or close to others, and these.
  window.holdoverNear = (nodes, targets) => {
    const places = new Places();
    for (const node of targets) places.add({ box: node.boundingClientRect });
    return nodes.flatMap(node => {
      const box = wider(node.boundingClientRect, enough + 1);
      return [box, ...[...places.meeting(box)].map(other => wider(other.box, 1))];
    });
  };

  // holdoverThere gives the elements of a tree that are, or hold what is, where one of some boxes is.
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

  // holdoverReads is whether an element has a text of its own.
  window.holdoverReads = ({ actualNode: element }) => fields.includes(element.nodeName) || ownTexts(element).length > 0;

  // texts is the box around an element's own text, a field's own box, and null where it has neither.
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

  // The ground of a page has no edges.
  const isGround = element => element === document.documentElement ||
    (element === document.body && getComputedStyle(document.documentElement).backgroundColor === nothing);

  const cutsOff = node => ['overflow-x', 'overflow-y'].every(name => node.getComputedStylePropertyValue(name) !== 'visible');

  const paints = (element, [colour, image, opacity, blending]) =>
    colour !== nothing || image !== 'none' || opacity !== '1' || blending !== 'normal' || pictures.includes(element.nodeName.toUpperCase());

  // boxesOf reads what a page's elements are painted with: for each its box, as a number what it and all that it lies in are
  // painted with, and the painted boxes within whose edges its text has to stay. What a box cuts off, its edges hold.
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
      if (['absolute', 'fixed'].includes(node.getComputedStylePropertyValue('position'))) box.within = box.all; // a box need not cut it off
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

  // alone is whether something is painted where a text is that it does not lie in, or it leaves what it lies in.
  const alone = (text, box, places) => {
    if (!box.within.every(outer => holds(outer.box, text))) return true;
    for (const painted of places.meeting(text)) if (!painted.element.contains(box.element)) return true;
    return false;
  };

  // A target has to be as large as enough, or a circle of that width around its middle has to meet no other target and no such
  // circle of another. A little more is asked here: axe-core decides about what is on the edge.
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

  // holdoverSmallOrClose gives those of some targets that are smaller than WCAG wants and have no room around them, or meet
  // another of them. Of what something lies on, or what has the focus within, less is there.
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

  // What axe-core knows of elements, and where their texts are: no longer than that it knows them.
  const known = new WeakMap();

  // holdoverAlike gives a function of an element of axe-core's tree: its kind, itself where it is one of a kind, and null where
  // it has no text of its own that is anywhere.
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
