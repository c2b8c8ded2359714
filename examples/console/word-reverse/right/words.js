const readline = require("readline");
const rl = readline.createInterface({ input: process.stdin });
rl.once("line", (line) => {
  console.log(line.split(" ").reverse().join(" "));
  process.exit();
});
