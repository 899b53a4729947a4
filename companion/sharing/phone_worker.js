// The phone's camera, off the page's thread: takes the newest picture, makes a JPEG of it, sends it, waits for the
// answer.  One picture is on its way at a time, so that a weak link lowers the rate and never the age of a picture.
"use strict";
const MAGIC = 0x31464354;  // "TCF1"
const HEAD = 20;  // bytes: magic, captured (ms by the app's clock), number, length
const OPEN_MS = 2000;  // a socket that is not open by then is given up for plain requests
const ASK_MS = 300;  // what says nothing for longer than two of these is missed
const BEST = 0.8, WORST = 0.5;  // quality of JPEG
const SLOW = 6, FAST = 12;  // pictures a second below which quality goes down, and above which it comes back
let base = "", query = "", socket = null, byPost = false, everOpen = false, tries = 0;
let newest = null, busy = false, number = 0, sent = 0, quality = BEST, waitForAck = null;
let offset = NaN, quickest = Infinity, version = -1, stopped = false;
const clock = () => performance.timeOrigin + performance.now();
const tell = message => postMessage(message);

onmessage = ({data}) => {
  if (data.start) { ({base, query} = data.start); connect(); setInterval(askTime, ASK_MS); setInterval(everySecond, 1000); }
  if (data.readable) readAll(data.readable);
  if (data.track) readAll(new self.MediaStreamTrackProcessor({track: data.track}).readable);
  if (data.bitmap) offer(data.bitmap, data.captured);
  if (data.say) say(data.say);
  if (data.take) { query = data.take; stopped = false; byPost ? post("state", "{}") : connect(); }
};

async function readAll(readable) {
  const reader = readable.getReader();
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    const taken = value.metadata?.().captureTime;
    offer(value, taken ? performance.timeOrigin + taken : clock());
  }
}

function offer(picture, captured) {
  newest?.picture.close();
  newest = {picture, captured: Math.min(captured, clock())};
  send();
}

const ready = () => !stopped && (byPost || socket?.readyState === 1);

async function send() {
  if (busy || !newest || !ready()) return;
  busy = true;
  const {picture, captured} = newest;
  newest = null;
  try {
    const wide = picture.displayWidth ?? picture.width, high = picture.displayHeight ?? picture.height;
    canvas.width === wide && canvas.height === high || Object.assign(canvas, {width: wide, height: high});
    pen.drawImage(picture, 0, 0, wide, high);
    picture.close();
    const jpeg = new Uint8Array(await (await canvas.convertToBlob({type: "image/jpeg", quality})).arrayBuffer());
    const message = new Uint8Array(HEAD + jpeg.length), head = new DataView(message.buffer);
    head.setUint32(0, MAGIC, true);
    head.setFloat64(4, captured + offset, true);
    head.setUint32(12, number++, true);
    head.setUint32(16, jpeg.length, true);
    message.set(jpeg, HEAD);
    if (byPost) await post("frame", message);
    // The link may have gone while the JPEG was made: then nobody would ever answer.
    else if (ready()) await new Promise(done => { waitForAck = done; socket.send(message); });
    sent++;
  } catch (fault) { tell({fault: String(fault)}); }
  busy = false;
  byPost || newest ? setTimeout(send) : 0;
}
const canvas = new OffscreenCanvas(16, 16), pen = canvas.getContext("2d", {alpha: false, desynchronized: true});

function connect() {
  if (stopped) return;
  const one = new WebSocket(base.replace(/^http/, "ws") + "stream?" + query);
  socket = one;
  const late = setTimeout(() => { one.onclose = null; one.close(); failed(); }, OPEN_MS);
  one.onopen = () => { clearTimeout(late); everOpen = true; tries = 0; quickest = Infinity; askTime(); tell({link: "open"}); send(); };
  one.onmessage = ({data}) => heard(JSON.parse(data));
  one.onclose = () => { clearTimeout(late); waitForAck?.(); waitForAck = null; failed(); };
}

function failed() {
  if (stopped) return;
  if (!everOpen) { byPost = true; tell({link: "post"}); askTime(); send(); return; }
  tell({link: "lost"});
  setTimeout(connect, Math.min(4000, 250 * 2 ** tries++));
}

async function post(where, body) {
  try {
    const answer = await fetch(`${base}${where}?${query}&version=${version}`, {method: "POST", body, cache: "no-store"});
    if (!answer.ok) throw new Error(await answer.text());
    heard(await answer.json());
    tries = 0;
    tell({link: "post"});
  } catch (fault) {
    tell({link: "lost"});
    await new Promise(done => setTimeout(done, Math.min(4000, 250 * 2 ** tries++)));
  }
}

function heard(message) {
  if ("ack" in message) { waitForAck?.(); waitForAck = null; }
  if ("now" in message) {
    const back = clock(), took = back - message.asked;
    if (took <= quickest) { quickest = took; offset = message.now + took / 2 - back; }
    quickest += 0.02 * took;  // a clock drifts: an old good measurement gives way to newer ones
  }
  if (message.refused) { stopped = true; tell({refused: message.refused}); socket?.close(); }
  if ("state" in message) { version = message.version ?? version; tell({state: message.state}); }
}

function say(words) { byPost ? post("state", JSON.stringify(words)) : socket?.readyState === 1 && socket.send(JSON.stringify(words)); }
function askTime() { say({asked: clock()}); }

function everySecond() {
  tell({rate: sent, quality});
  if (sent && sent < SLOW) quality = Math.max(WORST, quality - 0.1);
  if (sent > FAST) quality = Math.min(BEST, quality + 0.05);
  sent = 0;
}
