// Passkeys: a form with data-passkey asks the device before it is sent. Its credential goes into the hidden field.
(() => {
  "use strict";
  const show = (id, shown) => {
    const notice = document.getElementById(id);
    if (notice) notice.hidden = !shown;
  };
  const forms = document.querySelectorAll("form[data-passkey]");
  const known = window.PublicKeyCredential?.parseRequestOptionsFromJSON;
  // On the log-in page, an unusable form is simply hidden.
  if (!known) {
    forms.forEach((form) => show("passkey-missing", !form.hidden));
    return;
  }

  const optionsOf = async (form) => {
    if (!form.dataset.options) return JSON.parse(document.getElementById("passkey-options").textContent);
    const answer = await fetch(form.dataset.options, { headers: { "X-Requested-With": "XMLHttpRequest" } });
    if (!answer.ok) throw new Error(`options: ${answer.status}`);
    return answer.json();
  };

  const made = async (form, options) => {
    const wanted = options.creation_options.publicKey;
    const alone = form.elements.passwordless?.checked;
    wanted.authenticatorSelection = {
      ...wanted.authenticatorSelection,
      residentKey: alone ? "required" : "discouraged",
      requireResidentKey: Boolean(alone),
      userVerification: alone ? "required" : "preferred",
    };
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(wanted);
    return navigator.credentials.create({ publicKey });
  };

  const shown = async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.request_options.publicKey);
    return navigator.credentials.get({ publicKey });
  };

  const ask = async (form) => {
    const options = await optionsOf(form);
    const credential = await (form.dataset.passkey === "create" ? made(form, options) : shown(options));
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  };

  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show("passkey-failed", false);
      ask(form).catch(() => show("passkey-failed", true));
    });
  }
})();
