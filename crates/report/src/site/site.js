// Tables are sorted from the keyboard too.
for (const heading of document.querySelectorAll("table.sortable thead th")) {
  heading.tabIndex = 0;
  heading.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    heading.click();
  });
}
// What scrolls can be reached by keyboard.
for (const part of document.querySelectorAll(".scroll, pre, figure, .zoom")) {
  if (part.closest(".listing") || part.scrollWidth <= part.clientWidth) continue;
  part.tabIndex = 0;
  part.setAttribute("role", "region");
  if (!part.hasAttribute("aria-label")) part.setAttribute("aria-label", "Wide part of the page");
}
// Copying, where the browser allows it.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "Copied";
  });
}
// Progress of campaigns that run: the server sends lines, which stay text.
const live = document.querySelectorAll("[data-live]");
if (live.length > 0 && window.EventSource) {
  const events = new EventSource("/events");
  events.onmessage = (event) => {
    const news = JSON.parse(event.data);
    for (const place of live) {
      if (place.dataset.live in news) place.textContent = news[place.dataset.live];
    }
    if (news.changed) window.location.reload();
  };
}
// What holds at the line under the cursor, or at the one that has the focus, in all listings of the page.
const listings = [...document.querySelectorAll("table.source")];
if (listings.length > 0) {
  const panel = document.createElement("aside");
  panel.className = "here";
  panel.hidden = true;
  panel.setAttribute("aria-label", "What holds at the line");
  document.body.append(panel);
  const close = () => {
    panel.hidden = true;
    document.body.classList.remove("has-here");
    for (const row of document.querySelectorAll(".source .current")) row.classList.remove("current");
  };
  const add = (kind, text, parent = panel) => {
    const part = document.createElement(kind);
    part.textContent = text;
    parent.append(part);
    return part;
  };
  const show = (row) => {
    close();
    panel.replaceChildren();
    add("h2", `Before line ${row.dataset.line}`);
    for (const listing of listings) {
      const same = listing.querySelector(`tr[data-line="${row.dataset.line}"]`);
      if (!same) continue;
      same.classList.add("current");
      const facts = same.querySelector(".known > div").cloneNode(true);
      const line = document.createElement("p");
      add("b", `${listing.dataset.label}: `, line);
      line.append(...(facts.hasChildNodes() ? facts.childNodes : ["nothing is known, or no statement begins here"]));
      panel.append(line);
    }
    const button = add("button", "Close");
    button.type = "button";
    button.addEventListener("click", close);
    panel.hidden = false;
    document.body.classList.add("has-here");
  };
  for (const listing of listings) {
    listing.classList.add("short");
    for (const event of ["pointerover", "focusin", "click"]) {
      listing.addEventListener(event, (moved) => {
        const row = moved.target.closest("tr[data-line]");
        if (row && !row.classList.contains("current")) show(row);
      });
    }
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}
