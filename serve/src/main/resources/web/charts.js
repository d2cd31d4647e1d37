// uPlot with the colours of the page, a legend with values, a sentence, and a table that says the same as the chart.

import { clock, count, element, fill, number, write } from './words.js';

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const SHORTEST = 30; // seconds that a time axis shows at least
const TABLE_ROWS = 60;

/** Room around values, so that none lies on the border and a constant has a scale. */
function roomy(low, high, fromZero) {
  if (low === null || !Number.isFinite(low)) return [0, 1];
  const from = fromZero ? Math.min(0, low) : low;
  const room = (high - from) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [fromZero && low >= 0 ? 0 : from - room, high + room];
}

/** Where nearly all values are: a few that are far away would leave no room for the others. */
export function most(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const cut = Math.floor(0.05 * sorted.length);
  const [low, high] = [sorted[cut], sorted[sorted.length - 1 - cut]];
  return low === high ? [first, last] : [Math.max(first, 2 * low - high), Math.min(last, 2 * high - low)];
}

/** The range of values, at least two fifths of that of others: a scatter keeps its proportions, more or less. */
function range(values, others) {
  if (values.length === 0) return [0, 1];
  const [low, high] = most(values);
  const [otherLow, otherHigh] = most(others);
  const least = 0.4 * (otherHigh - otherLow);
  const missing = Math.max(0, least - (high - low)) / 2;
  return roomy(low - missing, high + missing, false);
}

/** Also of what has diverged: uPlot itself has no distances of ticks beyond 10¹⁶. */
const DISTANCES = Array.from({ length: 600 }, (_, k) => k - 300).flatMap((e) => [1, 2, 5].map((digit) => Number(`${digit}e${e}`)));
const ticks = { incrs: DISTANCES, values: (u, values) => values.map((value) => (value === null ? '' : number(value))) };

class Chart {
  #plot = null;
  #series = '';
  #shown = null; // what was drawn last

