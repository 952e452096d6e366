// The page: takes the news to the parts they belong to, and the taps to the server.

import { adopt, patchBoard } from "./board.js";
import { paintClocks, startClocks } from "./clock.js";
import { command, post, sure } from "./commands.js";
import { choose, enter, reapply, showAll } from "./legal.js";
import { Live } from "./live.js";
import { wish } from "./mine.js";
import { morph } from "./morph.js";
import { pictureIs, showLayer } from "./picture.js";

const line = document.getElementById("live");

function onNews(news) {
  for (const [name, html] of Object.entries(news.parts ?? {})) morph(document.getElementById(`part-${name}`), html);
  if (news.parts?.legal !== undefined) reapply();
  if (news.parts?.clock !== undefined) paintClocks();
  if (news.board) patchBoard(news.board);
  if (news.picture !== undefined) pictureIs(news.picture);
  document.body.dataset.id = news.id;
}

function onState(state) {
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = line.dataset[state];
}

function onTap(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const data = button.dataset;
  if (button.classList.contains("enter")) enter();
  else if (data.action !== undefined) choose(button);
  else if (button.classList.contains("all")) showAll();
  else if (data.hints || data.confirm !== undefined) wish(button);
  else if (data.layer) showLayer(data.layer);
  else if (data.demo) post("/api/demo", { name: data.demo, value: JSON.parse(data.value) });
  else if (data.command === "answer") command("answer", { question: Number(data.question), choice: Number(data.choice) });
  else if (data.command === "correct") command("correct", { line: Number(data.line), choice: Number(data.choice) });
  else if (data.command === "dispute") command("dispute", { line: Number(data.line) });
  else if (data.command && sure(button)) command(data.command);
}

adopt();
reapply();
startClocks();
document.addEventListener("click", onTap);
new Live({ seat: document.body.dataset.seat, id: document.body.dataset.id, onNews, onState }).start();
