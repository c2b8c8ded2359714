"use strict";
(() => {
  const data = JSON.parse(document.getElementById("events").textContent);
  const host = document.getElementById("picture");
  const under = document.getElementById("under");
  const TOP = 30, TALL = 52, LOW = 34, RIGHT = 12;
  const width = (text) => text.length * 7.3;
  const left = 24 + Math.max(60, ...data.rows.map((row) => Math.min(260, width(row.name)), ...data.rows.map((row) => Math.min(260, width(row.type) * 0.8))));
  const heights = data.rows.map((row) => (row.slim || row.drawn === "units" || row.drawn === "bool" ? LOW : TALL));
  const tops = heights.map((_, row) => heights.slice(0, row).reduce((a, b) => a + b, TOP));
  const height = TOP + heights.reduce((a, b) => a + b, 0) + 6;
  let end = 1;
  for (const row of data.rows) for (const event of row.events) end = Math.max(end, event[0]);
  let from = 0, span = end * 1.03;
  const least = Math.max(end * 1e-9, 1e-9);
  let room = 800, pointer = null;
  const escape = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
  const x = (at) => left + ((at - from) / span) * room;
  const cut = (text, most) => { const signs = Math.floor(most / 7.3); return text.length <= signs ? text : signs < 2 ? "" : text.slice(0, signs - 1) + "\u2026"; };
  // The first event at or after a time.
  const first = (events, at) => { let a = 0, b = events.length; while (a < b) { const m = (a + b) >> 1; if (events[m][0] < at) a = m + 1; else b = m; } return a; };

  function axis() {
    const unit = span / data.scale;
    const rough = unit / Math.max(2, room / 110);
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
    const start = (from / data.scale) + data.origin;
    let out = "";
    for (let n = Math.ceil(start / step); n * step <= start + unit; n++) {
      const at = x((n * step - data.origin) * data.scale);
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      out += `<line class="line" x1="${at}" x2="${at}" y1="${TOP - 6}" y2="${height}"/><text class="faint" x="${at + 3}" y="14">${(n * step).toFixed(Math.min(digits, 9))}</text>`;
    }
    return out;
  }

  function drawRow(row, number) {
    const top = tops[number] + 5, bottom = tops[number] + heights[number] - 5, middle = (top + bottom) / 2;
    const events = row.events;
    const begin = Math.max(0, first(events, from) - 1), stop = Math.min(events.length, first(events, from + span) + 1);
    const numbers = events.filter((e) => e[3] !== null).map((e) => e[3]);
    const low = numbers.reduce((a, b) => Math.min(a, b), Infinity), high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
    const y = (e) => (e[3] === null || high === low ? middle : bottom - 3 - ((e[3] - low) / (high - low)) * (bottom - top - 6));
    let out = `<line class="line" x1="${left}" x2="${left + room}" y1="${tops[number] + heights[number]}" y2="${tops[number] + heights[number]}"/>`;
    const isLine = row.drawn === "graph" || row.drawn === "plot" || row.drawn === "bool";
    let path = "", last = -1e9, hidden = 0;
    for (let place = begin; place < stop; place++) {
      const e = events[place], at = x(e[0]), next = place + 1 < events.length ? x(events[place + 1][0]) : left + room;
      // What falls on the same column of the screen is one mark; zooming in shows the rest.
      const isSame = at - last < 1.5 && !e[4];
      if (isSame && next - at < 1.5) { hidden++; if (!isLine) continue; }
      last = at;
      const free = Math.max(0, Math.min(next, left + room) - Math.max(at, left));
      if (e[4]) { out += `<g class="bad"><path class="mark" d="M${at - 6} ${middle - 6}l12 12m0 -12l-12 12"/><text x="${at + 10}" y="${middle + 4}">${escape(cut(e[2], free - 12))}</text></g>`; continue; }
      if (row.drawn === "signal") {
        out += `<rect class="box" x="${at}" y="${top + 4}" width="${Math.max(1, next - at)}" height="${bottom - top - 8}" rx="3"/><text x="${Math.max(at, left) + 5}" y="${middle + 4}">${escape(cut(e[2], free - 8))}</text>`;
      } else if (row.drawn === "bool") {
        const level = e[2] === "true" ? top + 4 : bottom - 4;
        path += (path ? "L" : "M") + at + " " + level + "L" + next + " " + level;
      } else if (row.drawn === "plot") {
        path += (path ? "L" : "M") + at + " " + y(e) + "L" + next + " " + y(e);
      } else if (row.drawn === "graph") {
        path += (path ? "L" : "M") + at + " " + y(e);
        out += `<circle class="dot" cx="${at}" cy="${y(e)}" r="2.5"/>`;
      } else if (row.drawn === "dots") {
        out += `<circle class="dot" cx="${at}" cy="${y(e)}" r="4"/>`;
      } else if (row.drawn === "bubbles") {
        const text = cut(e[2], Math.max(free - 4, 20)), wide = width(text) + 14;
        out += `<rect class="box" x="${at - wide / 2}" y="${middle - 11}" width="${wide}" height="22" rx="11"/><text x="${at - wide / 2 + 7}" y="${middle + 4}">${escape(text)}</text>`;
      } else {
        out += `<path class="mark" d="M${at} ${bottom}V${top + 8}"/><path class="dot" d="M${at - 4} ${top + 8}h8l-4 -7z"/>`;
        if (row.drawn !== "units") out += `<text x="${at + 5}" y="${middle + 8}">${escape(cut(e[2], free - 7))}</text>`;
      }
    }
    if (path) out += `<path class="mark" d="${path}"/>`;
    if (isLine && row.drawn !== "bool" && numbers.length) out += `<text class="faint" x="${left + 4}" y="${top + 9}">${high}</text>` + (high === low ? "" : `<text class="faint" x="${left + 4}" y="${bottom}">${low}</text>`);
    return `<g class="${row.out ? "out" : "in"}">${out}</g>`;
  }

  function draw() {
    room = Math.max(200, host.clientWidth - left - RIGHT);
    span = Math.min(Math.max(span, least), end * 1.03);
    from = Math.min(Math.max(from, 0), Math.max(0, end * 1.03 - span));
    let names = "";
    data.rows.forEach((row, number) => {
      const middle = tops[number] + heights[number] / 2;
      names += `<g class="${row.out ? "out" : "in"}"><circle class="dot" cx="12" cy="${middle}" r="4"/></g><text x="22" y="${middle}">${escape(cut(row.name, left - 26))}</text><text class="faint" x="22" y="${middle + 14}" font-size="10">${escape(cut(row.type, (left - 26) * 1.2))}</text>`;
    });
    let here = "";
    if (pointer !== null && pointer >= left) here = `<line class="here" x1="${pointer}" x2="${pointer}" y1="${TOP - 6}" y2="${height}"/>`;
    host.innerHTML = `<svg width="100%" height="${height}" role="img"><defs><clipPath id="view"><rect x="${left}" y="0" width="${room}" height="${height}"/></clipPath></defs>${names}<g clip-path="url(#view)">${axis()}${data.rows.map(drawRow).join("")}${here}</g><line class="line" x1="${left}" x2="${left}" y1="0" y2="${height}"/></svg>`;
  }

  function zoom(factor, around) {
    const at = from + ((around - left) / room) * span;
    const wanted = Math.min(Math.max(span * factor, least), end * 1.03);
    from = at - ((at - from) / span) * wanted;
    span = wanted;
    draw();
  }

  // What each stream says at the pointer: the event that is next to it, within a few points.
  function tell() {
    const said = [];
    for (const row of data.rows) {
      const at = from + ((pointer - left) / room) * span;
      const place = first(row.events, at);
      const near = [row.events[place - 1], row.events[place]].filter((e) => e && Math.abs(x(e[0]) - pointer) < 6);
      if (near.length) said.push(`${near[0][1]}: ${row.name} = ${near[0][2]}`);
    }
    under.textContent = said.join("   ");
  }

  const middle = () => left + room / 2;
  document.getElementById("zoom").hidden = false;
  document.getElementById("in").onclick = () => zoom(0.5, middle());
  document.getElementById("out").onclick = () => zoom(2, middle());
  document.getElementById("all").onclick = () => { from = 0; span = end * 1.03; draw(); };
  host.addEventListener("wheel", (event) => {
    event.preventDefault();
    const place = event.clientX - host.getBoundingClientRect().left;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) { from += ((event.deltaX || event.deltaY) / room) * span; draw(); return; }
    zoom(Math.exp(event.deltaY * 0.002), Math.max(left, place));
  }, { passive: false });
  let dragged = null;
  host.addEventListener("pointerdown", (event) => { dragged = event.clientX; host.setPointerCapture(event.pointerId); });
  host.addEventListener("pointerup", () => { dragged = null; });
  host.addEventListener("pointerleave", () => { pointer = null; draw(); });
  host.addEventListener("pointermove", (event) => {
    pointer = event.clientX - host.getBoundingClientRect().left;
    if (dragged !== null) { from -= ((event.clientX - dragged) / room) * span; dragged = event.clientX; }
    draw();
    tell();
  });
  host.addEventListener("keydown", (event) => {
    const keys = { "+": () => zoom(0.5, middle()), "-": () => zoom(2, middle()), "0": () => { from = 0; span = end * 1.03; draw(); }, ArrowLeft: () => { from -= span / 10; draw(); }, ArrowRight: () => { from += span / 10; draw(); } };
    if (keys[event.key]) { keys[event.key](); event.preventDefault(); }
  });
  // An address that ends with #FROM-TO shows this part.
  const part = location.hash.match(/^#([0-9.]+)-([0-9.]+)$/);
  if (part) { from = (part[1] - data.origin) * data.scale; span = (part[2] - part[1]) * data.scale; }
  window.addEventListener("resize", draw);
  draw();
})();
