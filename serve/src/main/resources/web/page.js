// The page: hears events, remembers them, and shows one prediction at a time.

import { ScatterChart, TimeChart } from './charts.js';
import { ask, listen, token } from './feed.js';
import { History } from './history.js';
import { age, count, element, fill, number, percent, rate, write } from './words.js';

const SHOWN_STREAMS = 8;
const QUIET = 60; // seconds after which a stream gives its line to another
const byId = (id) => document.getElementById(id);

const history = new History();
const charts = {
  values: new TimeChart('values', ['time'], false),
  settled: new ScatterChart('settled', ['stream, seq', 'predicted', 'realised']),
  errors: new TimeChart('errors', ['time', 'median', '90 %', '99 %', 'recent']),
  ratios: new TimeChart('ratios', ['time', 'median', '90 %', '99 %']),
  throughput: new TimeChart('throughput', ['time', 'rows per second']),
};
let chosen = decodeURIComponent(location.hash.slice(1)) || null; // the name of a prediction; an address may have it
let lines = []; // the streams that have a line, each in its place
let isPaused = false;
let wasLive = false;
let warned = new Set();

function prediction() {
  const all = history.tick.predictions;
  return all.find((one) => one.name === chosen) ?? all[0];
}

function choose(name) {
  chosen = name;
  window.history.replaceState(null, '', `#${name}`);
  fetchSettled(name);
  if (history.tick) show();
}

/** What was settled before this page listened. */
async function fetchSettled(name) {
  try {
    const answer = await ask(`/v1/predictions/${name}/settled`);
    if (answer.ok) history.addSettled(name, (await answer.json()).settled);
  } catch {
    // the events tell that the service is gone
  }
}

function show() {
  const { tick } = history;
  write(byId('rows'), count(tick.rows));
  write(byId('rate'), rate(tick.rows_per_second));
  write(byId('streams'), count(tick.streams));
  write(byId('age'), age(tick.last_row_age));
  showAlarm(tick);
  showWarnings(tick);
  if (tick.predictions.length === 0) return;
  chosen = prediction().name;
  showPredictions(tick);
  showRace(tick);
  showValues();
  showSettled();
  showOverTime();
  showNumbers();
}

/** The header is red when something has to be done. */
function showAlarm(tick) {
  const diverged = tick.predictions.filter(({ diverged_at: step }) => step !== null).map(({ name }) => name);
  const off = Object.keys(tick.switched_off ?? {});
  const words = [];
  const some = (names) => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
  if (tick.status !== 'ok') words.push(tick.status === 'full' ? 'The disk is full.' : 'It learns no more.');
  if (diverged.length > 0) words.push(`Diverged: ${some(diverged)}.`);
  if (off.length > 0) words.push(`Switched off: ${some(off)}.`);
  byId('alarm').hidden = words.length === 0;
  write(byId('alarm'), words.join(' '));
  document.querySelector('header').classList.toggle('bad', words.length > 0);
}

function showWarnings(tick) {
  const all = tick.predictions.flatMap(({ name, diagnostics }) =>
    diagnostics.warnings.map((sentence) => ({ name, sentence })));
  for (const [name, why] of Object.entries(tick.switched_off ?? {})) {
    all.push({ name, sentence: `it was switched off ${why}` });
  }
  const beyond = Object.entries(tick.rows_beyond ?? {});
  if (beyond.length > 0) {
    const columns = beyond.map(([column, rows]) => `${column} ${count(rows)}`).join(', ');
    all.push({ name: 'rows', sentence: `some were beyond what rows before had shown, and not learned from (${columns})` });
  }
  if (tick.status === 'full') {
    all.unshift({ name: 'the service', sentence: 'the disk is full: steps are refused, predictions go on' });
  }
  if (tick.status === 'failed') {
    all.unshift({ name: 'the service', sentence: 'it cannot learn any more, and has to be started again' });
  }
  const list = byId('warnings');
  list.closest('section').classList.toggle('some', all.length > 0);
  const texts = all.map(({ name, sentence }) => `${name}: ${sentence}`);
  if ([...list.children].map((item) => item.textContent).join('\n') !== texts.join('\n') || texts.length === 0) {
    list.replaceChildren(...(all.length === 0
      ? [element('li', 'none', 'None so far.')]
      : all.map(({ name, sentence }) => element('li', '', element('b', '', `${name}: `), sentence))));
  }
  // numbers in a warning change all the time, and are no news
  const now = new Set(texts.map((text) => text.replace(/[\d.,−e]+/g, '#')));
  const news = texts.filter((text) => !warned.has(text.replace(/[\d.,−e]+/g, '#')));
  if (news.length > 0) write(byId('announcement'), `Warning. ${news.join('. ')}`);
  warned = now;
}

