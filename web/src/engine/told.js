// What an object of the core was told last. Most calls tell it the same again: comparing numbers is cheaper than crossing into wasm.

export class Told {
  #tell;
  /** @type {number[]} */
  #last = [];

  /** @param {(...numbers: number[]) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @param {number[]} numbers always as many */
  say(...numbers) {
    const last = this.#last;
    let k = 0;
    while (k < numbers.length && Object.is(numbers[k], last[k])) k++;
    if (k === numbers.length) return;
    this.#tell(...numbers);
    this.#last = numbers;
  }
}
