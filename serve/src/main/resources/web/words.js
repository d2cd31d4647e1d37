// Numbers as people read them, and small pieces of the page.

const MINUS = '−';
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const text = size !== 0 && (size >= 1e7 || size < 1e-4)
    ? value.toExponential(2).replace('e+', 'e')
    : size >= 10_000 ? whole.format(value) : significant.format(value);
  return text.replaceAll('-', MINUS);
}

/** With one decimal if it is small. */
export const rate = (value) => (value < 100 ? value.toFixed(1).replace('.0', '') : whole.format(value));

/** A share; a dash where there is none. */
export const percent = (share) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–');

export const count = (value) => (Number.isFinite(value) ? whole.format(value) : '–');

/** Seconds as people say them. */
export function age(seconds) {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 120) return `${Math.floor(seconds)} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${whole.format(Math.floor(seconds / 3600))} h`;
}

export const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString('en-GB');

/** An element with a class and children, which are elements or texts. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Replaces a text only if it changes, so that nothing is selected or read out anew. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Fills the body of a table; the first cell of a row is its header, numbers are on the right. */
export function fill(table, rows) {
  const body = table.tBodies[0];
  while (body.rows.length > rows.length) body.deleteRow(-1);
  rows.forEach((cells, r) => {
    const row = body.rows[r] ?? body.insertRow();
    while (row.cells.length > cells.length) row.lastChild.remove();
    cells.forEach((cell, c) => {
      if (!row.cells[c]) {
        const made = element(c === 0 ? 'th' : 'td', c === 0 ? '' : 'n');
        if (c === 0) made.scope = 'row';
        row.append(made);
      }
      write(row.cells[c], cell);
    });
  });
}
