// What samples say: medians and their spread, and which rounds were disturbed.

/** A round whose calibration falls below this share of the best one was disturbed by other programs. */
const DISTURBED_BELOW = 0.85;
/** Fewer rounds than this say less than disturbed ones. */
const LEAST_ROUNDS = 3;

/** @typedef {{ median: number, p25: number, p75: number, min: number, count: number }} Summary */

/**
 * The value below which a share of the samples lies, between neighbours by proportion.
 * @param {readonly number[]} samples at least one
 * @param {number} share 0 … 1
 */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/**
 * @param {readonly number[]} samples
 * @returns {Summary | null} null without samples
 */
export function summarise(samples) {
  if (samples.length === 0) return null;
  return {
    median: quantile(samples, 0.5),
    p25: quantile(samples, 0.25),
    p75: quantile(samples, 0.75),
    min: Math.min(...samples),
    count: samples.length,
  };
}

/**
 * Which rounds count: those before and after which the machine was near its best. If they are too few, all count.
 * @param {readonly number[]} calibrations one more than rounds
 * @returns {{ kept: number[], disturbed: number[], areAllKept: boolean }} numbers of rounds
 */
export function sortRounds(calibrations) {
  const limit = DISTURBED_BELOW * Math.max(...calibrations);
  const rounds = Array.from({ length: calibrations.length - 1 }, (_, round) => round);
  const isDisturbed = (/** @type {number} */ round) =>
    calibrations[round] < limit || calibrations[round + 1] < limit;
  const disturbed = rounds.filter(isDisturbed);
  const quiet = rounds.filter((round) => !isDisturbed(round));
  const areAllKept = quiet.length < Math.min(LEAST_ROUNDS, rounds.length);
  return { kept: areAllKept ? rounds : quiet, disturbed, areAllKept };
}
