import DoorwardHTTP
import Encodings

/// Which part of a list a call asks for: `?cursor=&limit=`.
struct PartOfList {
  private static let cursorLength = 24

  private let limit: Int
  private let position: String?

  init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.queryItems
    let limits = query.values(for: "limit").filter { !$0.isEmpty }
    let limit = limits.first.map { Int($0) ?? 0 } ?? 20
    guard limits.count <= 1, (1...100).contains(limit) else {
      throw .malformed("invalid_limit", "limit must be one whole number from 1 to 100.")
    }
    self.limit = limit
    let cursors = query.values(for: "cursor").filter { !$0.isEmpty }
    guard cursors.count <= 1, let bytes = try? cursors.first.map({ try Base64URL.decode($0) }) ?? [],
      bytes.isEmpty || bytes.count == Self.cursorLength
    else {
      throw .malformed("invalid_cursor", "cursor must be a next_cursor of this list, unchanged.")
    }
    position = cursors.first
  }

  /// The part, with the way to the next where there is one.
  ///
  /// - Parameters:
  ///   - items: All there are, the newest first.
  ///   - id: What tells one from the others.
  ///   - json: One as the contract has it.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  func answer<Item>(_ items: [Item], id: (Item) -> String, json: (Item) -> JSONObject) -> JSONObject {
    let cursors = items.map { Self.cursor(of: id($0)) }
    let start = position.map { text in (cursors.firstIndex(of: text) ?? items.count) + 1 } ?? 0
    let shown = items.indices.dropFirst(start).prefix(limit)
    var object: JSONObject = ["items": .array(shown.map { .object(json(items[$0])) })]
    if let last = shown.last, last < items.count - 1 { object["next_cursor"] = .string(cursors[last]) }
    return object
  }

  /// As long as the server's; apps hand it back as it is.
  private static func cursor(of id: String) -> String {
    Base64URL.encode(Array(SHA256.hash(Array(id.utf8)).prefix(cursorLength)))
  }
}
