// holdoverLook returns the rules of axe-core that the page violates, with the elements: the rules of some tags or, without
// tags, those that depend on colours, for a second run after only colours have changed. last is set for the last run on a page.
//
// It takes two thirds of the time of axe.run: it does not return to the event loop for each check of each element, does not
// report passed checks, and computes once what does not depend on colours. For that it uses internals of axe-core: its version
// is pinned in package-lock.json, and TestLooksResultsEqualAxe compares the results of both.
{
  const { base: { Context, RuleResult }, helpers: { failureSummary } } = axe._thisWillBeDeletedDoNotUse;
  const ofColours = ['color-contrast', 'link-in-text-block'];

  // The HTML of violations is read below; their selectors are not used.
  axe.configure({ noHtml: true });
  axe.utils.nodeSerializer.update({ toSpec: () => null });

  // places records where axe-core has computed positions: at the boxes of some elements, or everywhere.
  let places = null;

  // page is axe-core's context of the page. It is valid until anything but colours changes.
  let page = null;
  const changes = new MutationObserver(() => {});

  const forget = () => {
    axe.teardown();
    places = null;
    changes.disconnect();
    page = null;
  };

  const read = options => {
    forget();
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    page = new Context(document);
    axe._tree = page.flatTree;
    axe._selectCache = [];
    axe.utils.DqElement.setRunOptions(options);
  };

  // A style for one colour scheme may also move elements; the function light-dark() cannot.
  const forOneScheme = rules => [...rules].some(rule =>
    rule.media?.mediaText.includes('prefers-color-scheme') || (rule.cssRules && forOneScheme(rule.cssRules)));

  const onlyRecoloured = () => page && changes.takeRecords().length === 0 &&
    ![...document.styleSheets, ...document.adoptedStyleSheets].some(sheet => forOneScheme(sheet.cssRules));

  // forgetColours clears the colours from axe-core's caches of an element and its descendants.
  const forgetColours = element => {
    element._stackingContext = undefined;
    delete element._cache.getBackgroundColor;
    delete element._cache['computedStyle_background-color'];
    element.children.forEach(forgetColours);
  };

  // To determine what is beneath an element, axe-core tests the middle of each scrolling ancestor, and gives up the whole rule
  // if a middle is outside of the window. In this case the box is clipped to the window and its middle tested again.
  const notShown = /^(Element midpoint exceeds the grid bounds|Grid does not have cells added)/;

  const clipBoxes = element => {
    for (let box = element.parent; box; box = box.parent) {
      if (!box._subGrid) continue;
      const { left, top, right, bottom } = box.actualNode.getBoundingClientRect();
      const [x, y, x2, y2] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
      box._cache.boundingClientRect = new DOMRect(x, y, x2 - x, y2 - y);
    }
  };

  const inTheWindow = rule => {
    const { runChecksSync } = rule;
    rule.runChecksSync = (kind, element, ...given) => {
      const run = () => runChecksSync.call(rule, kind, element, ...given);
      return unlessNotShown(() => unlessNotShown(run, () => { knowAll(); return run(); }), () => { clipBoxes(element); return run(); });
    };
  };

  const unlessNotShown = (run, otherwise) => {
    try {
      return run();
    } catch (trouble) {
      if (!notShown.test(trouble.message)) throw trouble;
      return otherwise();
    }
  };

  // axe-core computes the positions of all elements of a page, although few are needed. Here it receives only the elements at
  // the required boxes and their ancestors. With several open dialogs it receives all, as it needs them to find the one in
  // front.
  const knowPlaces = there => {
    if (axe._cache.get('gridCreated')) forgetPlaces(page.flatTree);
    if (there) document.createTreeWalker = (root, what) => Document.prototype.createTreeWalker.call(document, root, what,
      node => there.has(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    try {
      axe.commons.dom.createGrid();
    } finally {
      delete document.createTreeWalker;
    }
  };

  const forgetPlaces = nodes => {
    axe._memoizedFns.forEach(known => known.clear());
    axe._cache.set('gridCreated', false);
    const [root] = nodes, { constructor: Grid } = root._grid;
    axe._cache.set('fixedGrid', new Grid(root));
    const forgetIn = node => {
      node._grid = node._subGrid = undefined;
      node.children.forEach(forgetIn);
    };
    nodes.forEach(forgetIn);
  };

  const knowAll = () => {
    if (!places.everywhere) knowPlaces(null);
    places.everywhere = true;
  };

  const here = elements => elements.flatMap(holdoverBeneath);

  // know makes axe-core compute the positions that rules need for their elements.
  const know = (...asked) => {
    places ??= { of: new Map(), boxes: [], everywhere: axe._cache.get('gridCreated') || document.querySelector('dialog[open]') !== null };
    if (places.everywhere) return;
    const before = places.boxes.length;
    for (const { rule, elements, beneath } of asked) {
      if (!places.of.has(rule)) places.of.set(rule, new Set());
      const of = places.of.get(rule), unknown = elements.filter(element => !of.has(element));
      unknown.forEach(element => of.add(element));
      places.boxes.push(...beneath(unknown));
    }
    if (places.boxes.length > before) knowPlaces(holdoverThere(page.flatTree, places.boxes));
  };

  // withAround returns an inline element and its ancestors up to the first block.
  const withAround = element => element.parent && element.getComputedStylePropertyValue('display') === 'inline'
    ? [element, ...withAround(element.parent)] : [element];

  // The elements that a rule about colours applies to do not depend on the colours.
  const remembered = rule => {
    const { gatherAndMatchNodes } = rule;
    let elements, of;
    rule.gatherAndMatchNodes = (context, options) => {
      if (of !== context) [elements, of] = [gatherAndMatchNodes.call(rule, context, options), context];
      return elements;
    };
    rule.asks = (context, options) =>
      ({ rule, elements: rule.gatherAndMatchNodes(context, options), beneath: links => here(links.flatMap(withAround)) });
  };

  const readsWell = ({ any: [contrast] }) => contrast.result === true && contrast.data.contrastRatio !== undefined;

  // Of elements of one kind (alike.js) the first is checked, and further ones until one passes.
  const oneOfAKind = rule => {
    const { gather, matches, runSync } = rule;
    let elements, known, of, firsts;
    const concerns = element => {
      if (!known.has(element)) known.set(element, matches.call(rule, element.actualNode, element, of));
      return known.get(element);
    };
    const asking = elements => ({ rule, elements, beneath: here });
    rule.asks = (context, options) => {
      if (of !== context) [elements, known, of] = [gather.call(rule, context, options), new Map(), context];
      const kinds = Map.groupBy(elements, holdoverAlike(context.flatTree));
      kinds.delete(null);
      firsts = [...kinds.values()].map(alike => ({ alike, at: alike.findIndex(concerns) })).filter(({ at }) => at >= 0);
      return asking(firsts.map(({ alike, at }) => alike[at]));
    };
    rule.runSync = (context, options) => {
      const nodes = [];
      const judgedWell = element => {
        rule.gatherAndMatchNodes = () => [element];
        const judged = runSync.call(rule, context, options).nodes;
        nodes.push(...judged);
        return judged.some(readsWell);
      };
      const others = firsts.filter(({ alike, at }) => !judgedWell(alike[at])).map(({ alike, at }) => alike.slice(at + 1).filter(concerns));
      know(asking(others.flat()));
      others.forEach(alike => alike.some(judgedWell));
      return { nodes };
    };
  };

  // A target is focusable, and no other elements are. axe-core would first compute the role of every element.
  const focusable = 'a[href], area[href], input, textarea, select, summary, button, details, [tabindex]';

  // For most elements a cheap test shows that a rule does not apply or passes. axe-core's own tests are more expensive: whether
  // elements are hidden, their roles, and their names.
  const { aria: { arialabelText }, dom: { isInTabOrder, isVisibleToScreenReaders } } = axe.commons;
  const hasAria = node => node.attrNames.some(name => name.startsWith('aria-'));
  const isUnnamed = node => !/\S/.test(arialabelText(node));
  const holdsFocusable = node => node.actualNode.querySelector(focusable) !== null;
  const holdsStop = node => node.children.some(child => isInTabOrder(child) || holdsStop(child));
  const scrolls = node => ['overflow-x', 'overflow-y'].some(name => ['auto', 'scroll'].includes(node.getComputedStylePropertyValue(name)));
  const mayBreak = {
    'aria-allowed-attr': { which: hasAria },
    'aria-conditional-attr': { which: hasAria },
    'aria-hidden-focus': { which: node => isInTabOrder(node) || (holdsFocusable(node) && holdsStop(node)) },
    'aria-prohibited-attr': { which: hasAria },
    'aria-valid-attr': { which: hasAria },
    'aria-valid-attr-value': { which: hasAria },
    'autocomplete-valid': { of: '[autocomplete]' },
    'button-name': { which: isUnnamed },
    'color-contrast': { which: holdoverReads },
    'label-content-name-mismatch': { of: '[aria-label], [aria-labelledby]', which: node => /\S/.test(node.actualNode.textContent) },
    'link-name': { which: isUnnamed },
    'nested-interactive': { which: holdsFocusable },
    'role-img-alt': { of: '[role="img"]:not(img, area, input, object), [role="image"]:not(img, area, input, object)' },
    'scrollable-region-focusable': { of: '*', which: node => scrolls(node) && !node.actualNode.matches('select, textarea') && !isInTabOrder(node) && !holdsStop(node) },
    'svg-img-alt': { of: '[role="img"], [role="image"], [role="graphics-symbol"], svg[role="graphics-document"]' },
    'target-size': { of: focusable },
  };

  const narrowed = (rule, { of = rule.selector, which }) => {
    rule.selector = of;
    if (!which) return;
    const { gather, excludeHidden } = rule;
    rule.excludeHidden = false;
    rule.gather = (context, options) =>
      gather.call(rule, context, options).filter(node => which(node) && !(excludeHidden && !isVisibleToScreenReaders(node)));
  };

  const smallOrClose = rule => {
    const { gather } = rule;
    rule.asks = (context, options) => {
      const all = gather.call(rule, context, options), targets = all.filter(node => axe.commons.aria.getRoleType(node) === 'widget');
      const judged = holdoverSmallOrClose(targets, new Set(all), context.flatTree);
      rule.gather = () => judged;
      return { rule, elements: judged, beneath: some => holdoverNear(some, targets) };
    };
  };

  axe._audit.rules.forEach(inTheWindow);
  const adapt = { 'color-contrast': oneOfAKind, 'link-in-text-block': remembered, 'target-size': smallOrClose };
  for (const rule of axe._audit.rules) {
    if (mayBreak[rule.id]) narrowed(rule, mayBreak[rule.id]);
    adapt[rule.id]?.(rule);
  }

  const fails = node => [...node.any, ...node.all].some(check => check.result === false) ||
    node.none.some(check => check.result === true);

  const broken = (rule, options) => {
    const found = Object.assign(new RuleResult(rule), rule.runSync(page, options));
    rule.after(found, options);
    found.nodes = found.nodes.filter(fails);
    axe.utils.publishMetaData(found);
    axe.utils.finalizeRuleResult(found);
    return {
      ID: found.id,
      Help: found.help,
      Nodes: found.violations.map(node => ({
        HTML: node.node.element.outerHTML.slice(0, 200),
        FailureSummary: failureSummary(node),
      })),
    };
  };

  window.holdoverLook = (tags, last) => {
    const options = { runOnly: tags ? { type: 'tag', values: tags } : { type: 'rule', values: ofColours } };
    if (!tags && onlyRecoloured()) page.flatTree.forEach(forgetColours);
    else read(options);
    try {
      const rules = axe._audit.rules.filter(rule => axe.utils.ruleShouldRun(rule, page, options));
      know(...rules.filter(rule => rule.asks).map(rule => rule.asks(page, options)));
      return rules.map(rule => broken(rule, options)).filter(rule => rule.Nodes.length > 0);
    } finally {
      if (last) forget();
    }
  };
}