function showPredictions(tick) {
  const latest = tick.latest[0]?.values ?? {};
  fill(byId('predictions'), tick.predictions.map(({ name, algorithm, steps, diagnostics: d }) => [
    name, algorithm, count(steps), number(latest[name]), count(d.settled.count), number(d.settled.recent.bias),
    number(d.settled.recent.root_mean_square_error), number(d.settled.recent.deviation), covered(d.outcome_band),
    number(d.td_error.recent),
    number(d.ratio.p99), count(d.effective_sample_size),
  ]));
  [...byId('predictions').tBodies[0].rows].forEach((row, k) => {
    const { name, diverged_at: diverged } = tick.predictions[k];
    row.classList.toggle('chosen', name === chosen);
    row.classList.toggle('diverged', diverged !== null);
    row.cells[1].className = '';
    let button = row.cells[0].querySelector('button');
    if (!button) {
      button = element('button', 'choose', name);
      button.type = 'button';
      button.addEventListener('click', () => choose(button.textContent));
      row.cells[0].replaceChildren(button);
    }
    button.setAttribute('aria-pressed', String(name === chosen));
    button.title = diverged === null ? '' : `diverged at step ${count(diverged)}`;
  });
}

/** A bar for each policy, from the least to the most that it earns; those that are out are grey, and below. */
function showRace(tick) {
  const races = tick.race?.races ?? [];
  const section = byId('race');
  section.hidden = races.length === 0;
  const rows = races.flatMap(({ cumulant, policies }) => {
    const from = Math.min(...policies.map(({ low }) => low));
    const to = Math.max(...policies.map(({ high }) => high));
    const place = (value) => `${(100 * (value - from)) / (to - from || 1)}%`;
    return [...policies]
      .sort((a, b) => (a.dropped_at !== null) - (b.dropped_at !== null) || b.low + b.high - a.low - a.high)
      .map(({ name, low, high, dropped_at: at, dropped_by: by }) => ({
        name: races.length > 1 ? `${name} (${cumulant ?? 'reward'})` : name,
        ends: `${number(low)} to ${number(high)}`,
        state: at === null ? 'may be the best' : `out: ${by} earns more, since episode ${count(at)}`,
        isOut: at !== null,
        left: place(low),
        right: place(from + to - high),
      }));
  });
  const [words, list] = [section.querySelector('p'), section.querySelector('ol')];
  const episodes = Math.max(0, ...races.map((race) => race.episodes));
  const waiting = Math.max(0, ...races.map((race) => race.waiting));
  const wait = waiting > 0 ? ` (${count(waiting)} more ended, and wait for one that began before them)` : '';
  write(words, `What a whole episode brings under each policy, from ${count(episodes)} episodes${wait}. With 95 % the best is never out, whenever you look.`);
  while (list.children.length > rows.length) list.lastChild.remove();
  rows.forEach((row, k) => {
    if (!list.children[k]) {
      list.append(element('li', '', element('b', ''), element('span', 'track', element('i', '')),
        element('span', 'ends'), element('span', 'state')));
    }
    const item = list.children[k];
    item.className = row.isOut ? 'out' : '';
    write(item.children[0], row.name);
    item.querySelector('i').style.left = row.left;
    item.querySelector('i').style.right = row.right;
    write(item.children[2], row.ends);
    write(item.children[3], row.state);
  });
}

/**
 * Lines stay with their streams as long as these move, so that colours mean the same from tick to tick. Of many streams
 * only some are heard at each tick: those heard most have lines, and who was heard once gives way.
 */
