/** How strong somebody is: mu and sigma, in millionths. */
export type Strength = [mu: number, sigma: number];
/** The players after a match. Of `ranks`, 0 is the best, and equal ones are a tie; `weight` is in percent. */
export function rated(before: readonly Strength[], ranks: readonly number[], weight?: number): Strength[];
/** Rounded to an integer, halves to the even one. */
export function halfEven(value: number): number;
