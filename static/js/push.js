// The offer of notifications: shown if this browser supports them; a tap subscribes and sends the form.
"use strict";
(() => {
  const form = document.querySelector("[data-push-key]");
  const home = document.querySelector("[data-push-home]");
  const denied = document.querySelector("[data-push-denied]");
  const refused = document.querySelector("[data-push-refused]");
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!form) return;
  if (!can) {
    // Safari on phones only has push for sites on the home screen.
    home.hidden = !/iPhone|iPad/.test(navigator.userAgent);
    return;
  }
  form.hidden = false;

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const base64 = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");

  const subscribe = async () => {
    await navigator.serviceWorker.register("/worker.js", { scope: "/" });
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.pushKey) };
    const before = await pushManager.getSubscription();
    if (before) {
      // A subscription with another key of this site reaches nobody.
      const key = before.options.applicationServerKey;
      if (key && base64(key) === form.dataset.pushKey) return before;
      await before.unsubscribe();
    }
    return pushManager.subscribe(options);
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
      const subscription = await subscribe();
      form.elements.endpoint.value = subscription.endpoint;
      form.elements.p256dh.value = base64(subscription.getKey("p256dh"));
      form.elements.auth.value = base64(subscription.getKey("auth"));
      form.submit();
    } catch {
      (Notification.permission === "granted" ? refused : denied).hidden = false;
      button.disabled = false;
    }
  });
})();
