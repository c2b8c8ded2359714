const readline = require("readline");
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });

rl.setPrompt("Points: ");
rl.prompt();
rl.on("line", (line) => {
  const points = Number(line);
  if (points < 0 || points > 100) {
    rl.prompt();
    return;
  }
  let grade = "F";
  if (points >= 90) grade = "A";
  else if (points >= 80) grade = "B";
  else if (points >= 70) grade = "C";
  else if (points >= 60) grade = "D";
  console.log("Grade: " + grade);
  process.exit(0);
});
