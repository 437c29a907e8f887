// The map: shows first what matters, grows under two fingers or the buttons, and a tap on a lit spot chooses it.
"use strict";

const CLOSEST = 2.2;
const NAMES_FROM = 0.55; // Smaller than this, names would only be specks.
const seen = new Map(); // Where each map was left, by its id.
const grounds = new Map(); // Pictures that are drawn already, by their address.

function layMaps() {
  document.querySelectorAll("[data-map]").forEach(layMap);
}

function layMap(map) {
  const fresh = map.querySelector(".map-ground");
  const ground = grounds.get(fresh.src);
  if (ground && ground !== fresh && !ground.isConnected) {
    ground.width = fresh.width;
    ground.height = fresh.height;
    fresh.replaceWith(ground);
  } else {
    grounds.set(fresh.src, fresh);
  }
  map.querySelector(".map-tools")?.removeAttribute("hidden");
  const left = seen.get(map.id);
  const scroller = map.querySelector(".map-scroll");
  map.natural ??= Number(map.dataset.width);
  if (left && left.near === map.dataset.near) {
    resize(map, left.scale);
    scroller.scrollTo(left.x, left.y);
  } else {
    show(map, ...map.dataset.near.split(" ").map(Number));
  }
  scroller.addEventListener("scroll", () => remember(map), { passive: true });
  scroller.addEventListener("touchmove", (event) => pinch(map, event), { passive: false });
  scroller.addEventListener("touchend", () => { map.spread = null; });
  remember(map);
}

function show(map, x, y) {
  const scroller = map.querySelector(".map-scroll");
  const ground = map.querySelector(".map-ground");
  scroller.scrollTo(x * ground.width - scroller.clientWidth / 2, y * ground.height - scroller.clientHeight / 2);
}

function remember(map) {
  const scroller = map.querySelector(".map-scroll");
  if (!map.isConnected || !map.id) { return; }
  const scale = map.querySelector(".map-ground").width / map.natural;
  seen.set(map.id, { near: map.dataset.near, scale, x: scroller.scrollLeft, y: scroller.scrollTop });
}

function resize(map, scale) {
  const ground = map.querySelector(".map-ground");
  const scroller = map.querySelector(".map-scroll");
  const ratio = ground.height / ground.width;
  const whole = Math.max(scroller.clientWidth / map.natural, 0.1);
  ground.width = map.natural * Math.min(CLOSEST, Math.max(whole, scale));
  ground.height = ground.width * ratio;
  map.classList.toggle("is-far", ground.width / map.natural < NAMES_FROM);
}

// Around the point of the screen that the fingers hold.
function zoom(map, factor, clientX, clientY) {
  const scroller = map.querySelector(".map-scroll");
  const box = scroller.getBoundingClientRect();
  const ground = map.querySelector(".map-ground");
  const [atX, atY] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
  const [x, y] = [(scroller.scrollLeft + atX) / ground.width, (scroller.scrollTop + atY) / ground.height];
  resize(map, (ground.width / map.natural) * factor);
  scroller.scrollTo(x * ground.width - atX, y * ground.height - atY);
}

function pinch(map, event) {
  if (event.targetTouches.length !== 2) { return; }
  event.preventDefault();
  const [one, other] = event.targetTouches;
  const spread = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  if (map.spread) { zoom(map, spread / map.spread, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2); }
  map.spread = spread;
}

// The field that a spot stands for.
function fieldOf(spot) {
  const name = spot.dataset.spot;
  return [...document.querySelectorAll("[data-spot-choice]")].find((each) => each.dataset.spotChoice === name);
}

function chooseSpot(spot) {
  const field = fieldOf(spot);
  if (!field) { return; }
  field.checked = field.type === "radio" || !field.checked;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// What is chosen shines on the map too, with the way that leads there.
function markChosen() {
  const fields = [...document.querySelectorAll("[data-spot-choice]:checked")];
  const chosen = new Set(fields.map((each) => each.dataset.spotChoice));
  const ways = new Set(fields.flatMap((each) => each.value.split(" ")));
  for (const spot of document.querySelectorAll(".board .spot")) {
    spot.classList.toggle("is-chosen", chosen.has(spot.dataset.spot));
    spot.classList.toggle("is-way", ways.has(spot.dataset.spot));
  }
}

// A button that waits for a choice and then says what will happen.
function guideChoice(form) {
  const button = document.querySelector(`button[form="${form.id}"]`);
  if (!button) { return; }
  const plain = button.textContent;
  const update = () => {
    const words = form.querySelector("[data-say]:checked")?.dataset.say;
    button.disabled = !form.checkValidity();
    button.textContent = button.disabled ? button.dataset.sayNone : words ?? plain;
  };
  form.addEventListener("change", update);
  update();
}

document.addEventListener("click", (event) => {
  const spot = event.target.closest?.(".spot.is-lit");
  if (spot && !spot.closest(".leaf")) { chooseSpot(spot); }
  const tool = event.target.closest?.("[data-zoom]");
  if (tool) { zoom(tool.closest("[data-map]"), Number(tool.dataset.zoom)); }
});
document.addEventListener("change", markChosen);
document.addEventListener("fresh", () => {
  layMaps();
  document.querySelectorAll("form[data-choice]").forEach(guideChoice);
  markChosen();
});

layMaps();
document.querySelectorAll("form[data-choice]").forEach(guideChoice);
