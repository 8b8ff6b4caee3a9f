"""The OpenAPI document, and the check of answers against it."""

from __future__ import annotations

import copy
import json
import re
from functools import lru_cache
from pathlib import Path

import openapi
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

ROOT = Path(__file__).resolve().parents[2]
METHODS = ("get", "put", "post", "delete", "patch", "trace")
_PROBLEMS = ("application/problem+json", "application/json")


class Document:
    def __init__(self, contents: dict | None = None) -> None:
        self.contents = contents or openapi.document()
        self._open = self._registry(self.contents)
        # Clients must ignore unknown members. The tests must not, so that every member is in the document.
        closed = copy.deepcopy(self.contents)
        for schema in closed["components"]["schemas"].values():
            self._close(schema)
        self._closed = self._registry(closed)
        self._templates = [
            (re.compile("^" + re.sub(r"\\{[a-z]+\\}", "[^/]+", re.escape(path)) + "$"), path)
            for path in self.contents["paths"]
        ]

    @staticmethod
    def _registry(contents: dict) -> Registry:
        resource = Resource.from_contents(contents, default_specification=DRAFT202012)
        return Registry().with_resource("urn:openapi", resource)

    @classmethod
    def _close(cls, schema: object) -> None:
        if isinstance(schema, dict):
            if schema.get("type") == "object" and "properties" in schema:
                schema["additionalProperties"] = False
            for value in schema.values():
                cls._close(value)
        elif isinstance(schema, list):
            for value in schema:
                cls._close(value)

    def operations(self) -> list[tuple[str, str]]:
        return [
            (method.upper(), path) for path, item in self.contents["paths"].items() for method in METHODS
            if method in item
        ]

    @lru_cache(10_000)
    def template(self, path: str) -> str | None:
        path = path.partition("?")[0]
        return next((template for pattern, template in self._templates if pattern.match(path)), None)

    def operation(self, method: str, path: str) -> dict | None:
        template = self.template(path)
        method = "get" if method == "HEAD" else method.lower()
        return self.contents["paths"][template].get(method) if template else None

    def resolve(self, node: dict, pointer: str) -> tuple[dict, str]:
        """Follows a reference. Returns the target and its pointer."""
        if "$ref" not in node:
            return node, pointer
        pointer = node["$ref"]
        found = self.contents
        for part in pointer.removeprefix("#/").split("/"):
            found = found[part]
        return found, pointer

    def responses(self, method: str, path: str) -> dict[str, tuple[dict, str]]:
        operation = self.operation(method, path)
        base = "#/paths/" + self.template(path).replace("/", "~1") + f"/{method.lower()}/responses/"
        return {
            status: self.resolve(response, base + status) for status, response in operation["responses"].items()
        }

    def codes(self) -> set[str]:
        """Every error code of every call."""
        return {
            code for method, path in self.operations() for status, (response, _) in
            self.responses(method, path).items() for code in self.codes_of(response)
        }

    @staticmethod
    def codes_of(response: dict) -> list[str]:
        for media in response.get("content", {}).values():
            for part in media["schema"].get("allOf", []):
                if "enum" in part.get("properties", {}).get("code", {}):
                    return part["properties"]["code"]["enum"]
        return []

    def _validate(self, registry: Registry, pointer: str, instance: object, what: str) -> None:
        validator = Draft202012Validator(
            {"$ref": "urn:openapi" + pointer}, registry=registry, format_checker=FormatChecker())
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(instance)]
        assert not errors, f"{what} is not as documented: {errors}\n{json.dumps(instance, indent=1)}"

    def check(self, method: str, path: str, answer) -> None:
        """Fails unless the document describes this answer of this call."""
        what = f"{method} {path} → {answer.status}"
        if self.operation(method, path) is None:
            known = self.template(path) is not None
            assert not known or answer.status == 405 or method == "OPTIONS", what
            return
        responses = self.responses("GET" if method == "HEAD" else method, path)
        assert str(answer.status) in responses, f"{what} is not documented: {answer.body!r}"
        response, pointer = responses[str(answer.status)]
        for name, header in response.get("headers", {}).items():
            header, _ = self.resolve(header, "")
            values = answer.headers.get_all(name) or []
            assert values or not header["required"], f"{what} lacks {name}"
            for value in values:
                Draft202012Validator(header["schema"]).validate(value)
        content = response.get("content", {})
        if not content or method == "HEAD":
            assert answer.body == b"", what
            return
        media = (answer.headers["Content-Type"] or "").partition(";")[0]
        assert media in content, f"{what} is {media}, documented as {list(content)}"
        if media == "text/html":
            assert answer.body.startswith(b"<!doctype html>"), what
            return
        if media == "image/jpeg":
            assert answer.body.startswith(b"\xff\xd8\xff"), what
            return
        escaped = media.replace("/", "~1")
        self._validate(self._closed, f"{pointer}/content/{escaped}/schema", json.loads(answer.body), what)

    def check_request(self, method: str, path: str, media: str, instance: object) -> None:
        """Fails unless the document describes the body of this accepted request."""
        operation = self.operation(method, path)
        if operation is None or "requestBody" not in operation:
            return
        assert media in operation["requestBody"]["content"], f"{method} {path} accepted {media}, which is not documented"
        base = "#/paths/" + self.template(path).replace("/", "~1") + f"/{method.lower()}/requestBody/content/"
        self._validate(self._open, base + media.replace("/", "~1") + "/schema", instance, f"{method} {path}")
