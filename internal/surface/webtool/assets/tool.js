// The page works without this script: the browser downloads the file itself. With it the page shows the progress, and the
// reason if a download fails.

const form = document.querySelector("#download");
form?.addEventListener("submit", (event) => {
  if (event.submitter?.hasAttribute("formaction")) return; // Connect again
  event.preventDefault();
  download(form);
});

// The file is named after the chosen plan.
form?.addEventListener("change", () => {
  form.elements.name.value = form.querySelector("[name=plan]:checked")?.dataset.name ?? "";
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}

async function download(form) {
  const part = (selector) => form.querySelector(selector);
  const show = (selector, on) => { part(selector).hidden = !on; };
  const button = part("button");
  const query = new URLSearchParams(new FormData(form));
  show(".trouble", false);
  show(".next", false);
  show(".progress", true);
  button.disabled = true;
  part("progress").removeAttribute("value");
  say(part("[role=status]"), "Asking for the plan");
  try {
    save(...await receive(form, query, part));
    show(".next", true);
  } catch (error) {
    const trouble = error.trouble ?? await why(form, query);
    say(part(".trouble .message"), trouble.message + ".");
    say(part(".trouble .hint"), trouble.hint ? trouble.hint + "." : "");
    part(".trouble").dataset.trouble = trouble.id;
    show(".again", trouble.id === "access-ended");
    show(".progress", false);
    show(".trouble", true);
    document.querySelector("#ways").open = true;
  } finally {
    button.disabled = false;
  }
}

// receive reads the whole response and returns the file and its name.
async function receive(form, query, part) {
  const answer = await fetch(form.action + "?" + query, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw Object.assign(new Error("refused"), { trouble: await answer.json() });
  const total = Number(answer.headers.get("X-Plan-Bytes"));
  const pieces = [];
  let bytes = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
    if (total) part("progress").value = bytes / total;
    say(part("[role=status]"), size(bytes) + (total ? " of " + size(total) : ""));
  }
  part("progress").value = 1;
  say(part("[role=status]"), size(bytes));
  return [new Blob(pieces, { type: "application/json" }), nameOf(answer)];
}

async function why(form, query) {
  try {
    const answer = await fetch(form.action.replace(/download$/, "trouble") + "?visit=" + query.get("visit"), { headers: { Accept: "application/json" } });
    return await answer.json();
  } catch {
    return { id: "tool-gone", message: "This tool cannot be reached any more", hint: "Look at your connection and try again, or use one of the other ways" };
  }
}

function nameOf(answer) {
  const header = answer.headers.get("Content-Disposition") ?? "";
  const wide = header.match(/filename\*=utf-8''([^;]+)/i);
  if (wide) return decodeURIComponent(wide[1]);
  return header.match(/filename="?([^";]+)/)?.[1] ?? "plan.json";
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function size(bytes) { return bytes < 1e6 ? Math.ceil(bytes / 1e3) + " kB" : (bytes / 1e6).toFixed(1) + " MB"; }

function say(element, text) { element.textContent = text; }
