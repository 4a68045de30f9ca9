/** Sound, off by default: generated in the browser from noise and two tones. */
import { sound } from "../game/sounds.js";

/** @type {AudioContext | null} */
let studio = null;

export const audible = () => localStorage.getItem("sound") === "yes";

export function toggle() {
  localStorage.setItem("sound", audible() ? "" : "yes");
  if (audible()) play("knock");
}

/** @param {import("../game/types.js").Happened} event @param {number | null} seat */
export function hearEvent(event, seat) {
  const kind = audible() && !document.hidden ? sound(event, seat) : null;
  if (kind) play(kind);
}

/** @param {"card" | "chip" | "knock"} kind */
function play(kind) {
  studio ??= new AudioContext();
  studio.resume();
  const at = studio.currentTime;
  if (kind === "card") brush(studio, at);
  else
    for (const [after, pitch] of kind === "chip"
      ? [
          [0, 2400],
          [0.05, 3100],
        ]
      : [
          [0, 190],
          [0.14, 170],
        ])
      tap(studio, at + after, pitch);
}

/** A card over cloth. @param {AudioContext} on @param {number} at */
function brush(on, at) {
  const noise = on.createBuffer(1, on.sampleRate * 0.12, on.sampleRate),
    data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(on, { buffer: noise }),
    cloth = new BiquadFilterNode(on, { type: "bandpass", frequency: 1800, Q: 0.7 });
  source
    .connect(cloth)
    .connect(new GainNode(on, { gain: 0.12 }))
    .connect(on.destination);
  source.start(at);
}

/** A chip on a chip, a knuckle on wood. @param {AudioContext} on @param {number} at @param {number} pitch */
function tap(on, at, pitch) {
  const tone = new OscillatorNode(on, { type: "triangle", frequency: pitch }),
    loud = new GainNode(on, { gain: 0.0001 });
  loud.gain.setValueAtTime(0.12, at);
  loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.09);
  tone.connect(loud).connect(on.destination);
  tone.start(at);
  tone.stop(at + 0.1);
}
