// Live pages: listens to the table, fetches the whole truth when it changed, sends what is tapped.
// Everything here is an addition: forms work without it.
"use strict";

const QUIET_LIMIT_MS = 20000; // two and a half heartbeats of the stream (web/streams.py)
const say = (name) => document.body.dataset[name];
const byId = (id) => document.getElementById(id);

// --- the truth ---

let fetching = null;
let isBehind = false;
let shown = location.href; // The address whose truth the page shows; some deeds have pages of their own.

// One fetch at a time; whatever is announced meanwhile is fetched after it.
function fetchTruth() {
  isBehind = true;
  fetching ??= catchUp().finally(() => { fetching = null; });
  return fetching;
}

async function catchUp() {
  while (isBehind) {
    isBehind = false;
    await replaceLive();
  }
}

async function replaceLive() {
  const address = location.href;
  const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (answer.redirected) { location.replace(answer.url); return; }
  if (!answer.ok && answer.status !== 409) { throw new Error(String(answer.status)); }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) { throw new Error("no page"); }
  // Nothing new: leave alone what a thumb may have begun to tap.
  const step = (live) => `${live.dataset.version} ${live.querySelector("[data-step]")?.dataset.step ?? ""}`;
  if (step(fresh) === step(byId("live")) && address === shown) { return; }
  shown = address;
  const wasMine = document.querySelector("[data-turn=mine]");
  const opened = [...document.querySelectorAll("#live details[open]")].map((each) => each.id);
  const begun = hasActed ? new Map() : whatIsBegun();
  hasActed = false;
  byId("live").replaceWith(fresh);
  fillIn(begun);
  for (const id of opened) { byId(id)?.setAttribute("open", ""); }
  enhance();
  document.dispatchEvent(new Event("fresh"));
  if (!wasMine && document.querySelector("[data-turn=mine]")) { navigator.vibrate?.(120); }
}

// What a thumb has begun to fill in outlives the news, if the same is still asked.
let hasActed = false;
const CHOICES = ["radio", "checkbox"];

function askedBy(field) {
  const same = [...field.form.querySelectorAll("input[type=hidden]:not([name^=known])")].map((each) => `${each.name}=${each.value}`);
  const value = CHOICES.includes(field.type) ? field.value : "";
  return [field.form.id, field.form.getAttribute("action"), ...same, field.name, value].join("\n");
}

function fields() {
  const forms = [...document.querySelectorAll("#live form")];
  return forms.flatMap((form) => [...form.elements]).filter((each) => each.name && !["hidden", "submit"].includes(each.type));
}

function whatIsBegun() {
  const isBegun = (each) => CHOICES.includes(each.type) ? each.checked !== each.defaultChecked
    : each.options ? [...each.options].some((option) => option.selected !== option.defaultSelected) : each.value !== each.defaultValue;
  return new Map(fields().filter(isBegun).map((each) => [askedBy(each), CHOICES.includes(each.type) ? each.checked : each.value]));
}

function fillIn(begun) {
  for (const field of begun.size ? fields() : []) {
    const value = begun.get(askedBy(field));
    if (value === undefined) { continue; }
    if (CHOICES.includes(field.type)) { field.checked = value; } else { field.value = value; }
  }
}

// --- the line to the table ---

let stream = null;
let lastHeard = Date.now();

function listen() {
  if (!say("events")) { return; }
  stream?.close();
  stream = new EventSource(say("events"));
  stream.addEventListener("message", (message) => {
    heard();
    if (String(JSON.parse(message.data).version) !== byId("live").dataset.version) { refresh(); }
  });
  stream.addEventListener("beat", heard);
  stream.addEventListener("gone", refresh);
  stream.addEventListener("error", () => { showLine(false); });
}

function heard() {
  lastHeard = Date.now();
  showLine(true);
}

function refresh() {
  return fetchTruth().then(() => showLine(true), () => showLine(false));
}

function showLine(isUp) {
  document.body.dataset.line = isUp ? "up" : "lost";
  byId("lost").textContent = say("sayLost");
  byId("lost").hidden = isUp;
}

// A phone that slept may hold a dead stream that still looks open: begin anew, with the whole truth.
function wake() {
  lastHeard = Date.now();
  listen();
  if (say("events")) { refresh(); }
}

function watch() {
  const isSilent = Date.now() - lastHeard > QUIET_LIMIT_MS;
  const isClosed = stream && stream.readyState === EventSource.CLOSED;
  if (isSilent || isClosed) {
    showLine(false);
    wake();
  }
}

