import DoorwardHTTPTypes

/// A media type with its parameters, as in `Content-Type` (RFC 9110 §8.3.1).
public struct MediaType: Sendable, Hashable {
  /// `type/subtype` in lower case.
  public let essence: String
  /// The parameters, their names in lower case.
  public let parameters: [String: String]

  /// - Throws: ``HTTPError`` (`malformed_media_type`), also if a parameter occurs twice.
  public init(_ text: String) throws(HTTPError) {
    // Most bodies have this type.
    if text == "application/json" {
      essence = text
      parameters = [:]
      return
    }
    let pieces = try Self.pieces(of: text)
    let essence = asciiLowercased(String(pieces[0]))
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ isToken(String($0)) }) else {
      throw HTTPError(.malformedMediaType, "A media type must be two tokens, separated by a slash.")
    }
    var parameters: [String: String] = [:]
    for piece in pieces.dropFirst() where !piece.isEmpty {
      guard let equals = piece.firstIndex(of: "=") else { throw Self.malformedParameter }
      let name = asciiLowercased(String(piece[..<equals]))
      guard isToken(name), parameters[name] == nil else { throw Self.malformedParameter }
      parameters[name] = try Self.unquoted(piece[piece.index(after: equals)...])
    }
    self.essence = essence
    self.parameters = parameters
  }

  /// The character set in lower case; nil if the type has none.
  public var charset: String? { parameters["charset"].map(asciiLowercased) }

  private static let malformedParameter = HTTPError(
    .malformedMediaType, "A parameter of the media type is malformed or given twice.")

  /// Splits at semicolons that are not within quotes.
  private static func pieces(of text: String) throws(HTTPError) -> [Substring] {
    var pieces: [Substring] = []
    var start = text.startIndex
    var quoted = false
    var escaped = false
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if escaped {
        escaped = false
      } else if quoted, scalar == "\\" {
        escaped = true
      } else if scalar == "\"" {
        quoted.toggle()
      } else if scalar == ";", !quoted {
        pieces.append(trimmingOptionalWhitespace(text[start..<index]))
        start = text.unicodeScalars.index(after: index)
      }
    }
    guard !quoted else { throw malformedParameter }
    pieces.append(trimmingOptionalWhitespace(text[start...]))
    return pieces
  }

  /// A token as it is, or the content of a quoted string (RFC 9110 §5.6.4).
  private static func unquoted(_ value: Substring) throws(HTTPError) -> String {
    let scalars = value.unicodeScalars
    guard scalars.first == "\"" else {
      guard isToken(String(value)) else { throw malformedParameter }
      return String(value)
    }
    guard scalars.count >= 2, scalars.last == "\"" else { throw malformedParameter }
    var result = String.UnicodeScalarView()
    var escaped = false
    for scalar in scalars.dropFirst().dropLast() {
      if !escaped, scalar == "\\" {
        escaped = true
        continue
      }
      guard escaped || scalar != "\"" else { throw malformedParameter }
      escaped = false
      result.append(scalar)
    }
    return String(result)
  }
}
