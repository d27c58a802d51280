// A page that lies between people or hangs on the wall keeps its screen awake, where the device lets it.
(() => {
  "use strict";
  if (!navigator.wakeLock) return;
  const stay = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", stay);
  stay();
})();