function chooseLines() {
  const one = byId('stream').value;
  if (one) return [one];
  const now = history.times.at(-1);
  const moving = [...history.streams].filter(([, stream]) => now - stream.heard < QUIET).map(([name]) => name);
  const heard = (name) => history.streams.get(name).points.length;
  lines = lines.filter((name) => moving.includes(name) && heard(name) > 1);
  for (const name of moving.sort((a, b) => heard(b) - heard(a))) {
    if (lines.length < SHOWN_STREAMS && !lines.includes(name)) lines.push(name);
  }
  return lines.length > 0 ? lines : [...history.streams.keys()].slice(0, SHOWN_STREAMS);
}

function showStreams() {
  const select = byId('stream');
  const names = [...history.streams.keys()].sort();
  if (select.options.length !== names.length + 1) {
    const before = select.value;
    select.replaceChildren(select.options[0], ...names.map((name) => new Option(name, name)));
    select.value = names.includes(before) ? before : '';
  }
}

/** How many returns were in the band: a share once they are more than a few. */
function covered(band) {
  const k = band.coverage * band.count; // no whole number where returns count more or less than once
  return 0 < band.count && band.count < 20 && Math.abs(k - Math.round(k)) < 1e-9 ? `${Math.round(k)} of ${band.count}` : percent(band.coverage);
}

function showValues() {
  showStreams();
  const streams = chooseLines();
  const data = history.values(chosen, streams);
  const all = history.tick.streams;
  const { outcome_band: band, settled: { against } } = prediction().diagnostics;
  const hasBand = data.length > streams.length + 1;
  const ends = hasBand ? ['low', 'high'] : [];
  const inBand = hasBand
    ? ` In the band ${number(100 * band.level)} % of the returns of ${streams[0]}${against === 'return' ? '' : ' under its policy'} should come to lie${band.count > 0 ? `; so far, of all, ${covered(band)} did` : ''}.`
    : '';
  const whose = streams.length < all && !byId('stream').value ? `, for ${streams.length} of ${count(all)} streams` : '';
  charts.values.head([...streams, ...ends.map((end) => `${streams[0]} ${end}`)]);
  charts.values.draw({
    data,
    series: [
      ...streams.map((name, k) => ({ label: name, color: `s${k + 1}`, points: data[0].length < 60 })),
      ...ends.map(() => ({ label: '', color: 's1', width: 0, isEnd: true })),
    ],
    words: `${chosen}${whose}, as predicted for each row before it was learned from.${inBand}`,
    nothing: 'No row has come yet. Post steps, or replay a log.',
  });
}

function showSettled() {
  const { against, count: settled, recent } = prediction().diagnostics.settled;
  const { bias, root_mean_square_error: error, deviation } = recent;
  const rows = [...(history.settled.get(chosen)?.values() ?? [])];
  const what = against === 'return' ? 'the return that followed' : 'the doubly robust return';
  const half = against === 'return' ? prediction().diagnostics.outcome_band.half_width : null;
  charts.settled.drawPairs(rows, half, settled === 0
    ? `${chosen} against ${what}.`
    : `${chosen} against ${what}; of the last ${count(recent.count)} in a sample of ${count(settled)}: bias ${number(bias)}, error ${number(error)}, spread ${number(deviation)}.`,
  settled === 0 ? 'No prediction is settled yet: what it predicts has not happened.' : 'None has been settled since this page was opened.');
}

function showOverTime() {
  const { td_error: error, ratio } = prediction().diagnostics;
  const quantiles = (k) => [{ label: 'median', color: 's1' }, { label: '90 %', color: 's3' }, { label: '99 %', color: 's2' }].slice(0, k);
  charts.errors.draw({
    data: [history.times, ...history.lines(chosen, 'error', 4)],
    series: [...quantiles(3), { label: 'recent', color: 's8', dash: [4, 3] }],
    words: `Of all steps of ${chosen}: half below ${number(error.p50)}, 1 % above ${number(error.p99)}. Recent mean: ${number(error.recent)}.`,
    nothing: 'No step has been learned yet.',
  });
  const isConstant = ratio.max === 1 && ratio.p50 === 1; // nothing to draw: the others get the room
  byId('ratios').closest('section').hidden = isConstant;
  byId('errors').closest('section').classList.toggle('wide', isConstant);
  charts.ratios.draw({
    data: [history.times, ...history.lines(chosen, 'ratio', 3)],
    series: quantiles(3),
    words: isConstant
      ? `${chosen} asks about the policy that runs: every ratio is 1.`
      : `Of all steps of ${chosen}: half below ${number(ratio.p50)}, 1 % above ${number(ratio.p99)}. Mean: ${number(ratio.mean)}, which should be 1.`,
    nothing: 'No step has been learned yet.',
  });
  charts.throughput.draw({
    data: [history.times, history.rates],
    series: [{ label: 'rows per second', color: 's7', fill: true }],
    words: `${count(history.tick.rows)} rows so far, ${rate(history.tick.rows_per_second)} per second now.`,
    nothing: 'Nothing has been heard yet.',
  });
}

