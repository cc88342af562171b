// Maps that share a line as far as they fit.

/** CSS px of width, in em, from which two maps stand side by side, and three. */
const TWO_EM = 36;
const THREE_EM = 80;

/** em between maps that stand side by side. */
const GAP_EM = 2.6;

/**
 * The room of one map where several share a line as far as they fit.
 * @param {import('../look.js').Look} look
 * @param {number} most maps that may share a line: 2 or 3
 * @param {number} [three] em of the line from which three fit
 * @returns {number} CSS px
 */
export function roomAbreast({ room, em }, most, three = THREE_EM) {
  const across = most > 2 && room >= em * three ? 3 : room >= em * TWO_EM ? 2 : 1;
  return (room - em * GAP_EM * (across - 1)) / across;
}
