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
  const dots = { source: values, size: 4, color: "#1d4f91", line_color: null };
  plot.segment({ x0: { field: "n" }, x1: { field: "n" }, y0: { field: "low" }, y1: { field: "high" }, source: values, line_color: "#1d4f91", line_alpha: 0.4 });
  for (const field of ["low", "high"]) plot.scatter({ x: { field: "n" }, y: { field }, ...dots });
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

const columns = ({ n, low, high }) => ({ n, low, high });

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
