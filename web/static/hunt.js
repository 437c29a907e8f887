// The Ringbearer's seal: what is secret is on the screen only while a thumb holds it open.
// Covered, it is not in the page at all: it waits in a template.
"use strict";

const FLAT_DEGREES = 12;
const SLIP_PX = 14;
const EDGE_PX = 28;
const CREEP_PX = 7;

let holding = null; // The finger on the seal, or "key".
let chosen = new Map(); // What was chosen under the seal: values by field.
let why = ""; // Why the last choice was refused.
const taps = new Map(); // Other fingers that are down.

const leafNow = () => document.querySelector(".leaf.is-held");

function open() {
  const template = byId("leaf");
  if (!template || leafNow()) { return; }
  const leaf = template.content.firstElementChild.cloneNode(true);
  leaf.classList.add("is-held");
  for (const field of leaf.querySelectorAll("[form]")) {
    field.removeAttribute("form");
    const values = chosen.get(field.name) ?? [];
    if (field.type === "text") { field.value = values[0] ?? ""; } else { field.checked = values.includes(field.value); }
  }
  leaf.querySelector(".leaf-trouble").textContent = why;
  byId("leaf-place").append(leaf);
  document.body.classList.add("is-open");
  layMaps();
  markChosen();
}

function cover() {
  holding = null;
  clearInterval(creeping);
  taps.clear();
  leafNow()?.remove();
  document.body.classList.remove("is-open");
  document.querySelector("[data-seal]")?.classList.remove("is-held");
}

// A page that was opened without holding (`?open`) is left when it is not looked at.
function leave() {
  cover();
  const link = document.querySelector("[data-cover]");
  if (link) {
    byId("leaf-place").replaceChildren();
    location.replace(link.href);
  }
}

// --- choosing ---

function choose(target) {
  const leaf = leafNow();
  const spot = target.closest(".spot.is-lit");
  const field = spot ? [...leaf.querySelectorAll("[data-spot-choice]")].find((each) => each.dataset.spotChoice === spot.dataset.spot)
    : target.closest(".chip")?.querySelector("input");
  if (!field) { return; }
  const group = field.closest("[data-choices]");
  const many = Number(group.dataset.choices);
  let values = chosen.get(field.name) ?? [];
  values = values.includes(field.value) ? values.filter((each) => each !== field.value) : [...values, field.value].slice(-many);
  chooseIn(group, field.name, values);
  for (const each of group.querySelectorAll("input")) {
    if (each.type === "text") { each.value = ""; } else { each.checked = values.includes(each.value); }
  }
  navigator.vibrate?.(15);
  fill();
  markChosen();
}

// What is tapped or typed takes the place of what was chosen in the same group.
function chooseIn(group, name, values) {
  for (const each of group.querySelectorAll("input")) { chosen.delete(each.name); }
  chosen.set(name, values);
}

function choosable(target) {
  return target?.closest?.(".leaf.is-held .chip, .leaf.is-held .spot.is-lit") ?? null;
}

// The form lies outside the leaf, so that what was chosen can be sent while it is covered.
function fill() {
  const form = byId("secret-deed");
  if (!form) { return; }
  form.querySelectorAll(".chosen").forEach((each) => each.remove());
  let count = 0;
  for (const [name, values] of chosen) {
    for (const value of values) {
      if (!value) { continue; }
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value, className: "chosen" });
      form.append(field);
      count += 1;
    }
  }
  const template = byId("leaf");
  if (!template) { return; }
  const button = byId("secret-button");
  const groups = [...template.content.querySelectorAll("[data-choices]")];
  const needed = groups.reduce((sum, each) => sum + Number(each.dataset.choices), 0);
  button.dataset.ready ??= button.textContent;
  button.disabled = count !== needed;
  button.textContent = button.disabled ? button.dataset.sayNone : button.dataset.ready;
}

// What is offered may have changed: only what is still offered stays chosen.
function keepChosen() {
  const fields = [...(byId("leaf")?.content.querySelectorAll("[data-choices] input") ?? [])];
  for (const [name, values] of chosen) {
    const still = values.filter((value) => fields.some((each) => each.name === name && (each.type === "text" || each.value === value)));
    if (still.length) { chosen.set(name, still); } else { chosen.delete(name); }
  }
}

