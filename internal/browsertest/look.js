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

  // page is what axe-core knows of the page, until that changes otherwise than in its colours.
  let page = null;
  const changes = new MutationObserver(() => {});

  const forget = () => {
    axe.teardown();
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
      try {
        return runChecksSync.call(rule, kind, element, ...given);
      } catch (trouble) {
        if (!notShown.test(trouble.message)) throw trouble;
        clipBoxes(element);
        return runChecksSync.call(rule, kind, element, ...given);
      }
    };
  };

  // Which elements a rule of colours is about does not depend on them.
  const remembered = rule => {
    const { gatherAndMatchNodes } = rule;
    let elements, of;
    rule.gatherAndMatchNodes = (context, options) => {
      if (of !== context) [elements, of] = [gatherAndMatchNodes.call(rule, context, options), context];
      return elements;
    };
  };

  const readsWell = ({ any: [contrast] }) => contrast.result === true && contrast.data.contrastRatio !== undefined;

  // Of elements that are alike to read (alike.js) the first is judged, and another until one is found that reads well.
  const oneOfAKind = rule => {
    const { gather, matches, runSync } = rule;
    let elements, known, of;
    rule.runSync = (context, options) => {
      if (of !== context) [elements, known, of] = [gather.call(rule, context, options), new Map(), context];
      const concerns = element => {
        if (!known.has(element)) known.set(element, matches.call(rule, element.actualNode, element, context));
        return known.get(element);
      };
      const judge = element => {
        rule.gatherAndMatchNodes = () => [element];
        return runSync.call(rule, context, options).nodes;
      };
      const kinds = Map.groupBy(elements, holdoverAlike(context.flatTree));
      kinds.delete(null);
      const nodes = [];
      for (const alike of kinds.values()) {
        for (const element of alike) {
          const judged = concerns(element) ? judge(element) : [];
          nodes.push(...judged);
          if (judged.some(readsWell)) break;
        }
      }
      return { nodes };
    };
  };

  // Nothing else can have the focus, as a target has to. Of all elements axe-core would first find out what they are.
  const focusable = 'a[href], area[href], input, textarea, select, summary, button, details, [tabindex]';

  const smallOrClose = rule => {
    const { gather } = rule;
    rule.selector = focusable;
    rule.gather = (context, options) => holdoverSmallOrClose(gather.call(rule, context, options));
  };

  axe._audit.rules.forEach(inTheWindow);
  const adapt = { 'color-contrast': oneOfAKind, 'link-in-text-block': remembered, 'target-size': smallOrClose };
  for (const rule of axe._audit.rules) adapt[rule.id]?.(rule);

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
      return axe._audit.rules
        .filter(rule => axe.utils.ruleShouldRun(rule, page, options))
        .map(rule => broken(rule, options))
        .filter(rule => rule.Nodes.length > 0);
    } finally {
      if (last) forget();
    }
  };
}
