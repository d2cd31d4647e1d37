// Events of the service, for as long as the page is open. EventSource cannot send a token, so that events are read from
// a fetched stream. A stream that ends or falls silent is opened again, later and later.

const KEY = 'emphatic-token';
const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
const SILENCE = 6_000; // a tick is due every half second

export const token = {
  get: () => sessionStorage.getItem(KEY) ?? '',
  set: (value) => sessionStorage.setItem(KEY, value),
};

/** Fetches with the token of this tab. */
export function ask(path, options = {}) {
  const headers = token.get() ? { Authorization: `Bearer ${token.get()}` } : {};
  return fetch(path, { ...options, headers, cache: 'no-store' });
}

/** One event of a stream: the lines between two blank ones. */
export function parse(block) {
  const event = { name: 'message', data: '' };
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event.name = value;
    if (field === 'data') event.data += (event.data ? '\n' : '') + value;
  }
  return event;
}

/**
 * Listens for ever.
 * `on.event(name, data)`, `on.state(state, words)` with state live, waiting or lost, and `on.token(words)`, which
 * promises that there is another token.
 */
export async function listen(on) {
  let delay = FIRST_DELAY;
  for (;;) {
    let why = 'The connection was lost.';
    try {
      const refusal = await read(on, () => { delay = FIRST_DELAY; });
      if (refusal?.needsToken) {
        on.state('waiting', 'Waiting for a token.');
        await on.token(refusal.words);
        continue;
      }
      why = refusal?.words ?? why;
    } catch {
      why = delay === FIRST_DELAY ? why : 'The service does not answer.';
    }
    on.state('lost', `${why} Trying again in ${seconds(delay)}.`);
    await pause(delay);
    delay = Math.min(2 * delay, LONGEST_DELAY);
  }
}

/** Until the stream ends; returns why it was refused, if it was. */
async function read(on, opened) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const answer = await ask('/v1/events', { signal: silence.signal });
    if (!answer.ok) return refusal(answer);
    opened();
    on.state('live', 'Live');
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      text += value;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        on.event(event.name, JSON.parse(event.data));
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

async function refusal(answer) {
  let words = `The service answers ${answer.status}.`;
  try {
    const problem = await answer.json();
    words = `${problem.title}: ${problem.detail}.`;
  } catch {
    // not a problem document: the status has to do
  }
  return { words, needsToken: answer.status === 401 || (answer.status === 403 && token.get() !== '') };
}

const seconds = (ms) => (ms < 1000 ? 'a moment' : `${Math.round(ms / 1000)} s`);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
