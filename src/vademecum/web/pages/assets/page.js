// Makes pages quicker to use; every one of them works without it.

const root = document.documentElement;
const THEME = "vade-theme";

// ── light and dark ───────────────────────────────────────────────────────────────────────────────────

const kept = () => { try { return localStorage.getItem(THEME); } catch { return null; } };
const wear = (theme) => { if (theme) root.dataset.theme = theme; else delete root.dataset.theme; };
wear(kept());

function toggleTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  // What the system wears anyway is not kept, so that the page follows it again.
  const theme = other === system ? null : other;
  try { theme ? localStorage.setItem(THEME, theme) : localStorage.removeItem(THEME); } catch { /* private window */ }
  wear(theme);
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────────

const GOES = { h: "/", s: "/search", m: "/memories", r: "/review", e: "/entities", c: "/conversations", w: "/words" };
let going = 0;

const isTyping = (target) => target instanceof HTMLElement && target.closest("input, textarea, select, dialog[open]");

function step(by) {
  const rows = [...document.querySelectorAll("[data-row]")];
  const here = rows.findIndex((row) => row === document.activeElement || row.closest(".row")?.contains(document.activeElement));
  const next = rows[here < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(here + by, 0), rows.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function why() {
  const open = document.activeElement?.closest(".row")?.querySelector(".why");
  if (open) open.open = !open.open;
}

const KEYS = {
  "/": () => document.querySelector("[data-find]")?.select(),
  "?": () => document.getElementById("keys")?.showModal(),
  j: () => step(1),
  k: () => step(-1),
  w: why,
  e: () => document.querySelector("[data-edit]")?.click(),
  n: () => location.assign("/memories/new"),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") event.target.blur();
    else if (event.key === "ArrowDown" && event.target.matches("[data-find]") && document.querySelector("[data-row]")) { event.preventDefault(); step(1); }
    return;
  }
  const jump = performance.now() < going ? GOES[event.key] : undefined;
  going = event.key === "g" ? performance.now() + 1500 : 0;
  if (jump) { event.preventDefault(); location.assign(jump); return; }
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
}

// ── search as you type ───────────────────────────────────────────────────────────────────────────────

function live(form) {
  const results = document.getElementById("results");
  let waiting, asking, shown = addressOf(form);

  async function ask() {
    const address = addressOf(form);
    if (address === shown) return;
    shown = address;
    asking?.abort();
    asking = new AbortController();
    results.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${address}${address.includes("?") ? "&" : "?"}part=1`, { signal: asking.signal });
      const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || address !== shown) return location.assign(address);
      results.replaceChildren(...parsed.body.childNodes);
      // Whoever listens hears how many there are, and not all of them at every letter.
      document.querySelector("[data-told]").textContent = results.querySelector(".count .margin")?.textContent ?? "";
      history.replaceState(null, "", address);
    } catch (error) {
      if (error.name === "AbortError") return;
    }
    results.setAttribute("aria-busy", "false");
  }

  const soon = (wait) => { clearTimeout(waiting); waiting = setTimeout(ask, wait); };
  form.addEventListener("input", () => soon(140)); // as long as people pause between words
  form.addEventListener("change", () => soon(0));
  form.addEventListener("submit", (event) => { event.preventDefault(); soon(0); });
}

function addressOf(form) {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const usual = { view: "search", mode: "any", include: "active" }[name];
    if (value && value !== usual) asked.append(name, value);
  }
  return asked.size ? `${form.getAttribute("action")}?${asked}` : form.getAttribute("action");
}

// ── what is typed is not lost by a slip ──────────────────────────────────────────────────────────────

function guard(form) {
  let changed = false;
  form.addEventListener("input", () => { changed = true; });
  form.addEventListener("submit", () => { changed = false; });
  addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });
}

function begin() {
  addEventListener("keydown", onKey);
  for (const button of document.querySelectorAll("[data-theme-button], [data-keys-button]")) button.hidden = false;
  document.querySelector("[data-theme-button]")?.addEventListener("click", toggleTheme);
  document.querySelector("[data-keys-button]")?.addEventListener("click", KEYS["?"]);
  document.querySelectorAll("form[data-live]").forEach(live);
  document.querySelectorAll("form[data-guard]").forEach(guard);
  for (const form of document.querySelectorAll("form[data-auto]")) form.addEventListener("change", () => location.assign(addressOf(form)));
}

// With `blocking=render` the module may run before the page is read.
if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
else begin();
