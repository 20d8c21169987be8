"""As much of Kubernetes' API as Helm needs to install Secrets: they are kept in a dictionary."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import yaml

Json = dict[str, Any]
SECRETS = "/api/v1/namespaces/{namespace}/secrets/{name}"
SECRET = {"group": "", "version": "v1", "kind": "Secret"}
PATCH: Json = {
    "x-kubernetes-group-version-kind": SECRET,
    "parameters": [{"name": "fieldValidation", "in": "query", "schema": {"type": "string"}}],
    "responses": {"200": {"description": "patched"}},
}
KNOWN: dict[str, Json] = {
    "/version": {"major": "1", "minor": "33", "gitVersion": "v1.33.0"},
    "/api": {"kind": "APIVersions", "versions": ["v1"]},
    "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": []},
    "/api/v1": {
        "kind": "APIResourceList",
        "groupVersion": "v1",
        "resources": [{"name": "secrets", "namespaced": True, "kind": "Secret", "verbs": ["get"]}],
    },
    "/openapi/v3": {"paths": {"api/v1": {"serverRelativeURL": "/openapi/v3/api/v1"}}},
    "/openapi/v3/api/v1": {
        "openapi": "3.0.0",
        "info": {"title": "Kubernetes", "version": "v1.33.0"},
        "paths": {SECRETS: {"patch": PATCH}},
    },
}


class SecretsApi(ThreadingHTTPServer):
    """The server; `secrets` are by their paths."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.secrets: dict[str, Json] = {}

    def data(self) -> dict[str, Json]:
        """What is in each Secret, by its name."""
        return {each["metadata"]["name"]: each["data"] for each in self.secrets.values()}

    def kubeconfig(self) -> str:
        server = {"server": f"http://127.0.0.1:{self.server_port}"}
        said: Json = {"kind": "Config", "current-context": "here"}
        said["clusters"] = [{"name": "here", "cluster": server}]
        said["users"] = [{"name": "me", "user": {}}]
        said["contexts"] = [{"name": "here", "context": {"cluster": "here", "user": "me"}}]
        return json.dumps(said)


class _Handler(BaseHTTPRequestHandler):
    server: SecretsApi

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        found = KNOWN.get(path) or self.server.secrets.get(path)
        self._say(found or {"kind": "Status", "reason": "NotFound", "code": 404})

    def do_PATCH(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"]))
        path = self.path.partition("?")[0]
        self.server.secrets[path] = yaml.safe_load(text)
        self._say(self.server.secrets[path])

    def do_DELETE(self) -> None:
        self._say(self.server.secrets.pop(self.path.partition("?")[0]))

    def _say(self, told: Json) -> None:
        text = json.dumps(told).encode()
        self.send_response(int(told.get("code", 200)))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *args: object) -> None:
        """Keep silent: the test says what is wrong."""


@contextmanager
def secrets_api() -> Iterator[SecretsApi]:
    with SecretsApi() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
