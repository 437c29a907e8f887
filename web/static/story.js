// The story's replay: shows what had come by a step, moves the figures there, and plays on by itself.
// Everything stands in the page already, as it was at the end; here it is only shown, hidden and moved.
"use strict";

const STEP_MS = 1150;
const QUICK_MS = 650; // For steps that move nothing.
const RIDE_MS = 620;

let stepNow = null;
let playing = 0;
let riding = 0;

const storyPage = () => byId("story");
const lastStep = () => Number(storyPage().dataset.last);
const lineOf = (step) => byId(`step-${step}`);

function beginStory() {
  if (!storyPage()) { return; }
  const isFirst = stepNow === null;
  storyPage().classList.add("is-live");
  document.querySelector(".story-desk").hidden = false;
  byId("all-steps").open = !isFirst && byId("all-steps").open;
  for (const each of document.querySelectorAll("[data-story-png]")) { each.hidden = false; }
  showStep(isFirst ? startingStep() : Math.min(stepNow, lastStep()));
}

function startingStep() {
  const found = location.hash.match(/^#step-(\d+)$/);
  return found ? Math.min(Number(found[1]), lastStep()) : lastStep();
}

function showStep(step, isPlayed = false) {
  stepNow = step;
  cancelAnimationFrame(riding);
  for (const each of storyPage().querySelectorAll("[data-step]")) {
    const { step: from, until = "Infinity" } = each.dataset;
    each.classList.toggle("is-ahead", Number(from) > step || Number(until) <= step);
    each.classList.toggle("is-now", Number(from) === step);
    if (each.dataset.left) { each.classList.toggle("is-left", Number(each.dataset.left) <= step); }
  }
  for (const chapter of document.querySelectorAll(".story-chapter")) {
    chapter.hidden = step < Number(chapter.dataset.first) || step >= Number(chapter.dataset.until);
  }
  for (const figure of storyPage().querySelectorAll("[data-stops]")) { stand(figure, step); }
  if (isPlayed) { rideTo(step); }
  tellStep(step);
  look(lineOf(step), isPlayed);
}

function stopAt(figure, step) {
  const stops = figure.dataset.stops.split(" ").map((each) => each.split(":"));
  const passed = stops.filter(([number]) => Number(number) <= step);
  return passed.length ? passed.at(-1)[1].split(",").map(Number) : null;
}

function stand(figure, step) {
  const at = stopAt(figure, step);
  figure.classList.toggle("is-ahead", !at);
  if (at) { figure.setAttribute("transform", `translate(${at[0]} ${at[1]})`); }
}

// Along the road that was taken, from where the figure stood before.
function rideTo(step) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const way = storyPage().querySelector(`[data-of][data-step="${step}"]`);
  const figure = way && storyPage().querySelector(`[data-figure="${way.dataset.of}"]`);
  const [from, to] = figure ? [stopAt(figure, step - 1), stopAt(figure, step)] : [];
  if (!from || !to || isStill) { return; }
  const length = way.getTotalLength();
  const [begin, end] = [way.getPointAtLength(0), way.getPointAtLength(length)];
  const started = performance.now();
  const move = (now) => {
    const share = Math.min(1, (now - started) / RIDE_MS);
    const eased = share * share * (3 - 2 * share);
    const here = way.getPointAtLength(length * eased);
    const x = here.x + (from[0] - begin.x) * (1 - eased) + (to[0] - end.x) * eased;
    const y = here.y + (from[1] - begin.y) * (1 - eased) + (to[1] - end.y) * eased;
    figure.setAttribute("transform", `translate(${x} ${y})`);
    if (share < 1) { riding = requestAnimationFrame(move); }
  };
  riding = requestAnimationFrame(move);
}

function tellStep(step) {
  const line = lineOf(step);
  document.querySelector("[data-story-when]").textContent = line.dataset.when;
  const now = document.querySelector("[data-story-now]");
  now.setAttribute("aria-live", playing ? "off" : "polite");
  now.replaceChildren(...[...line.childNodes].map((each) => each.cloneNode(true)));
  const slider = document.querySelector("[data-story-slider]");
  slider.value = step;
  slider.setAttribute("aria-valuetext", `${line.dataset.when}. ${line.textContent}`);
  for (const each of document.querySelectorAll("[data-story-step]")) {
    each.classList.toggle("is-current", Number(each.dataset.storyStep) === step);
  }
  for (const name of ["movement", "corruption"]) { setTrack(name, Number(line.dataset[name])); }
}

