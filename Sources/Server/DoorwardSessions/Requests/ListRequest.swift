package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
package import Encodings

/// The part of a list that a call asks for: `?cursor=&limit=`.
package struct ListRequest<Subject>: Sendable {
  package let limit: Int
  /// The end of the previous part; nil for the first part.
  package let position: ListPosition<Subject>?
  private let list: [String]
  private let seal: ListCursorSeal

  /// Reads the query. A parameter without a value counts as omitted.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - list: identifies the list. The cursors of another list are refused.
  ///   - seal: makes the cursors.
  /// - Throws: `Problem` 400 `invalid_limit`, `invalid_cursor`, `malformed_query`.
  package init(_ request: HTTPRequest, of list: [String], _ seal: ListCursorSeal) throws {
    let query = try request.queryItems
    limit = try ListLimit.read(query)
    let cursors = query.values(for: WireListPart.Parameters.cursor).filter { !$0.isEmpty }
    guard cursors.count <= 1 else { throw Problem.invalidCursor }
    position = try cursors.first.map { try seal.listPosition($0, in: list) }
    self.list = list
    self.seal = seal
  }

  /// One part of a list, with the cursor of the next part if there is one.
  ///
  /// - Parameters:
  ///   - items: the items. There is one more than ``limit`` if the list continues.
  ///   - position: the position of an item.
  ///   - json: the JSON of an item.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  /// - Throws: the errors of the cipher.
  package func answer<Item>(
    _ items: [Item], position: (Item) -> ListPosition<Subject>, json: (Item) -> JSONValue
  ) throws -> JSONValue {
    let shown = items.prefix(limit)
    return try answer(shown.map(json), until: items.count > limit ? shown.last.map(position) : nil)
  }

  /// One part of a list, with the cursor of the next part if `end` is the position at which that begins.
  ///
  /// - Throws: the errors of the cipher.
  package func answer(_ items: [JSONValue], until end: ListPosition<Subject>?) throws -> JSONValue {
    .object(WireListPart(items: items, nextCursor: try end.map { try seal.text(of: $0, in: list) }).json)
  }
}
