"""The parts that the sites with Flask share: the home page, which shows the account, and the start."""

import os
import secrets

from flask import Flask, jsonify, session

app = Flask(__name__)
app.secret_key = secrets.token_bytes(32)


@app.get("/")
def home():
    return jsonify(session["user"])


def run() -> None:
    app.run("127.0.0.1", int(os.environ["PORT"]))
