// Sounds, for those who have asked for them: tones that are made here, so nothing is loaded.

/** The pitches in hertz: it is the player's turn, and the player's time runs out. */
const TUNES = { turn: [587, 784], short: [440, 440, 440] };
/** A browser that wants a gesture first may let a sound wait: after so long, in milliseconds, it says nothing any more. */
const LATE = 1000;

/** @type {AudioContext | undefined} */
let context;

/** @param {keyof typeof TUNES} tune */
export async function chime(tune) {
  context ??= new AudioContext();
  const asked = performance.now();
  await context.resume();
  if (performance.now() - asked > LATE) return;
  for (const [at, pitch] of TUNES[tune].entries()) tone(context, pitch, context.currentTime + at * 0.18);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} start in seconds */
function tone(audio, pitch, start) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.2);
}
