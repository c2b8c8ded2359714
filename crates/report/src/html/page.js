// Shows only the rows of one verdict. Without this script all rows are shown.
const buttons = [...document.querySelectorAll("button[data-show]")];
const rows = [...document.querySelectorAll("tr[data-verdict]")];
for (const button of buttons) {
  button.addEventListener("click", () => {
    const shown = button.dataset.show;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    for (const row of rows) row.hidden = shown !== "all" && row.dataset.verdict !== shown;
  });
}
