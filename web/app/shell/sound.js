// Sounds, for those who have asked for them: tones and noise that are made here, so nothing is loaded.

/** The pitches in hertz: it is the player's turn, and the player's time runs out. */
const TUNES = { turn: [587, 784], short: [440, 440, 440] };
/** A browser that wants a gesture first may let a sound wait: after so long, in milliseconds, it says nothing any more. */
const LATE = 1000;
/** Between two sounds of a move, in seconds; and so many are heard at most. */
const [APART, MOST] = [0.13, 6];

/** @typedef {import("../../boards/guide.js").Sound} Sound */

/** What is heard, from a moment on, in seconds. @type {Record<Sound, (audio: AudioContext, start: number) => void>} */
const SOUNDS = {
  card: (audio, start) => rustle(audio, start, { length: 0.07, pitch: 2600, volume: 0.2 }),
  shuffle: (audio, start) => {
    for (let card = 0; card < 7; card++) {
      rustle(audio, start + card * 0.055, { length: 0.05, pitch: 2000 + card * 150, volume: 0.13 });
    }
  },
  dice: (audio, start) => {
    for (const [at, pitch] of [[0, 1500], [0.07, 1100], [0.12, 1350], [0.2, 900]]) {
      rustle(audio, start + at, { length: 0.03, pitch, volume: 0.35 });
    }
  },
  stone: (audio, start) => {
    tone(audio, start, { pitch: 210, length: 0.12, volume: 0.25 });
    rustle(audio, start, { length: 0.025, pitch: 1800, volume: 0.2 });
  },
  coin: (audio, start) => {
    tone(audio, start, { pitch: 2090, length: 0.25, volume: 0.05 });
    tone(audio, start + 0.04, { pitch: 2793, length: 0.35, volume: 0.05 });
  },
};

/** @type {AudioContext | undefined} */
let context;

/** The audio of this page; undefined where a sound would come too late. */
async function ready() {
  context ??= new AudioContext();
  const asked = performance.now();
  await context.resume();
  return performance.now() - asked > LATE ? undefined : context;
}

/** @param {keyof typeof TUNES} tune */
export async function chime(tune) {
  const audio = await ready();
  if (!audio) return;
  for (const [at, pitch] of TUNES[tune].entries()) {
    tone(audio, audio.currentTime + at * 0.18, { pitch, length: 0.2, volume: 0.12 });
  }
}

/** Let cards, dice, stones and coins be heard, one after the other. @param {readonly Sound[]} sounds */
export async function play(sounds) {
  const audio = await ready();
  if (!audio) return;
  for (const [at, sound] of sounds.slice(0, MOST).entries()) SOUNDS[sound](audio, audio.currentTime + at * APART);
}

/** @param {AudioContext} audio @param {number} start in seconds @param {{ pitch: number, length: number, volume: number }} how */
function tone(audio, start, { pitch, length, volume }) {
  const source = audio.createOscillator();
  source.frequency.value = pitch;
  source.connect(fading(audio, start, length, volume)).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** A short noise around a pitch. @param {AudioContext} audio @param {number} start in seconds @param {{ pitch: number, length: number, volume: number }} how */
function rustle(audio, start, { pitch, length, volume }) {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  noise.copyToChannel(Float32Array.from({ length: noise.length }, () => Math.random() * 2 - 1), 0);
  const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(audio, start, length, volume)).connect(audio.destination);
  source.start(start);
}

/** @param {AudioContext} audio @param {number} start @param {number} length @param {number} volume */
function fading(audio, start, length, volume) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  return gain;
}
