"use strict";

const express = require("express");

const app = express();
app.disable("x-powered-by");
app.use(require("./my-endpoint"));
app.use((req, res) => res.status(404).json({ error: "Not found" }));
// Express recognizes an error handler by its four parameters. Its default handler shows stack traces.
app.use((error, req, res, next) => {
  console.error(error);
  res.status(500).json({ error: "Something went wrong" });
});

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
