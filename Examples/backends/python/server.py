"""Serves the routes. In production, use the WSGI server of your site."""

import os

from flask import Flask
from waitress.server import create_server

from my_endpoint import routes

app = Flask(__name__)
app.register_blueprint(routes)
app.register_error_handler(404, lambda _: ({"error": "Not found"}, 404))
app.register_error_handler(500, lambda _: ({"error": "Something went wrong"}, 500))

if __name__ == "__main__":
    server = create_server(app, host="127.0.0.1", port=int(os.environ.get("PORT", "3000")))
    print(f"listening on http://127.0.0.1:{server.effective_port}", flush=True)
    server.run()
