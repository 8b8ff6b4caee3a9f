import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The part of a list that a call asks for: `?cursor=&limit=`.
struct ListRequest {
  private let limit: Int
  /// The id of the last item of the part before; nil for the first part.
  private let position: String?

  /// Reads the query. A parameter without a value counts as absent.
  init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.queryItems
    limit = try ListLimit.read(query)
    let cursors = query.values(for: WireListPart.Parameters.cursor).filter { !$0.isEmpty }
    position = cursors.first.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    guard cursors.count <= 1, (position == nil) == cursors.isEmpty else { throw .invalidCursor }
  }

  /// The part, with the cursor of the next one if there is more.
  ///
  /// - Parameters:
  ///   - items: All items, the newest first.
  ///   - id: The id of an item.
  ///   - json: An item as the contract has it.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  func answer<Item>(
    _ items: [Item], id: (Item) -> String, json: (Item) -> JSONObject
  ) -> JSONObject {
    let ids = items.map(id)
    let start = position.map { position in (ids.firstIndex(of: position) ?? items.count) + 1 } ?? 0
    let shown = items.indices.dropFirst(start).prefix(limit)
    let next = shown.last.flatMap { $0 < items.count - 1 ? ids[$0] : nil }
    return WireListPart(items: shown.map { .object(json(items[$0])) }, nextCursor: next).json
  }
}
