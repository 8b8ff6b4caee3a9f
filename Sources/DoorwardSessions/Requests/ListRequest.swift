package import DoorwardHTTP
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which part of a list a call asks for: `?cursor=&limit=`.
package struct ListRequest<Subject>: Sendable {
  /// How many items one answer has where the call does not say.
  package static var defaultLimit: Int { 20 }
  /// The most items one answer has.
  package static var maximumLimit: Int { 100 }

  package let limit: Int
  /// Where the part before this one ended; nil for the first.
  package let position: ListPosition<Subject>?

  /// Reads the query. A parameter without a value counts as left out.
  ///
  /// - Throws: ``Problem`` 400 `invalid_limit`, `invalid_cursor`, `malformed_query`.
  package init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.queryItems
    let limits = query.values(for: "limit").filter { !$0.isEmpty }
    let cursors = query.values(for: "cursor").filter { !$0.isEmpty }
    guard limits.count <= 1, let limit = limits.first.map(Self.limit) ?? Self.defaultLimit else {
      throw Problem(
        status: 400, code: "invalid_limit",
        detail: "limit must be one whole number from 1 to \(Self.maximumLimit).")
    }
    self.limit = limit
    guard let text = cursors.first else {
      position = nil
      return
    }
    guard cursors.count == 1, let position = ListPosition<Subject>(cursor: text) else {
      throw Problem(
        status: 400, code: "invalid_cursor", detail: "cursor must be a next_cursor of this list, unchanged.")
    }
    self.position = position
  }

  private static func limit(_ text: String) -> Int? {
    guard text.utf8.count <= 3, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let limit = Int(text), (1...maximumLimit).contains(limit)
    else { return nil }
    return limit
  }

  /// One part of a list, with the way to the next where there is one.
  ///
  /// - Parameters:
  ///   - items: one more than ``limit``, where there are so many left.
  ///   - position: an item's place.
  ///   - json: an item as the contract has it.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  package func answer<Item>(
    _ items: [Item], position: (Item) -> ListPosition<Subject>, json: (Item) -> JSONValue
  ) -> JSONValue {
    let shown = items.prefix(limit)
    var object: JSONObject = ["items": .array(shown.map(json))]
    if items.count > limit, let last = shown.last { object["next_cursor"] = .string(position(last).cursor) }
    return .object(object)
  }
}

extension ListPosition {
  /// The last millisecond of the year 9999, where RFC 3339 ends.
  private static var lastMoment: Int64 { 253_402_300_799_999 }

  /// The position as text that clients hand back as it is: the milliseconds since 1970 and the identifier.
  package var cursor: String {
    let milliseconds = Int64((moment.timeIntervalSince1970 * 1000).rounded())
    return Base64URL.encode(withUnsafeBytes(of: milliseconds.bigEndian) { Array($0) } + id.bytes)
  }

  /// Reads a cursor; nil where it is none.
  package init?(cursor: String) {
    guard cursor.utf8.count == 32, let bytes = try? Base64URL.decode(cursor),
      let id = Identifier<Subject>(bytes: Array(bytes[8...]))
    else { return nil }
    let milliseconds = bytes[..<8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard (0...Self.lastMoment).contains(milliseconds) else { return nil }
    self.init(moment: Date(timeIntervalSince1970: Double(milliseconds) / 1000), id: id)
  }
}
