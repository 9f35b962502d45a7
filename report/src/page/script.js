"use strict";
// Makes a player of each line: buttons and keys go through its moves. Without this script the line is a list.
document.querySelectorAll(".line").forEach(function (line) {
  const pieces = line.querySelector(".pieces");
  const title = line.querySelector("title");
  const now = line.querySelector(".now");
  const list = line.querySelector(".moves");
  const start = now.textContent;
  const items = Array.from(list.children);
  const steps = [list].concat(items);
  let at = 0;
  if (items.length === 0) return;

  function show(to) {
    at = Math.max(0, Math.min(items.length, to));
    const step = steps[at];
    const words = step.dataset.parts.split(" ");
    pieces.replaceChildren();
    for (let i = 0; i + 2 !== words.length + 2; i += 3) {
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", "#" + words[i]);
      use.setAttribute("x", words[i + 1]);
      use.setAttribute("y", words[i + 2]);
      pieces.append(use);
    }
    title.textContent = step.dataset.words;
    now.textContent = at === 0 ? start
      : "After move " + at + " of " + items.length + ", " + step.textContent.trim() + ". " + step.dataset.words;
    items.forEach(function (item, i) {
      const button = item.querySelector("button");
      if (i + 1 === at) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    });
  }

  const controls = document.createElement("div");
  controls.className = "controls";
  [["Start", "To the start", function () { show(0); }],
   ["Back", "One move back", function () { show(at - 1); }],
   ["On", "One move on", function () { show(at + 1); }],
   ["End", "To the end", function () { show(items.length); }]].forEach(function (one) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one[0];
    button.title = one[1];
    button.addEventListener("click", one[2]);
    controls.append(button);
  });
  line.querySelector(".board").append(controls);

  items.forEach(function (item, i) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...item.childNodes);
    button.addEventListener("click", function () { show(i + 1); });
    item.append(button);
  });

  line.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  line.dataset.ready = "true";
});
