"""A part of the OpenAPI document as TypeScript, for the hosted page or the dashboard: its calls, their bodies, answers and error codes."""
from __future__ import annotations

import json
import re

import openapi

METHODS = ("get", "put", "post", "delete", "patch")
SCHEMA = "#/components/schemas/"
# The names of JSON's types in TypeScript. An object without properties has any members.
TYPES = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null",
         "array": "unknown[]", "object": "Record<string, unknown>"}


class Types:
    def __init__(self, namespace: str, paths: str) -> None:
        """`paths`: the beginning of the paths of the calls."""
        self._namespace = namespace
        self._paths = paths
        self._document = openapi.document()
        # The schemas that the calls use, by name.
        self._schemas: dict[str, str] = {}

    def text(self) -> str:
        """The declarations of the namespace."""
        calls = "".join(f"    | {{ {self._call(method, path, item[method])} }}\n"
                        for path, item in self._document["paths"].items() if path.startswith(self._paths)
                        for method in METHODS if method in item)
        self._type({"$ref": f"{SCHEMA}Problem"})
        schemas = "".join(f"  type {name} = {text};\n" for name, text in sorted(self._schemas.items()))
        codes = " | ".join(json.dumps(code) for code in sorted(self._codes()))
        return f"""declare namespace {self._namespace} {{
  /** The calls. */
  type Call =
{calls};
  /** The error codes of these calls, and those that any path may answer. */
  type ErrorCode = {codes};
{schemas}}}
"""

    def _call(self, method: str, path: str, operation: dict) -> str:
        pattern = re.sub(r"\{\w+\}", "${string}", path)
        if any(parameter.get("in") == "query" for parameter in map(self._resolved, operation.get("parameters", []))):
            pattern += '${"" | `?${string}`}'
        body = self._media(operation.get("requestBody", {}), "Record<string, never>")
        answers = {self._media(self._resolved(response), "void")
                   for status, response in operation["responses"].items() if status.startswith("2")}
        return f'method: "{method.upper()}"; path: `{pattern}`; body: {body}; answer: {" | ".join(sorted(answers))}'

    def _media(self, message: dict, without: str) -> str:
        media = message.get("content", {}).get("application/json")
        return self._type(media["schema"]) if media else without

    def _resolved(self, node: dict) -> dict:
        if "$ref" not in node:
            return node
        found = self._document
        for part in node["$ref"].split("/")[1:]:
            found = found[part]
        return found

    def _type(self, schema: dict) -> str:
        parts = []
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(SCHEMA)
            if name not in self._schemas:
                self._schemas[name] = ""
                self._schemas[name] = self._type(self._resolved(schema))
            parts.append(name)
        if "const" in schema or "enum" in schema:
            parts.append(" | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")])))
        elif "properties" in schema or "type" in schema:
            kinds = schema.get("type", "object")
            parts.append(" | ".join(self._kind(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)))
        parts += [self._type(part) for part in schema.get("allOf", [])]
        parts += [" | ".join(self._type(part) for part in schema[key]) for key in ("oneOf", "anyOf")
                  # Alternatives of required members have no type of their own.
                  if key in schema and not all({"required"} >= part.keys() for part in schema[key])]
        # A schema without any of these allows every value.
        return " & ".join(f"({part})" if " | " in part and len(parts) > 1 else part for part in parts) or "unknown"

    def _kind(self, kind: str, schema: dict) -> str:
        if kind == "object" and "properties" in schema:
            required = schema.get("required", [])
            members = "".join(f"{json.dumps(name)}{'' if name in required else '?'}: {self._type(member)}; "
                              for name, member in schema["properties"].items())
            return f"{{ {members}}}"
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"Record<string, {self._type(schema['additionalProperties'])}>"
        if kind == "array" and "items" in schema:
            return f"({self._type(schema['items'])})[]"
        return TYPES[kind]

    def _codes(self) -> set[str]:
        codes = set(self._document["x-codes-of-every-path"].values())
        for path, item in self._document["paths"].items():
            for method in METHODS if path.startswith(self._paths) else ():
                for response in item.get(method, {}).get("responses", {}).values():
                    for media in self._resolved(response).get("content", {}).values():
                        for part in media["schema"].get("allOf", []):
                            codes |= set(part.get("properties", {}).get("code", {}).get("enum", []))
        return codes
