import DoorwardHTTPTypes
public import Encodings

extension HTTPRequest {
  /// The media type of the body; `nil` if the request has no `Content-Type`.
  /// - Throws: ``Problem`` (415 `unsupported_media_type`) if the type occurs twice or is malformed, or if the body
  ///   is compressed.
  public func mediaType() throws(Problem) -> MediaType? {
    let lines = fields.values(for: "Content-Type")
    guard lines.count <= 1 else { throw Self.unsupported("Content-Type may occur once only.") }
    guard fields["Content-Encoding"].map({ asciiEqualIgnoringCase($0, "identity") }) ?? true else {
      throw Self.unsupported("The body must not be compressed.")
    }
    guard let line = lines.first else { return nil }
    do {
      return try MediaType(line)
    } catch {
      throw Self.unsupported(error.reason)
    }
  }

  /// The body as JSON.
  ///
  /// The media type is required, because a browser sends `text/plain` and forms across origins without a preflight
  /// request (threat: content-type confusion). JSON requires a preflight request.
  /// - Parameters:
  ///   - mediaTypes: The accepted types. `PATCH` also accepts `application/merge-patch+json` (RFC 7396 §4).
  ///   - limits: The limits of the parser.
  /// - Returns: The document.
  /// - Throws: ``Problem``: 415 for another type or charset, 400 `malformed_json` for a body that is not JSON.
  public func requireJSON(
    mediaTypes: Set<String> = ["application/json"], limits: JSONLimits = JSONLimits()
  ) throws(Problem) -> JSONValue {
    guard let type = try mediaType(), mediaTypes.contains(type.essence), type.charset ?? "utf-8" == "utf-8"
    else {
      throw Self.unsupported("The body must be \(mediaTypes.sorted().joined(separator: " or ")), in UTF-8.")
    }
    do {
      return try JSONParser.parse(body, limits: limits)
    } catch {
      throw Problem(
        status: 400, code: "malformed_json", detail: "The body is not acceptable JSON. \(error.reason)")
    }
  }

  /// The body as a form.
  /// - Throws: ``Problem``: 415 for another type or charset, 400 `malformed_form` for a body that is not a form.
  public func requireForm() throws(Problem) -> FormURLEncoded {
    guard let type = try mediaType(), type.essence == "application/x-www-form-urlencoded",
      type.charset ?? "utf-8" == "utf-8"
    else {
      throw Self.unsupported("The body must be application/x-www-form-urlencoded, in UTF-8.")
    }
    do {
      return try FormURLEncoded.parse(body)
    } catch {
      throw Problem(status: 400, code: error.codeName, detail: error.reason)
    }
  }

  private static func unsupported(_ reason: String) -> Problem {
    Problem(status: 415, code: "unsupported_media_type", detail: reason)
  }
}
