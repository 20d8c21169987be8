// A sound, for those who have asked for it.

/** @type {AudioContext | undefined} */
let context;

/** Sound so many soft tones. @param {number} times */
export function chime(times) {
  context ??= new AudioContext();
  for (let each = 0; each < times; each++) tone(context, context.currentTime + each * 0.25);
}

/** @param {AudioContext} audio @param {number} start in seconds */
function tone(audio, start) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.2);
}
