package import DoorwardHTTP
package import DoorwardStore
import DoorwardWire
package import Encodings

/// The part of a list that a call asks for: `?cursor=&limit=`.
package struct ListRequest<Subject>: Sendable {
  package let limit: Int
  /// The end of the previous part; nil for the first part.
  package let position: ListPosition<Subject>?

  /// Reads the query. A parameter without a value counts as omitted.
  ///
  /// - Throws: `Problem` 400 `invalid_limit`, `invalid_cursor`, `malformed_query`.
  package init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.queryItems
    let limits = query.values(for: WireListPart.Parameters.limit).filter { !$0.isEmpty }
    let cursors = query.values(for: WireListPart.Parameters.cursor).filter { !$0.isEmpty }
    guard limits.count <= 1, let limit = limits.first.map(ListLimit.read) ?? ListLimit.standard else {
      throw Problem(
        status: 400, code: WireCode.invalidLimit,
        detail: "limit must be one whole number from 1 to \(ListLimit.maximum).")
    }
    self.limit = limit
    guard let text = cursors.first else {
      position = nil
      return
    }
    guard cursors.count == 1, let cursor = ListCursor(text), let id = Identifier<Subject>(bytes: cursor.id)
    else {
      throw Problem(
        status: 400, code: WireCode.invalidCursor,
        detail: "cursor must be a next_cursor of this list, unchanged.")
    }
    position = ListPosition(moment: StoredTime.moment(cursor.milliseconds), id: id)
  }

  /// One part of a list, with the cursor of the next part if there is one.
  ///
  /// - Parameters:
  ///   - items: the items. There is one more than ``limit`` if the list continues.
  ///   - position: the position of an item.
  ///   - json: the JSON of an item.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  /// - Throws: ``StoreError`` if a moment is out of range.
  package func answer<Item>(
    _ items: [Item], position: (Item) -> ListPosition<Subject>, json: (Item) -> JSONValue
  ) throws -> JSONValue {
    let shown = items.prefix(limit)
    var next: String?
    if items.count > limit, let last = shown.last.map(position) {
      next = ListCursor(milliseconds: try StoredTime.milliseconds(last.moment), id: last.id.bytes).text
    }
    return .object(WireListPart(items: shown.map(json), nextCursor: next).json)
  }
}
