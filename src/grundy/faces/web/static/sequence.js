// The plot of a nim-sequence, by Bokeh: points are fetched for what is seen, so that a million values can be zoomed through.
"use strict";

const MOST_BANDS = 120;

async function draw(box) {
  const { points, to, x, y } = box.dataset;
  const last = Number(to);
  const see = async (start, stop) => [start, stop, await answer(`${points}&start=${start}&stop=${stop + 1}&width=${Math.max(300, box.clientWidth)}`)];
  const seen = await see(0, last);
  const values = new Bokeh.ColumnDataSource({ data: columns(seen[2]) });
  const bands = new Bokeh.ColumnDataSource({ data: { from: [], to: [] } });
  const range = new Bokeh.Range1d({ start: -last / 100, end: last * 1.01 + 1 });
  const plot = Bokeh.Plotting.figure({ sizing_mode: "stretch_both", tools: "xpan,xwheel_zoom,xbox_zoom,reset,save", active_scroll: "xwheel_zoom", x_range: range, x_axis_label: x, y_axis_label: y });
  plot.toolbar.logo = null;
  plot.xaxis.formatter = new Bokeh.BasicTickFormatter({ use_scientific: false });
  plot.vstrip({ x0: { field: "from" }, x1: { field: "to" }, source: bands, fill_color: "#0072b2", fill_alpha: 0.12, line_color: null });
  const brand = getComputedStyle(document.documentElement).getPropertyValue("--brand").trim();
  const look_of = { source: values, fill_color: brand, fill_alpha: { field: "shade" }, line_color: null };
  plot.quad({ left: { field: "left" }, right: { field: "right" }, bottom: { field: "bottom" }, top: { field: "top" }, ...look_of });
  plot.scatter({ x: { field: "x" }, y: { field: "y" }, size: { field: "size" }, ...look_of });
  const show = ([start, stop, found]) => {
    values.data = columns(found);
    bands.data = periods(box.dataset, start, stop);
    say(start, stop, found.step);
    box.dataset.drawn = `${start} ${stop}`;
  };
  let turn = 0;
  const look = async () => {
    const mine = ++turn;
    const within = (n) => Math.min(last, Math.max(0, n));
    const found = await see(within(Math.floor(range.start)), within(Math.ceil(range.end)));
    if (mine === turn && found[2]) show(found);
  };
  let rest;
  const later = () => {
    clearTimeout(rest);
    rest = setTimeout(look, 150);
  };
  for (const end of [range.properties.start, range.properties.end]) end.change.connect(later);
  await Bokeh.Plotting.show(plot, box);
  show(seen);
  const whole = document.getElementById("whole");
  whole.hidden = false;
  whole.addEventListener("click", () => range.setv({ start: -last / 100, end: last * 1.01 + 1 }));
}

// Dots where each value stands for itself; else bars, the darker the more of the heaps side by side have the value.
function columns({ n, low, high, counts, step }) {
  const alone = step === 1;
  return {
    left: n.map((heap) => heap - 0.5),
    right: n.map((heap) => heap - 0.5 + (alone ? 0 : step)),
    bottom: low.map((value) => value - 0.3),
    top: high.map((value) => value + 0.3),
    shade: counts.map((count) => (alone ? 1 : 0.15 + 0.85 * Math.log1p(count) / Math.log1p(step))),
    x: n,
    y: low,
    size: n.map(() => (alone ? 5 : 0)),
  };
}

// Every other period is shaded; where they are too many to be told apart, none but the first.
function periods({ preperiod, period }, start, stop) {
  const [begin, each] = [Number(preperiod), Number(period)];
  if (!each || stop < begin) return { from: [], to: [] };
  const first = begin + 2 * each * Math.max(0, Math.floor((start - begin) / (2 * each)));
  const count = Math.ceil((stop - first + 1) / (2 * each));
  const from = count > MOST_BANDS ? [begin] : Array.from({ length: count }, (_, k) => first + 2 * each * k);
  return { from: from.map((n) => n - 0.5), to: from.map((n) => n + each - 0.5) };
}

function say(start, stop, n) {
  const line = document.getElementById("zoomed");
  line.textContent = fill(n > 1 ? line.dataset.bands : line.dataset.exact, { start, stop, n });
}

async function answer(address) {
  const reply = await fetch(address);
  let found = await reply.json();
  const job = reply.status === 202 && `/api/v1/jobs/${found.job}`;
  while (job && (found.state === "queued" || found.state === "running")) {
    await new Promise((done) => setTimeout(done, 500));
    found = await (await fetch(job)).json();
  }
  return job ? found.result : reply.ok && found;
}

for (const box of document.querySelectorAll("#plot")) draw(box);
