const readline = require("readline");
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });

function ask() {
  rl.question("Number: ", (answer) => {
    const n = parseInt(answer);
    if (n < 1 || n > 20) {
      console.log("From 1 to 20, please.");
      return ask();
    }
    for (let i = 1; i <= 10; i++) {
      console.log(`${n} x ${i} = ${n * i}`);
    }
    rl.close();
  });
}

ask();