// --- the thumb ---

document.addEventListener("pointerdown", (event) => {
  const seal = event.target.closest?.("[data-seal]");
  if (seal) {
    event.preventDefault();
    holding = event.pointerId;
    seal.classList.add("is-held");
    open();
  } else if (holding !== null && choosable(event.target)) {
    taps.set(event.pointerId, { target: event.target, x: event.clientX, y: event.clientY });
  }
});

// A thumb near an edge draws on what lies beyond it.
function creep(x, y) {
  for (const box of document.querySelectorAll(".leaf.is-held, .leaf.is-held .map-scroll")) {
    const edge = box.getBoundingClientRect();
    if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) { continue; }
    const sideways = x < edge.left + EDGE_PX ? -1 : x > edge.right - EDGE_PX ? 1 : 0;
    const down = y < edge.top + EDGE_PX ? -1 : y > edge.bottom - EDGE_PX ? 1 : 0;
    box.scrollBy(sideways * CREEP_PX, down * CREEP_PX);
  }
}

let creeping = 0;

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== holding) { return; }
  clearInterval(creeping);
  creeping = setInterval(() => creep(event.clientX, event.clientY), 30);
  const under = choosable(document.elementFromPoint(event.clientX, event.clientY));
  for (const each of document.querySelectorAll(".is-under")) { each.classList.toggle("is-under", each === under); }
  under?.classList.add("is-under");
});

document.addEventListener("pointerup", (event) => {
  if (event.pointerId === holding) {
    const under = choosable(document.elementFromPoint(event.clientX, event.clientY));
    if (under) { choose(under); }
    cover();
    return;
  }
  const tap = taps.get(event.pointerId);
  taps.delete(event.pointerId);
  if (tap && Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < SLIP_PX) { choose(tap.target); }
});

document.addEventListener("pointercancel", (event) => {
  taps.delete(event.pointerId);
  if (event.pointerId === holding) { cover(); }
});

// Fingers have chosen already; the click that may follow shall not choose again.
document.addEventListener("click", (event) => {
  if (choosable(event.target)) { event.preventDefault(); }
}, true);
// Not into the history: one step back would open it again.
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-cover]")) {
    event.preventDefault();
    leave();
  }
});
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest?.("[data-seal], .leaf.is-held")) { event.preventDefault(); }
});
document.addEventListener("input", (event) => {
  if (event.target.matches(".leaf.is-held [data-choices] input[name$='?']")) {
    chooseIn(event.target.closest("[data-choices]"), event.target.name, [event.target.value]);
    fill();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("[data-seal]") && (event.key === " " || event.key === "Enter") && !event.repeat) {
    event.preventDefault();
    holding = "key";
    open();
  }
});
document.addEventListener("keyup", (event) => { if (holding === "key" && (event.key === " " || event.key === "Enter")) { cover(); } });

// --- laid down or left ---

window.addEventListener("blur", leave);
window.addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => { if (document.hidden) { leave(); } });

let wasFlat = true;
window.addEventListener("deviceorientation", (event) => {
  if (event.beta === null) { return; }
  const isFlat = Math.abs(event.beta) < FLAT_DEGREES && Math.abs(event.gamma) < FLAT_DEGREES;
  if (isFlat && !wasFlat) { leave(); }
  wasFlat = isFlat;
});

// --- the table ---

document.addEventListener("answered", (event) => {
  if (event.detail.form.id !== "secret-deed") { return; }
  why = event.detail.why ?? "";
  if (!why) { chosen = new Map(); }
});
// A new answer is looked at first, wherever the page was.
let lastAnswer = answerNow();

function answerNow() {
  return document.querySelector(".answer")?.textContent ?? "";
}

document.addEventListener("fresh", () => {
  const answer = answerNow();
  if (answer && answer !== lastAnswer) { window.scrollTo({ top: 0, behavior: "smooth" }); }
  lastAnswer = answer;
  keepChosen();
  fill();
  if (holding !== null) {
    document.querySelector("[data-seal]")?.classList.add("is-held");
    open();
  }
});

fill();