function setTrack(name, value) {
  const track = document.querySelector(`.track-${name}`);
  const stones = [...(track?.querySelectorAll(".track-stone") ?? [])];
  const pawn = track?.querySelector(".pawn");
  if (!pawn || !stones.length) { return; }
  const at = (number) => {
    const stone = stones[Math.min(number, stones.length - 1)].querySelector("ellipse");
    return [Number(stone.getAttribute("cx")), Number(stone.getAttribute("cy"))];
  };
  track.dataset.drawn ??= stones.filter((each) => each.classList.contains("is-passed")).length;
  const [drawn, now] = [at(Number(track.dataset.drawn)), at(value)];
  stones.forEach((each, number) => each.classList.toggle("is-passed", number < value));
  pawn.setAttribute("transform", `translate(${now[0] - drawn[0]} ${now[1] - drawn[1]})`);
  const words = track.querySelector("p span");
  words.textContent = words.textContent.replace(/^\d+/, Math.min(value, stones.length - 1));
}

// The map follows, and so does a strip of days.
function look(line, isSmooth) {
  const chapter = document.querySelector(".story-chapter:not([hidden])");
  const scroller = chapter?.querySelector(".map-scroll, .strip-scroll");
  const behavior = isSmooth ? "smooth" : "instant";
  if (!scroller) { return; }
  const ground = chapter.querySelector(".map-ground");
  if (ground) {
    if (!line.dataset.focus) { return; }
    const [x, y] = line.dataset.focus.split(" ").map(Number);
    scroller.scrollTo({ left: x * ground.width - scroller.clientWidth / 2, top: y * ground.height - scroller.clientHeight / 2, behavior });
    return;
  }
  const drawn = [...chapter.querySelectorAll("[data-step]:not(.is-ahead)")].map((each) => each.getBoundingClientRect().right);
  const edge = Math.max(0, ...drawn) - scroller.getBoundingClientRect().left + scroller.scrollLeft;
  scroller.scrollTo({ left: edge - scroller.clientWidth * 0.75, behavior });
}

// --- playing ---

function setPlaying(isOn) {
  clearTimeout(playing);
  playing = 0;
  const button = document.querySelector("[data-story-play]");
  button.querySelector("[aria-hidden]").textContent = isOn ? "❚❚" : "▶";
  button.querySelector("[data-word]").textContent = isOn ? button.dataset.sayPause : button.dataset.sayPlay;
  if (isOn) { playOn(); }
}

function playOn() {
  if (stepNow >= lastStep()) { setPlaying(false); return; }
  showStep(stepNow + 1, true);
  const isLong = storyPage().querySelector(`[data-of][data-step="${stepNow}"]`) || lineOf(stepNow).classList.contains("is-turn");
  playing = setTimeout(playOn, isLong ? STEP_MS : QUICK_MS);
}

function goTo(step) {
  setPlaying(false);
  showStep(Math.min(lastStep(), Math.max(0, step)), step === stepNow + 1);
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-story-slider]")) { goTo(Number(event.target.value)); }
});
document.addEventListener("click", (event) => {
  const target = event.target.closest?.("[data-story-play], [data-story-go], [data-story-step], [data-story-png]");
  if (!target) { return; }
  if ("storyPlay" in target.dataset) {
    if (!playing && stepNow >= lastStep()) { showStep(0); }
    setPlaying(!playing);
  } else if ("storyGo" in target.dataset) {
    goTo(stepNow + Number(target.dataset.storyGo));
  } else if ("storyPng" in target.dataset) {
    savePng(target);
  } else {
    event.preventDefault();
    goTo(Number(target.dataset.storyStep));
    document.querySelector(".story-chapter:not([hidden])")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
});

// --- the picture ---

// The browser itself turns the drawing into a picture: no server needs a painter for that.
async function savePng(button) {
  button.classList.add("busy");
  try {
    const image = new Image();
    image.src = button.dataset.storyPng;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    // Some browsers load a drawing's letters only when it is drawn for the first time.
    await new Promise((done) => { setTimeout(done, 150); });
    canvas.getContext("2d").drawImage(image, 0, 0);
    const link = document.createElement("a");
    link.href = canvas.toDataURL("image/png");
    link.download = button.dataset.name;
    link.click();
  } catch {
    tell(button.dataset.sayFailed);
  } finally {
    button.classList.remove("busy");
  }
}

window.addEventListener("hashchange", () => {
  goTo(startingStep());
  window.scrollTo(0, 0);
});
document.addEventListener("fresh", () => {
  // Without a story the last move was undone: the page says so.
  if (!storyPage()) { clearTimeout(playing); return; }
  setPlaying(false);
  beginStory();
});
beginStory();
