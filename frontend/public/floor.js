/*
 * Shows the plain part of the document to browsers below the floor (docs/browsers.md), and when a script of the app fails to load.
 * Every browser must be able to run this file: it is written in ECMAScript 3 and is not built.
 */
(function () {
  var page = document.documentElement;

  function showPlainPart() {
    if (page.className.indexOf('plain-now') < 0) page.className += ' plain-now';
  }

  function isAboveFloor() {
    try {
      return !!(
        [].toSorted &&
        [].findLast &&
        Object.hasOwn &&
        window.structuredClone &&
        window.HTMLDialogElement &&
        window.ResizeObserver &&
        window.IntersectionObserver &&
        /* `@property`: Firefox 128, Safari 16.4. `color-mix()`: Chrome 111. */
        window.CSSPropertyRule &&
        window.CSS.supports('color', 'color-mix(in srgb, red, blue)') &&
        window.CSS.supports('selector(:has(a))')
      );
    } catch (_) {
      return false;
    }
  }

  if (!isAboveFloor()) {
    page.className += ' below-floor';
    showPlainPart();
  }
  if (window.addEventListener)
    window.addEventListener(
      'error',
      function (event) {
        var isScript = event.target && event.target.tagName === 'SCRIPT';
        /* Once the app runs it has taken the part out, and says itself what could not be loaded. */
        if (isScript && document.getElementById('plain')) showPlainPart();
      },
      true,
    );
})();
