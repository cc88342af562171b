// What node:fs gives to a file of tests, inside a page: a golden, read at once as in Node.

/**
 * @param {URL} url
 * @returns {string}
 */
export function readFileSync(url) {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.send();
  if (request.status !== 200) throw new Error(`${url} answered ${request.status}`);
  return request.responseText;
}
