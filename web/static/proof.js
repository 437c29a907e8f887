// The proof: keeps each head that this phone has seen, and checks the whole chain against them at the end.
// Written out here, because plain HTTP pages have no crypto of the browser's own. See docs/proof.md.
"use strict";

const MOST_KEPT = 600;

// SHA-256 (FIPS 180-4). The constants are the first bits of the cube and square roots of the first primes.
const PRIMES = (() => {
  const found = [];
  for (let number = 2; found.length < 64; number += 1) {
    if (found.every((prime) => number % prime)) { found.push(number); }
  }
  return found;
})();
const bitsOf = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const ROUNDS = PRIMES.map((prime) => bitsOf(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)));

function sha256(bytes) {
  const size = bytes.length;
  const padded = new Uint8Array((size + 9 + 63) & ~63);
  padded.set(bytes);
  padded[size] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(size / 2 ** 29));
  words.setUint32(padded.length - 4, size << 3);
  const turned = (x, n) => (x >>> n) | (x << (32 - n));
  const hash = [...START];
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) { w[i] = words.getUint32(at + 4 * i); continue; }
      const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => { hash[i] = (hash[i] + each) | 0; });
  }
  return hash.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}

const utf8 = (text) => new TextEncoder().encode(text);

function digestOf(salt, entry) {
  const text = utf8(JSON.stringify(entry, Object.keys(entry).sort()));
  const bytes = new Uint8Array(32 + text.length);
  bytes.set(salt.match(/../g).map((pair) => parseInt(pair, 16)));
  bytes.set(text, 32);
  return sha256(bytes);
}

// All heads of a chain, the first before its first line; null if an entry is not the one committed to.
function headsOf(proof) {
  const heads = [sha256(utf8(`butterbur proof ${proof.version} ${proof.game}`))];
  for (const { said, salt, entry } of proof.lines) {
    if (said.startsWith("entry ") && said !== `entry ${digestOf(salt, entry)}`) { return null; }
    heads.push(sha256(utf8(`${heads.at(-1)}\n${said}`)));
  }
  return heads.at(-1) === proof.head && heads.length === proof.length + 1 ? heads : null;
}

// --- what this phone has seen ---

function kept(code) {
  try {
    const found = JSON.parse(localStorage.getItem(`proof-${code}`) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function keep() {
  const shown = document.querySelector("[data-proof]");
  if (!shown) { return; }
  const { proof: code, length, head } = shown.dataset;
  const before = kept(code);
  const now = `${length}:${head}`;
  if (before.includes(now) || before.length >= MOST_KEPT) { return; }
  try { localStorage.setItem(`proof-${code}`, JSON.stringify([...before, now])); } catch { /* A browser that keeps nothing. */ }
}

async function checkProof() {
  const place = document.querySelector("[data-proof-check]");
  const verdict = place?.querySelector("[data-proof-verdict]");
  if (!verdict) { return; }
  const answer = await fetch(place.dataset.proofCheck, { headers: { Accept: "application/json" }, cache: "no-store" });
  if (!answer.ok) { return; }
  const heads = headsOf(await answer.json());
  const seen = kept(place.dataset.proofCode).map((each) => each.split(":"));
  const isTrue = heads !== null && seen.every(([length, head]) => heads[Number(length)] === head);
  // The head on this very page proves nothing yet.
  const before = Math.max(0, seen.filter(([length]) => !heads || Number(length) < heads.length - 1).length);
  const words = isTrue ? (before ? place.dataset.sayTrue : place.dataset.sayFirst) : place.dataset.sayFalse;
  verdict.textContent = `${isTrue ? "✓" : "✗"} ${words.replace("{count}", before)}`;
  verdict.className = `verdict ${isTrue ? "verdict-true" : "verdict-false"}`;
  verdict.hidden = false;
}

function lookAtProof() {
  keep();
  checkProof().catch(() => { /* No connection: the page says so already. */ });
}

document.addEventListener("fresh", lookAtProof);
lookAtProof();