  constructor(id, columns) {
    this.root = document.getElementById(id);
    this.words = element('p', 'words');
    this.area = element('div', 'plot');
    this.area.setAttribute('role', 'img');
    this.empty = element('p', 'empty');
    this.legend = element('ul', 'legend');
    const head = element('tr', '', ...columns.map((name, k) => {
      const cell = element('th', k === 0 ? '' : 'n', name);
      cell.scope = 'col';
      return cell;
    }));
    this.table = element('table', '', element('thead', '', head), element('tbody', ''));
    this.details = element('details', '', element('summary', '', 'As a table'), this.#scroll());
    this.details.addEventListener('toggle', () => this.#fillTable());
    this.root.append(this.words, this.area, this.legend, this.details);
    new ResizeObserver(() => this.#resize()).observe(this.area);
  }

  #scroll() {
    const scroll = element('div', 'scroll', this.table);
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'region');
    scroll.setAttribute('aria-label', `${this.root.closest('section').querySelector('h2').textContent}, as a table`);
    return scroll;
  }

  /** What the colours of the page have become is seen when the chart is made anew. */
  forgetColors() {
    this.#plot?.destroy();
    this.#plot = null;
  }

  /** `data` as uPlot has it, `series` with label and color for each line, `words` for the chart as a sentence. */
  draw({ data, series, words, nothing }) {
    this.#shown = { data, series };
    write(this.words, words);
    this.area.setAttribute('aria-label', `${words} The table below says the same.`);
    const isEmpty = data[0].length === 0;
    write(this.empty, isEmpty ? nothing : '');
    if (isEmpty) this.area.append(this.empty);
    else this.empty.remove();
    const identity = series.map((one) => one.label + one.color).join();
    if (identity !== this.#series) this.forgetColors();
    this.#series = identity;
    if (this.#plot) this.#plot.setData(data);
    else this.#make(data, series);
    this.#writeLegend(null);
    if (this.details.open) this.#fillTable();
  }

  #make(data, series) {
    this.legend.replaceChildren(...series.filter((one) => one.label).map((one) => {
      const swatch = element('i', one.isPoints ? 'dot' : '');
      swatch.style.background = color(one.color);
      return element('li', '', swatch, element('span', '', one.label), element('b', ''));
    }));
    const options = {
      width: this.area.clientWidth || 300,
      height: this.area.clientHeight || 168,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      padding: [8, 26, 0, 0],
      hooks: { setCursor: [(u) => this.#writeLegend(u.cursor.idx)], ...this.hooks?.(color) },
      ...this.options(series, color),
    };
    for (const axis of options.axes) {
      axis.stroke = color('muted');
      axis.grid = { stroke: color('grid'), width: 1 };
      axis.ticks = { show: false };
      axis.font = '11px system-ui, sans-serif';
      axis.labelFont = '11px system-ui, sans-serif';
    }
    this.#plot = new uPlot(options, data, this.area);
  }

  #writeLegend(index) {
    const { data, series } = this.#shown;
    series.filter((one) => one.label).forEach((one, k) => {
      const item = this.legend.children[k];
      if (item) write(item.lastChild, this.legendValue(data, k + 1, index));
    });
  }

  #resize() {
    if (this.#plot && this.area.clientWidth > 0) {
      this.#plot.setSize({ width: this.area.clientWidth, height: this.area.clientHeight });
    }
  }

  #fillTable() {
    if (this.#shown) fill(this.table, this.rows(this.#shown).slice(0, TABLE_ROWS));
  }
}

/** Lines over time. */
export class TimeChart extends Chart {
  constructor(id, columns, fromZero = true) {
    super(id, columns);
    this.fromZero = fromZero;
  }

  options(series, color) {
    return {
      scales: {
        x: { // uPlot makes 1,000 days of a single time
          time: true,
          range: (u, low, high) => {
            const last = low === null ? SHORTEST : Math.min(high, u.data[0].at(-1));
            return [Math.min(low ?? 0, last - SHORTEST), last];
          },
        },
        y: { range: (u, low, high) => roomy(low, high, this.fromZero) },
      },
      axes: [
        { size: 26, space: 64, values: (u, values) => values.map((value) => clock(value)) },
        { size: 54, ...ticks },
      ],
      series: [{}, ...series.map((one) => ({
        stroke: color(one.color),
        width: one.width ?? 1.6,
        dash: one.dash,
        fill: one.fill ? `${color(one.color)}22` : undefined,
        points: { show: one.points === true, size: 4, fill: color(one.color) },
      }))],
      bands: series.some((one) => one.isEnd) ? [{ series: [series.length, series.length - 1], fill: `${color('s1')}26` }] : [],
    };
  }

  legendValue(data, line, index) {
    if (index !== null && index !== undefined) return number(data[line][index]);
    return number(data[line].findLast((value) => value !== null && value !== undefined));
  }

  /** The newest first. */
  rows({ data }) {
    const shown = [];
    for (let k = data[0].length - 1; k >= 0 && shown.length < TABLE_ROWS; k--) {
      if (data.slice(1).some((line) => Number.isFinite(line[k]))) {
        shown.push([clock(data[0][k]), ...data.slice(1).map((line) => number(line[k]))]);
      }
    }
    return shown;
  }

  /** Names the columns of the table. */
  head(names) {
    const row = this.table.tHead.rows[0];
    while (row.cells.length > names.length + 1) row.lastChild.remove();
    names.forEach((name, k) => {
      if (!row.cells[k + 1]) {
        const made = element('th', 'n');
        made.scope = 'col';
        row.append(made);
      }
      write(row.cells[k + 1], name);
    });
  }
}

/** What was predicted, and what came: on the diagonal they are the same. */
export class ScatterChart extends Chart {
  #points = [];
  #half = null; // of the band around the diagonal

  options(series, color) {
    return {
      cursor: { show: false },
      scales: { x: { time: false, range: (u) => range(u.data[0], u.data[1]) }, y: { range: (u) => range(u.data[1], u.data[0]) } },
      axes: [
        { size: 26, label: 'predicted', labelSize: 16, labelGap: 0, ...ticks },
        { size: 54, label: 'realised', labelSize: 16, labelGap: 0, ...ticks },
      ],
      series: [{}, {
        paths: () => null,
        points: { show: true, size: 5, stroke: `${color('s1')}00`, fill: `${color('s1')}88` },
      }],
    };
  }

  /** The diagonal, over the points. */
  hooks(color) {
    return {
      draw: [(u) => {
        const from = Math.max(u.scales.x.min, u.scales.y.min);
        const to = Math.min(u.scales.x.max, u.scales.y.max);
        if (!(from < to)) return;
        u.ctx.save();
        u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
        u.ctx.clip();
        if (Number.isFinite(this.#half)) {
          const { min, max } = u.scales.x;
          u.ctx.fillStyle = `${color('s1')}1c`;
          u.ctx.beginPath();
          for (const [x, y] of [[min, min - this.#half], [max, max - this.#half], [max, max + this.#half], [min, min + this.#half]]) {
            u.ctx.lineTo(u.valToPos(x, 'x', true), u.valToPos(y, 'y', true));
          }
          u.ctx.fill();
        }
        u.ctx.strokeStyle = color('text');
        u.ctx.lineWidth = devicePixelRatio;
        u.ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
        u.ctx.beginPath();
        u.ctx.moveTo(u.valToPos(from, 'x', true), u.valToPos(from, 'y', true));
        u.ctx.lineTo(u.valToPos(to, 'x', true), u.valToPos(to, 'y', true));
        u.ctx.stroke();
        u.ctx.restore();
      }],
    };
  }

  drawPairs(rows, half, words, nothing) {
    this.#points = rows;
    this.#half = half;
    const sorted = rows
      .filter((row) => Number.isFinite(row.predicted) && Number.isFinite(row.realised))
      .sort((a, b) => a.predicted - b.predicted);
    const predicted = sorted.map((row) => row.predicted);
    const realised = sorted.map((row) => row.realised);
    const [x, y] = [range(predicted, realised), range(realised, predicted)];
    const outside = sorted.filter((row) => row.predicted < x[0] || row.predicted > x[1] || row.realised < y[0] || row.realised > y[1]).length;
    this.draw({
      data: [predicted, realised],
      series: [
        { label: 'a prediction', color: 's1', isPoints: true },
        { label: 'realised as predicted', color: 'text' },
      ],
      words: outside === 0 ? words : `${words} ${count(outside)} of ${count(sorted.length)} lie outside of the picture.`,
      nothing,
    });
  }

  legendValue() {
    return '';
  }

  rows() {
    return [...this.#points].reverse()
      .map((row) => [`${row.stream}, ${count(row.seq)}`, number(row.predicted), number(row.realised)]);
  }
}
