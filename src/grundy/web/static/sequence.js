// The plot of a nim-sequence, by Bokeh: points are fetched for what is seen, so that a million values can be zoomed through.
"use strict";

const WIDTH = 500;

async function draw(box) {
  const { points, to, preperiod, period, x, y } = box.dataset;
  const last = Number(to);
  const values = new Bokeh.ColumnDataSource({ data: { n: [], low: [], high: [] } });
  const plot = Bokeh.Plotting.figure({
    sizing_mode: "stretch_both",
    tools: "xpan,xwheel_zoom,xbox_zoom,reset,save",
    active_scroll: "xwheel_zoom",
    x_range: new Bokeh.Range1d({ start: 0, end: Math.max(last, 1), bounds: [0, Math.max(last, 1)] }),
    x_axis_label: x,
    y_axis_label: y,
    output_backend: "canvas",
  });
  plot.toolbar.logo = null;
  plot.xaxis.formatter = new Bokeh.BasicTickFormatter({ use_scientific: false });
  if (Number(period)) {
    const begin = Number(preperiod || 0);
    plot.add_layout(new Bokeh.BoxAnnotation({ left: begin, right: begin + Number(period), fill_color: "#0072b2", fill_alpha: 0.14 }));
  }
  plot.segment({ x0: { field: "n" }, x1: { field: "n" }, y0: { field: "low" }, y1: { field: "high" }, source: values, line_color: "#1d4f91" });
  for (const field of ["low", "high"]) {
    plot.scatter({ x: { field: "n" }, y: { field }, source: values, size: 4, color: "#1d4f91", line_color: null });
  }
  let asked = 0;
  const see = async () => {
    const mine = ++asked;
    const start = Math.max(0, Math.floor(plot.x_range.start));
    const stop = Math.min(last, Math.ceil(plot.x_range.end)) + 1;
    const found = await answer(`${points}&start=${start}&stop=${stop}&width=${WIDTH}`);
    if (mine !== asked || !found?.n) return;
    values.data = { n: found.n, low: found.low, high: found.high };
    say(start, stop - 1);
    box.dataset.drawn = `${start} ${stop - 1}`;
  };
  let rest;
  const later = () => {
    clearTimeout(rest);
    rest = setTimeout(see, 150);
  };
  plot.x_range.properties.start.change.connect(later);
  plot.x_range.properties.end.change.connect(later);
  await Bokeh.Plotting.show(plot, box);
  const whole = document.getElementById("whole");
  whole.hidden = false;
  whole.addEventListener("click", () => plot.x_range.setv({ start: 0, end: last }));
  box.plot = plot;
  await see();
}

function say(start, stop) {
  const line = document.getElementById("zoomed");
  const each = Math.ceil((stop - start + 1) / WIDTH);
  line.textContent = fill(each > 1 ? line.dataset.bands : line.dataset.exact, { start, stop, n: each });
}

async function answer(address) {
  let reply = await fetch(address);
  const { job } = reply.status === 202 ? await reply.clone().json() : {};
  while (reply.status === 202) {
    await new Promise((done) => setTimeout(done, 500));
    reply = await fetch(`/api/v1/jobs/${job}`);
    const { state, result } = await reply.clone().json();
    if (state === "done") return result;
    if (state !== "queued" && state !== "running") return null;
    reply = { status: 202 };
  }
  return reply.ok ? reply.json() : null;
}

for (const box of document.querySelectorAll("#plot")) draw(box);
