// Written in the JavaScript of 2009, because any browser may have to read it. Promise.withResolvers and
// color-mix came with the oldest browsers that show Octavo: Safari 17.4, Firefox 128, Chrome and Edge 120.
(function () {
  var isNew =
    typeof Promise === 'function' &&
    typeof Promise.withResolvers === 'function' &&
    typeof AbortSignal === 'function' &&
    typeof AbortSignal.any === 'function' &&
    window.CSS !== undefined &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)');
  if (!isNew)
    location.replace(document.documentElement.getAttribute('data-base-path') + '/old-browser.html');
})();
