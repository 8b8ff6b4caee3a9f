package import Encodings

/// One part of a list, the newest item first: `{"items": […], "next_cursor"?}`.
package struct WireListPart: Sendable {
  package let items: [JSONValue]
  /// The cursor that the next part begins after; nil in the last part.
  package let nextCursor: String?

  package init(items: [JSONValue], nextCursor: String?) {
    self.items = items
    self.nextCursor = nextCursor
  }

  /// Reads an answer; nil without items.
  package init?(_ value: JSONValue) {
    guard let items = value[Members.items]?.array else { return nil }
    self.init(items: items, nextCursor: value[Members.nextCursor]?.string)
  }

  package var json: JSONObject {
    var object: JSONObject = [Members.items: .array(items)]
    if let nextCursor { object[Members.nextCursor] = .string(nextCursor) }
    return object
  }

  /// Schemas: `UserList`, `InvitationList`, `SessionList`, `IdentityList`.
  package enum Members {
    package static var items: String { "items" }
    package static var nextCursor: String { "next_cursor" }
  }

  /// The parameters of a call for a part.
  package enum Parameters {
    package static var cursor: String { "cursor" }
    package static var limit: String { "limit" }
  }
}
