// Indices as they stand beside a letter in print.

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';

/**
 * @param {number} index a whole number of at least 0
 * @returns {string} 12 → ₁₂
 */
export function subscript(index) {
  return Array.from(String(index), (digit) => DIGITS[Number(digit)]).join('');
}
