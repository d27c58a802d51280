// Fills in where the reader is, in a field for a time zone that is still empty.
(() => {
  "use strict";
  const field = document.querySelector("input[name=zone], input[name=time_zone]");
  if (field && !field.value) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
})();
