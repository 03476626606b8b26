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
