internal import DoorwardWire
internal import Encodings

extension SessionEngine {
  /// All items of a list of the server, from as many pages as it has.
  ///
  /// - Throws: ``DoorwardError``.
  nonisolated func list(_ path: String) async throws(DoorwardError) -> [JSONValue] {
    var items: [JSONValue] = []
    var cursor = ""
    var person: String?
    // A user has hundreds of items at most. A server whose list never ends is not a Doorward server.
    for _ in 0..<100 {
      let (answer, session) = try await accountCall(
        "GET", "\(path)?\(WireListPart.Parameters.limit)=\(ListLimit.maximum)\(cursor)")
      // Another user may have signed in since the call began.
      guard session.info.id == person ?? session.info.id, await present?.person == session.info.id else {
        throw DoorwardError.sessionEnded
      }
      person = session.info.id
      guard let part = WireListPart(answer) else {
        throw DoorwardError.malformedAnswer("it is not a list", status: nil)
      }
      items += part.items
      guard let next = part.nextCursor else { return items }
      cursor = "&\(WireListPart.Parameters.cursor)=\(try pathComponent(next))"
    }
    throw DoorwardError.malformedAnswer("the list has no end", status: nil)
  }

  /// A string of the server as a path component.
  ///
  /// - Throws: ``DoorwardError`` `not_found` for a string that is not an id or cursor of the server.
  nonisolated func pathComponent(_ text: String) throws(DoorwardError) -> String {
    let isOne = { (byte: UInt8) in
      byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard !text.isEmpty, text.utf8.allSatisfy(isOne) else {
      throw DoorwardError(code: .notFound, reason: "The item does not exist.")
    }
    return text
  }
}