// --- what is tapped ---

let sending = false;

async function send(form, button) {
  if (sending) { return; }
  sending = true;
  button?.classList.add("busy");
  try {
    const fields = new FormData(form);
    if (button?.name) { fields.set(button.name, button.value); }
    const answer = await fetch(form.action, {
      method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" },
    });
    const said = await answer.json().catch(() => ({ error: say("sayOdd") }));
    const why = answer.ok || said.already_done ? null : said.refused ?? said.error;
    // A refusal may tell what is secret: such a form has other words for whoever looks on.
    if (why) { tell(form.dataset.sayRefused ?? why); } else { leaveDeed(form); }
    hasActed ||= !why;
    document.dispatchEvent(new CustomEvent("answered", { detail: { form, why } }));
    // The next tap is heard at once, also while the truth is still on its way.
    sending = false;
    await refresh();
  } catch {
    tell(say("sayNotSent"));
    showLine(false);
  } finally {
    sending = false;
    button?.classList.remove("busy");
  }
}

// A page that was opened for one deed goes back to the game when it is done.
function leaveDeed(form) {
  if (!("thenBack" in form.dataset) || !location.search) { return; }
  history.replaceState(null, "", location.pathname);
}

let toastEnd = 0;

function tell(text) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastEnd);
  toastEnd = setTimeout(() => { toast.hidden = true; }, 6000);
}

// --- small comforts ---

function enhance() {
  for (const each of document.querySelectorAll("[data-without-script]")) { each.hidden = true; }
  for (const time of document.querySelectorAll("time[data-local]")) {
    const style = { dateStyle: "medium", timeStyle: "short" };
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, style);
  }
  document.querySelectorAll("form[data-roll]").forEach(guideThrow);
  document.querySelectorAll("form[data-keep]").forEach(guideKeeping);
}

function guideThrow(form) {
  const button = document.querySelector(`button[form="${form.id}"]`);
  const ready = button.textContent;
  const update = () => {
    button.disabled = !form.checkValidity();
    button.textContent = button.disabled ? button.dataset.sayMissing : ready;
  };
  form.addEventListener("change", update);
  update();
}

// Choosing a die lets go of those that cannot stay with it; the button says what will happen.
function guideKeeping(form) {
  const allowed = JSON.parse(form.dataset.keep);
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const button = document.querySelector(`button[form="${form.id}"]`);
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const isAllowed = (dice) => allowed.some((each) => each.length === dice.length && each.every((die) => dice.includes(die)));
  const update = () => {
    const dice = chosen();
    const words = button.dataset;
    button.disabled = !isAllowed(dice);
    if (button.disabled) {
      button.textContent = dice.length ? words.sayNazgul : words.sayNone;
    } else if (boxes.some((box) => box.checked && "tree" in box.dataset)) {
      button.textContent = words.sayTree;
    } else {
      button.textContent = dice.length === boxes.length ? words.sayAll : words[`say-${dice.length}`];
    }
  };
  form.addEventListener("change", (event) => {
    const box = event.target;
    if ("forced" in box.dataset) { box.checked = true; }
    if (box.checked && !isAllowed(chosen())) {
      const now = chosen();
      const fitting = allowed.filter((each) => each.includes(box.value) && each.every((die) => now.includes(die)));
      const best = fitting.sort((one, other) => other.length - one.length)[0];
      if (best) { for (const each of boxes) { each.checked = best.includes(each.value); } }
    }
    update();
  });
  update();
}

// Hobbits stand in the order in which they were tapped.
function order(box) {
  const label = box.closest("label");
  const row = label.parentElement;
  const next = [...row.children].find((each) => each !== label && !each.querySelector("input").checked);
  if (next) { row.insertBefore(label, next); } else { row.append(label); }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-act]")) { return; }
  event.preventDefault();
  send(event.target, event.submitter);
});
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-in-order]")) { order(event.target); }
  if (event.target.closest("[data-autosubmit]")) { event.target.form.submit(); }
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) { wake(); } });
window.addEventListener("pageshow", (event) => { if (event.persisted) { wake(); } });
window.addEventListener("online", wake);
window.addEventListener("offline", () => showLine(false));
window.addEventListener("pagehide", () => stream?.close());

enhance();
listen();
if (say("events")) { setInterval(watch, 3000); }
// Some pages wait for what no stream tells of.
setInterval(() => { if (document.querySelector("[data-look-again]") && !document.hidden) { refresh(); } }, 3000);
