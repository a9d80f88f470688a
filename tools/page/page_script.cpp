#include "tools/page/page_script.hpp"

namespace synchrono::tools::page {

const char* const kScriptStyle = R"(
.verdict { display: inline-block; padding: 2px 10px; border-radius: 999px; color: #fff; background: #b3392f;
  font-size: 13px; font-weight: 600; vertical-align: 3px; } .verdict.good { background: #1d7f4e; }
.tiles div.bad b { color: var(--collision); } .wide { margin-top: 16px; }
.play { position: relative; padding: 0; overflow: hidden; } .play svg { display: block; height: min(70vh, 620px);
  touch-action: none; cursor: grab; margin: 0; } .bar { display: flex; flex-wrap: wrap; gap: 8px 14px;
  align-items: center; padding: 10px 14px; font-size: 13px; color: var(--soft); border-bottom: 1px solid var(--line); }
.bar input[type=range] { flex: 1 1 180px; min-width: 120px; } .bar output { font-variant-numeric: tabular-nums;
  min-width: 64px; color: var(--ink); }
button, select { font: inherit; color: var(--ink); background: var(--page); border: 1px solid var(--axis);
  border-radius: 6px; padding: 3px 10px; cursor: pointer; }
.track { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; opacity: .5;
  vector-effect: non-scaling-stroke; } .play.dim .track { opacity: .25; }
.body { stroke: var(--page); stroke-width: 1; } .body * { vector-effect: non-scaling-stroke; }
.front { fill: var(--page); stroke: none; opacity: .85; }
.tag { fill: var(--ink); paint-order: stroke; stroke: var(--page); stroke-width: 3px; font-size: 11px; pointer-events: none; }
.map .lamp.r { fill: #d6322a; } .map .lamp.y { fill: #e8b21e; } .map .lamp.g { fill: #1f9d4d; }
.mark path, .mark circle { stroke: var(--page); stroke-width: .25; } .mark { cursor: pointer; }
.collision { fill: var(--collision); } .conflict { fill: var(--weak); } .red { fill: #b0399b; }
.pass { fill: var(--c6); } .brake { fill: var(--c7); } .ring { fill: none; stroke: var(--ink); stroke-width: 2;
  vector-effect: non-scaling-stroke; }
.names { pointer-events: none; } #tip { position: absolute; pointer-events: none; display: none; background: var(--ink); color: var(--page);
  padding: 3px 8px; border-radius: 6px; font-size: 12px; white-space: nowrap; }
.key { display: inline-flex; align-items: center; gap: 5px; } .key svg { width: 13px; height: 13px; margin: 0; }
th.sortable { cursor: pointer; user-select: none; } th.sortable::after { content: " \2195"; opacity: .45; }
tr.jump { cursor: pointer; } tr.jump:hover td { background: var(--page); } td.left, th.left { text-align: left; }
[hidden] { display: none !important; } details { margin-top: 20px; } summary { cursor: pointer; color: var(--soft); } .none { padding: 12px 14px; }
)";

// The script reads the page's data from the element "data", as JSON. `end` is the end of the run in seconds.
// `drives` is an array of objects with these keys:
//   n: name. k: "v" for a vehicle, "p" for a pedestrian, "o" for an object. c: number of the colour. l, w:
//   length and width in m. t: time of the first sample in s. d: seconds from one sample to the next. x, y:
//   cm, each value as the difference from the one before. a: yaw in degrees. s: speed in dm/s.
// `lamps` is an array of objects: n is the name of the lamp in the map's picture, t the times in s at which
// it changed, and c the colour from each of these times on, a letter each: r, y, g, or o for off.
const char* const kPageScript = R"(
(() => {
  const $ = (id) => document.getElementById(id);
  document.querySelectorAll("table.sorts").forEach((table) => {
    [...table.tHead.rows[0].cells].forEach((cell, column) => {
      let up = false;
      cell.classList.add("sortable");
      cell.onclick = () => {
        up = !up;
        const key = (row) => { const text = row.cells[column].dataset.v ?? row.cells[column].textContent;
          return text === "" || isNaN(text) ? text : Number(text); };
        const rows = [...table.tBodies[0].rows].sort((a, b) => { const x = key(a), y = key(b);
          const order = typeof x === "number" && typeof y === "number" ? x - y
            : String(x).localeCompare(String(y), undefined, { numeric: true });
          return up ? order : -order; });
        table.tBodies[0].append(...rows);
      };
    });
  });
  const svg = $("map");
  if (!svg) return;
  const data = JSON.parse($("data").textContent), NS = "http://www.w3.org/2000/svg";
  for (const d of data.drives) for (const k of ["x", "y"]) { let sum = 0; d[k] = d[k].map((v) => (sum += v) / 100); }
  const box = svg.viewBox.baseVal, home = [box.x, box.y, box.width, box.height], tip = $("tip"), slider = $("time");
  const make = (name, parent, attributes) => { const e = document.createElementNS(NS, name);
    for (const k in attributes) e.setAttribute(k, attributes[k]); parent.append(e); return e; };
  const perPixel = () => { const r = svg.getBoundingClientRect();
    return Math.max(box.width / r.width, box.height / r.height); };
  const marks = [...document.querySelectorAll(".mark")];
  const scaled = () => { const s = perPixel() * 8;
    for (const m of marks) m.firstElementChild.setAttribute("transform", `scale(${s})`);
    ring.setAttribute("r", perPixel() * 9); show(now); };
  const world = (event) => { const r = svg.getBoundingClientRect(), p = perPixel();
    return [box.x + box.width / 2 + (event.clientX - r.left - r.width / 2) * p,
      -(box.y + box.height / 2 + (event.clientY - r.top - r.height / 2) * p)]; };
  const view = (x, y, w, h) => { box.x = x; box.y = y; box.width = w; box.height = h; scaled(); };
  const zoom = (factor, x, y) => { const w = Math.min(home[2] * 4, Math.max(4, box.width * factor)), f = w / box.width;
    view(x + (box.x - x) * f, -y + (box.y + y) * f, w, box.height * f); };
  const bodies = $("bodies"), ring = make("circle", $("over"), { class: "ring", r: 0, visibility: "hidden" });
  const shapes = data.drives.map((d) => { const g = make("g", bodies, { class: "body", fill: `var(--c${d.c})`,
      visibility: "hidden" });
    if (d.k === "p") make("circle", g, { r: d.l / 2 });
    else make("rect", g, { x: -d.l / 2, y: -d.w / 2, width: d.l, height: d.w, rx: Math.min(.4, d.w / 4) });
    if (d.k === "v") make("path", g, { class: "front",
      d: `M${d.l * .45} 0L${d.l * .2} ${d.w * .36}L${d.l * .2} ${-d.w * .36}Z` });
    return g; });
  const tags = data.drives.map((d) => { const tag = make("text", bodies, { class: "tag", visibility: "hidden" });
    tag.textContent = d.n; return tag; });
  const lamps = data.lamps.map((lamp) => ({ ...lamp,
    dots: [...svg.querySelectorAll(".lamp")].filter((dot) => dot.dataset.lamp === lamp.n) }));
  const at = (d, t) => { const i = (t - d.t) / d.d, n = d.x.length - 1; if (i < -1e-6 || i > n + 1e-6) return null;
    const k = Math.max(0, Math.min(n - 1, Math.floor(i))), f = n ? i - k : 0, m = n ? k + 1 : k;
    const turn = ((d.a[m] - d.a[k] + 540) % 360 + 360) % 360 - 180;
    return [d.x[k] + f * (d.x[m] - d.x[k]), d.y[k] + f * (d.y[m] - d.y[k]), d.a[k] + f * turn,
      (d.s[k] + f * (d.s[m] - d.s[k])) / 10]; };
  let now = 0, playing = false, last = 0, fastest = 1, bySpeed = false;
  const classes = 6, hue = (k) => `hsl(${Math.round(k / (classes - 1) * 215)} 75% 50%)`;
  const classOf = (speed) => Math.min(classes - 1, Math.floor(speed / fastest * classes));
  const show = (t) => { now = Math.max(0, Math.min(data.end, t)); slider.value = now;
    $("clock").textContent = now.toFixed(1) + " s";
    const scale = perPixel(), least = scale * 9;
    const named = $("named").checked, written = [];
    // A name that would lie on one that is already there is left out. Zooming in makes room for it.
    const free = (x, y, width) => {
      const has = written.every(([a, b, w]) => Math.abs(a - x) > (w + width) / 2 || Math.abs(b - y) > scale * 13);
      if (has) written.push([x, y, width]); return has; };
    data.drives.forEach((d, i) => { const p = at(d, now); shapes[i].setAttribute("visibility", p ? "visible" : "hidden");
      const bigger = Math.max(1, least / Math.max(d.l, 2));
      tags[i].setAttribute("visibility", p && named && d.k !== "o" && free(p[0], p[1] + bigger * d.w, d.n.length * 7 * scale)
        ? "visible" : "hidden");
      if (!p) return;
      shapes[i].setAttribute("fill", bySpeed ? hue(classOf(p[3] * 10)) : `var(--c${d.c})`);
      shapes[i].setAttribute("transform", `translate(${p[0]} ${p[1]}) rotate(${p[2]}) scale(${bigger})`);
      tags[i].setAttribute("transform", `translate(${p[0]} ${p[1] + bigger * d.w}) scale(${scale} ${-scale})`); });
    for (const lamp of lamps) { let k = -1; while (k + 1 < lamp.t.length && lamp.t[k + 1] <= now + 1e-6) ++k;
      for (const dot of lamp.dots) { dot.setAttribute("class", "lamp " + (k < 0 ? "o" : lamp.c[k]));
        dot.setAttribute("r", Math.max(.45, scale * 3)); } } };
  const frame = (stamp) => { if (!playing) return; show(now + (last ? (stamp - last) / 1000 * Number($("rate").value) : 0));
    last = stamp; if (now >= data.end) play(false); else requestAnimationFrame(frame); };
  const play = (on) => { playing = on; last = 0; $("play").textContent = on ? "Pause" : "Play";
    svg.parentElement.classList.toggle("dim", on); if (on) { if (now >= data.end) show(0); requestAnimationFrame(frame); } };
  $("play").onclick = () => play(!playing);
  slider.oninput = () => show(Number(slider.value));
  $("named").onchange = () => show(now);
  $("in").onclick = () => zoom(.6, box.x + box.width / 2, -box.y - box.height / 2);
  $("out").onclick = () => zoom(1 / .6, box.x + box.width / 2, -box.y - box.height / 2);
  $("home").onclick = () => view(...home);
  svg.addEventListener("wheel", (e) => { e.preventDefault(); zoom(Math.exp(e.deltaY * .0015), ...world(e)); },
    { passive: false });
  const fingers = new Map(); let apart = 0;
  svg.onpointerdown = (e) => { fingers.set(e.pointerId, [e.clientX, e.clientY]); svg.setPointerCapture(e.pointerId); };
  svg.onpointerup = svg.onpointercancel = (e) => { fingers.delete(e.pointerId); apart = 0; };
  svg.onpointerleave = () => { tip.style.display = "none"; ring.setAttribute("visibility", "hidden"); };
  svg.onpointermove = (e) => {
    if (fingers.has(e.pointerId)) { const old = fingers.get(e.pointerId), p = perPixel();
      fingers.set(e.pointerId, [e.clientX, e.clientY]);
      if (fingers.size === 1) view(box.x - (e.clientX - old[0]) * p, box.y - (e.clientY - old[1]) * p, box.width, box.height);
      else { const [a, b] = [...fingers.values()], far = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (apart) zoom(apart / far, ...world({ clientX: (a[0] + b[0]) / 2, clientY: (a[1] + b[1]) / 2 })); apart = far; }
      return; }
    const [x, y] = world(e); let best = (12 * perPixel()) ** 2, found = null;
    for (const d of data.drives) for (let i = 0; i < d.x.length; ++i) {
      const far = (d.x[i] - x) ** 2 + (d.y[i] - y) ** 2; if (far < best) { best = far; found = [d, i]; } }
    const mark = e.target.closest(".mark");
    if (!found && !mark) return svg.onpointerleave();
    const r = svg.parentElement.getBoundingClientRect();
    tip.textContent = mark ? mark.dataset.text
      : `${found[0].n}, ${(found[0].t + found[1] * found[0].d).toFixed(1)} s, ${(found[0].s[found[1]] / 10).toFixed(1)} m/s`;
    tip.style.display = "block";
    tip.style.left = Math.min(e.clientX - r.left + 12, r.width - tip.offsetWidth - 6) + "px";
    tip.style.top = e.clientY - r.top + 14 + "px";
    ring.setAttribute("visibility", mark ? "hidden" : "visible");
    if (!mark) { ring.setAttribute("cx", found[0].x[found[1]]); ring.setAttribute("cy", found[0].y[found[1]]); } };
  svg.onclick = (e) => { const mark = e.target.closest(".mark"); if (mark) { play(false); show(Number(mark.dataset.t)); } };
  document.querySelectorAll("tr.jump").forEach((row) => { row.onclick = () => { play(false); show(Number(row.dataset.t));
    view(Number(row.dataset.x) - 30, -Number(row.dataset.y) - 30, 60, 60);
    svg.scrollIntoView({ behavior: "smooth", block: "center" }); }; });
  const tracks = $("tracks"), byVehicle = tracks.innerHTML;
  fastest = Math.max(1, ...data.drives.map((d) => d.s.reduce((a, b) => Math.max(a, b), 0)));
  const key = $("speeds");
  for (let k = 0; k < classes; ++k) key.insertAdjacentHTML("beforeend", `<span class="key"><i style="background:${hue(k)};` +
    `width:12px;height:12px;border-radius:3px;display:inline-block"></i>${(fastest / 10 * k / classes).toFixed(0)}</span>`);
  key.insertAdjacentHTML("beforeend", "m/s");
  $("colour").onchange = (e) => { bySpeed = e.target.value === "speed"; key.hidden = !bySpeed; show(now);
    if (!bySpeed) { tracks.innerHTML = byVehicle; return; }
    const paths = Array(classes).fill("");
    for (const d of data.drives) { let before = -1;
      for (let i = 0; i + 1 < d.x.length; ++i) {
        const k = classOf(Math.max(d.s[i], d.s[i + 1]));
        paths[k] += (k === before ? "" : `M${d.x[i]} ${d.y[i]}`) + `L${d.x[i + 1]} ${d.y[i + 1]}`; before = k; } }
    tracks.innerHTML = paths.map((p, k) => `<path class="track" stroke="${hue(k)}" d="${p}"/>`).join(""); };
  key.hidden = true; show(0); scaled(); addEventListener("resize", scaled);
})();
)";

}  // namespace synchrono::tools::page