function showNumbers() {
  const { algorithm, parameters, steps, diverged_at: diverged, diagnostics: d } = prediction();
  const row = (name, tail) => [name, ...['p50', 'p90', 'p99', 'max'].map((key) => number(tail?.[key]))];
  const rows = [row('TD error, |δ|', d.td_error), row('importance ratio, ρ', d.ratio)];
  if (d.follow_on) rows.push(row('follow-on, F', d.follow_on));
  if (d.emphasis) rows.push(row('emphasis, M', d.emphasis));
  fill(byId('quantiles'), rows);
  const { low, high, confidence, episodes, reason } = d.value_interval;
  const band = d.outcome_band;
  const pairs = [
    ['prediction', chosen],
    ['algorithm', [algorithm, ...Object.entries(parameters).map(([name, value]) => `${name} ${number(value)}`)].join(', ')],
    ['steps', `${count(steps)}, worth ${count(d.effective_sample_size)}`],
    ['importance ratio', d.ratio.max === 1 && d.ratio.p50 === 1 ? 'always 1: the policy that runs' : `${number(d.ratio.mean)} on average`],
    ['progressive score', number(d.score)],
    ['outcome', band.reason ? `no band: ${band.reason}` : `± ${number(band.half_width)} for ${number(100 * band.level)} %; ${covered(band)} were within`],
    ['value', reason === null
      ? `in [${number(low)}, ${number(high)}] with ${number(100 * confidence)} %, from ${count(episodes)} episodes`
      : `no interval: ${reason}`],
    ...(diverged === null ? [] : [['diverged', `at step ${count(diverged)}`]]),
  ];
  byId('learner').closest('section').classList.toggle('diverged', diverged !== null);
  const list = byId('learner');
  while (list.children.length > 2 * pairs.length) list.lastChild.remove();
  pairs.forEach(([name, value], k) => {
    if (!list.children[2 * k]) list.append(element('dt', ''), element('dd', ''));
    write(list.children[2 * k], name);
    write(list.children[2 * k + 1], value);
  });
}

function askForToken(words) {
  const dialog = byId('token-dialog');
  if (token.get()) write(byId('token-words'), words);
  if (!dialog.open) dialog.showModal();
  return new Promise((done) => {
    byId('token-form').addEventListener('submit', (event) => {
      event.preventDefault();
      token.set(byId('token').value.trim());
      byId('token').value = '';
      dialog.close();
      done();
    }, { once: true });
  });
}

byId('token-dialog').addEventListener('cancel', (event) => event.preventDefault());
byId('pause').addEventListener('click', () => {
  isPaused = !isPaused;
  byId('pause').setAttribute('aria-pressed', String(isPaused));
  write(byId('pause'), isPaused ? 'Go on' : 'Pause');
  if (!isPaused && history.tick) show();
});
byId('stream').addEventListener('change', () => history.tick && show());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  Object.values(charts).forEach((chart) => chart.forgetColors());
  if (history.tick) show();
});

listen({
  event(name, data) {
    if (name === 'diverged') write(byId('announcement'), `${data.name} diverged at step ${count(data.step)}.`);
    if (name === 'history') history.addPast(data.ticks);
    if (name !== 'tick') return;
    history.add(data);
    if (!wasLive && data.predictions.length > 0) fetchSettled(prediction().name);
    wasLive = true;
    if (!isPaused) show();
  },
  state(state, words) {
    if (state === 'lost' && wasLive) {
      history.interrupt();
      wasLive = false;
    }
    byId('connection').dataset.state = state;
    write(byId('connection'), words);
  },
  token: askForToken,
});
