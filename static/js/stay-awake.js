// A page that lies between players or hangs on the wall keeps its screen on, if the device allows it.
(() => {
  "use strict";
  if (!navigator.wakeLock) return;
  const stay = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", stay);
  stay();
})();
