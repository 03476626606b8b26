// Sort a table by the column whose heading is clicked; without this the page reads just as well.
for (const table of document.querySelectorAll("table.sortable")) {
  table.classList.add("live");
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column];
    const number = parseFloat(cell.dataset.value);
    return Number.isNaN(number) ? cell.textContent : number;
  };
  table.tHead.addEventListener("click", (event) => {
    const heading = event.target.closest("th");
    if (!heading) return;
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.querySelectorAll("th")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const column = heading.cellIndex;
    const rows = [...body.rows].sort((one, other) => {
      const [a, b] = [value(one, column), value(other, column)];
      return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
    });
    body.append(...rows);
  });
}
