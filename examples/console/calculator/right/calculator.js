const lines = require("fs").readFileSync(0, "utf8").split("\n");
const a = Number(lines[0]);
const op = lines[1];
const b = Number(lines[2]);
if (op === "+") console.log(a + b);
else if (op === "-") console.log(a - b);
else if (op === "*") console.log(a * b);
else if (b === 0) console.log("division by zero");
else console.log((a / b).toFixed(2));
