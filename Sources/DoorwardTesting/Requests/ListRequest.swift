import DoorwardHTTP
import DoorwardWire
import Encodings
import Foundation

/// The part of a list that a call asks for: `?cursor=&limit=`.
struct ListRequest {
  private let limit: Int
  private let position: ListCursor?

  /// Reads the query. A parameter without a value counts as absent.
  init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.queryItems
    let limits = query.values(for: WireListPart.Parameters.limit).filter { !$0.isEmpty }
    guard limits.count <= 1, let limit = limits.first.map(ListLimit.read) ?? ListLimit.standard else {
      throw .malformed(
        WireCode.invalidLimit, "limit must be one whole number from 1 to \(ListLimit.maximum).")
    }
    self.limit = limit
    let cursors = query.values(for: WireListPart.Parameters.cursor).filter { !$0.isEmpty }
    position = cursors.first.flatMap { ListCursor($0) }
    guard cursors.count <= 1, (position == nil) == cursors.isEmpty else {
      throw .malformed(WireCode.invalidCursor, "cursor must be a next_cursor of this list, unchanged.")
    }
  }

  /// The part, with the cursor of the next one if there is more.
  ///
  /// - Parameters:
  ///   - items: All items, the newest first.
  ///   - cursor: The cursor of an item.
  ///   - json: An item as the contract has it.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  func answer<Item>(
    _ items: [Item], cursor: (Item) -> ListCursor, json: (Item) -> JSONObject
  ) -> JSONObject {
    let cursors = items.map(cursor)
    let start = position.map { position in (cursors.firstIndex(of: position) ?? items.count) + 1 } ?? 0
    let shown = items.indices.dropFirst(start).prefix(limit)
    let next = shown.last.flatMap { $0 < items.count - 1 ? cursors[$0].text : nil }
    return WireListPart(items: shown.map { .object(json(items[$0])) }, nextCursor: next).json
  }
}

extension ListCursor {
  init(_ moment: Date, _ id: String) {
    self.init(milliseconds: Int64((moment.timeIntervalSince1970 * 1000).rounded()), id: idBytes(id))
  }
}

extension Session {
  var cursor: ListCursor { ListCursor(createdAt, id) }
}

extension Identity {
  var cursor: ListCursor { ListCursor(verifiedAt, id) }
}
