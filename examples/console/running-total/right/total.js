const readline = require("readline");
const rl = readline.createInterface({ input: process.stdin });
let total = 0, count = 0;
rl.on("line", (line) => {
  const x = parseInt(line, 10);
  if (x === 0) {
    console.log(`${count} numbers`);
    rl.close();
    return;
  }
  total += x;
  count++;
  console.log(`Total: ${total}`);
});
