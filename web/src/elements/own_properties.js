// A page may set properties of a tag before the script that defines it has come: they stand on the element itself, and hide those of
// the class.

/**
 * Hand such values to the class.
 * @param {HTMLElement} element
 * @param {readonly string[]} names
 */
export function takeOwnProperties(element, names) {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    try {
      Reflect.set(element, name, value);
    } catch (error) {
      // As if it were set now: the line that did so is long past.
      reportError(error);
    }
  }
}
