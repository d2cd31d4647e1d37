// What the page remembers of the events it heard.

const MOST_TICKS = 1200; // ten minutes
const MOST_SETTLED = 1000;
const MOST_STREAMS = 500;

export class History {
  times = []; // of ticks, in seconds
  rates = [];
  tick = null; // the last one
  streams = new Map(); // by name: { seq, heard, values by prediction: arrays as long as times }
  series = new Map(); // by prediction and quantity: an array as long as times
  settled = new Map(); // by prediction: a map by stream and seq

  add(tick) {
    this.tick = tick;
    this.times.push(Date.parse(tick.time) / 1000);
    this.rates.push(tick.rows_per_second);
    this.#addStreams(tick.latest, tick.predictions);
    for (const prediction of tick.predictions) {
      const { td_error: error, ratio } = prediction.diagnostics;
      this.#push(`${prediction.name} error`, [error.p50, error.p90, error.p99, error.recent]);
      this.#push(`${prediction.name} ratio`, [ratio.p50, ratio.p90, ratio.p99]);
      this.addSettled(prediction.name, prediction.settled_since ?? []);
    }
    if (this.times.length > MOST_TICKS) this.#forget(MOST_TICKS / 10);
  }

  /** What was to be seen before the page listened, as far as it has not heard it itself. */
  addPast(ticks) {
    const last = this.tick; // those of the past are not whole
    for (const tick of ticks) {
      if (this.times.length === 0 || Date.parse(tick.time) / 1000 > this.times.at(-1)) this.add(tick);
    }
    this.tick = last;
  }

  /** A break in the lines: nothing is known of the time in which nothing was heard. */
  interrupt() {
    if (this.times.length === 0) return;
    this.times.push(this.times.at(-1) + 0.001);
    this.rates.push(null);
    for (const stream of this.streams.values()) stream.breaks = true;
    for (const lines of this.series.values()) lines.forEach((line) => line.push(null));
  }

  #push(key, values) {
    const before = this.times.length - 1;
    const lines = this.series.get(key) ?? values.map(() => []);
    this.series.set(key, lines);
    lines.forEach((line, k) => {
      while (line.length < before) line.push(null);
      line.push(values[k]);
    });
  }

  #addStreams(latest, predictions) {
    const now = this.times.at(-1);
    const names = predictions.map(({ name }) => name);
    const halves = Object.fromEntries(predictions.map(({ name, diagnostics }) => [name, diagnostics.outcome_band?.half_width]));
    for (const { stream, seq, values } of latest) {
      const known = this.streams.get(stream) ?? { seq: null, heard: 0, points: [] };
      this.streams.set(stream, known);
      if (known.seq === seq) continue;
      known.seq = seq;
      known.heard = now;
      known.points.push({ time: now, seq, halves, breaks: known.breaks === true, values: Object.fromEntries(names.map((name) => [name, values[name]])) });
      known.breaks = false;
      if (known.points.length > MOST_TICKS) known.points.shift();
    }
    if (this.streams.size > MOST_STREAMS) {
      const oldest = [...this.streams].sort((a, b) => a[1].heard - b[1].heard)[0][0];
      this.streams.delete(oldest);
    }
  }

  addSettled(name, rows) {
    const known = this.settled.get(name) ?? new Map();
    this.settled.set(name, known);
    for (const row of [...rows].reverse()) known.set(`${row.stream} ${row.seq}`, row);
    for (const key of known.keys()) {
      if (known.size <= MOST_SETTLED) break;
      known.delete(key);
    }
  }

  /** Lines of a quantity over all times. */
  lines(name, quantity, size) {
    const lines = this.series.get(`${name} ${quantity}`);
    return lines ?? Array.from({ length: size }, () => this.times.map(() => null));
  }

  /**
   * The values of one prediction for some streams, over the times at which any of them moved; then the ends of the band
   * around the first, if it has one.
   */
  values(name, streams) {
    const times = new Set();
    streams.forEach((stream) => this.streams.get(stream)?.points.forEach((point) => times.add(point.time)));
    const sorted = [...times].sort((a, b) => a - b);
    const at = new Map(sorted.map((time, k) => [time, k]));
    const ends = [-1, 1].map((sign) => {
      const line = sorted.map(() => undefined);
      for (const { time, values, halves } of this.streams.get(streams[0])?.points ?? []) {
        if (Number.isFinite(halves[name]) && Number.isFinite(values[name])) line[at.get(time)] = values[name] + sign * halves[name];
      }
      return line;
    });
    const bands = ends[0].some((end) => end !== undefined) ? ends : [];
    return [sorted, ...streams.map((stream) => {
      const line = sorted.map(() => undefined); // undefined is passed over, null is a break
      for (const point of this.streams.get(stream)?.points ?? []) {
        line[at.get(point.time)] = point.values[name] ?? null;
        if (point.breaks && at.get(point.time) > 0) line[at.get(point.time) - 1] ??= null;
      }
      return line;
    }), ...bands];
  }

  #forget(ticks) {
    this.times.splice(0, ticks);
    this.rates.splice(0, ticks);
    for (const lines of this.series.values()) lines.forEach((line) => line.splice(0, ticks));
    const first = this.times[0];
    for (const [name, stream] of this.streams) {
      stream.points = stream.points.filter((point) => point.time >= first);
      if (stream.points.length === 0 && stream.heard < first) this.streams.delete(name);
    }
  }
}
