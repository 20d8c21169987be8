import { Pace } from "./pace.js";

Deno.test("what changes while it is read is read once more afterwards, and no two at a time", async () => {
  let [reading, most, readings] = [0, 0, 0];
  const done = Promise.withResolvers();
  const pace = new Pace(async () => {
    most = Math.max(most, ++reading);
    readings++;
    for (let change = 0; change < 5 && readings === 1; change++) {
      await Promise.resolve();
      pace.ask();
    }
    reading--;
    if (readings === 2) done.resolve(0);
  }, 0.01);
  for (let change = 0; change < 5; change++) pace.ask();
  await done.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (most !== 1 || readings !== 2) throw new Error(`${readings} readings, ${most} at a time`);
});

Deno.test("a pause is behind each reading, at least as long as it took", async () => {
  /** @type {number[]} */
  const times = [];
  const done = Promise.withResolvers();
  const pace = new Pace(async () => {
    times.push(performance.now());
    if (times.length === 1) pace.ask();
    await new Promise((resolve) => setTimeout(resolve, 40));
    times.push(performance.now());
    if (times.length > 3) done.resolve(0);
  }, 0.001);
  pace.ask();
  await done.promise;
  const [began, ended, next] = times;
  if (next - ended < ended - began - 5) throw new Error(`${next - ended} ms after ${ended - began} ms`);
});
