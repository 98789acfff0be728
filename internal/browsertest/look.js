// holdoverLook gives which of axe-core's rules the shown page breaks, and with what: the rules of some tags or, without
// tags, those that colours decide, once more where nothing but colours changed. Last says that no look follows.
//
// It is axe.run at two thirds of its price: no turn of the event loop for each check of each element, no words about
// what is well, and what does not depend on colours is found out once for all of them. For that it uses what axe-core does
// not promise to keep: the version is held fast in package-lock.json, and TestLooksAsAxeRuns compares the two.
{
  const { base: { Context, RuleResult }, helpers: { failureSummary } } = axe._thisWillBeDeletedDoNotUse;
  const ofColours = ['color-contrast', 'link-in-text-block'];

  // Of what is broken the HTML is read below, and the way to it by no one.
  axe.configure({ noHtml: true });
  axe.utils.nodeSerializer.update({ toSpec: () => null });

  // places is where axe-core knows what lies: at what was asked of some elements, or everywhere.
  let places = null;

  // page is what axe-core knows of the page, until that changes otherwise than in its colours.
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

  // A style for one colour scheme may also place things elsewhere; the function light-dark() cannot.
  const forOneScheme = rules => [...rules].some(rule =>
    rule.media?.mediaText.includes('prefers-color-scheme') || (rule.cssRules && forOneScheme(rule.cssRules)));

  const onlyRecoloured = () => page && changes.takeRecords().length === 0 &&
    ![...document.styleSheets, ...document.adoptedStyleSheets].some(sheet => forOneScheme(sheet.cssRules));

  // forgetColours leaves what axe-core knows of an element and those within but their colours.
  const forgetColours = element => {
    element._stackingContext = undefined;
    delete element._cache.getBackgroundColor;
    delete element._cache['computedStyle_background-color'];
    element.children.forEach(forgetColours);
  };

  // What lies beneath an element axe-core asks at the middle of each box that it is scrolled in, and gives up the whole
  // rule where that is not in the window. Then it is asked at the middle of what the window shows of the box.
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

  // What lies where axe-core finds out for a whole page, element by element. Few are asked for: it is let see those that lie where
  // these are, and what holds them. Which of several open dialogs is in front it finds out by all.
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

  // know lets axe-core know what lies where rules ask for elements of theirs.
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

  // withAround gives an element and what it lies in, up to what is a block.
  const withAround = element => element.parent && element.getComputedStylePropertyValue('display') === 'inline'
    ? [element, ...withAround(element.parent)] : [element];

  // Which elements a rule of colours is about does not depend on them.
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

  // Of elements that are alike to read (alike.js) the first is judged, and another until one is found that reads well.
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

  // Nothing else can have the focus, as a target has to. Of all elements axe-core would first find out what they are.
  const focusable = 'a[href], area[href], input, textarea, select, summary, button, details, [tabindex]';

  // Of most elements a few words tell that a rule is not about them, or that they keep it. What axe-core asks first takes more:
  // whether they are hidden, what they are, and what they are called.
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
