internal import Encodings

extension SessionEngine {
  /// A list of the server, whole, from however many parts it comes in.
  ///
  /// - Throws: ``DoorwardError``.
  nonisolated func list<Item>(_ path: String, _ read: (JSONValue) -> Item?) async throws -> [Item] {
    var items: [Item] = []
    var cursor = ""
    var begun: UInt64?
    // A user has hundreds of anything at most; a server that never comes to an end is not ours.
    for _ in 0..<100 {
      let (answer, generation) = try await accountCall("GET", "\(path)?limit=100\(cursor)")
      // Whoever asked is given what is theirs, and nothing of who has signed in meanwhile.
      guard generation == begun ?? generation, await generation == self.generation else {
        throw DoorwardError.sessionEnded
      }
      begun = generation
      guard let part = answer["items"]?.array else {
        throw DoorwardError.malformedAnswer("it is no list", status: nil)
      }
      items += part.compactMap(read)
      guard let next = answer["next_cursor"]?.string else { return items }
      cursor = try "&cursor=\(pathComponent(next))"
    }
    throw DoorwardError.malformedAnswer("the list has no end", status: nil)
  }

  /// A text of the server as a part of an address.
  ///
  /// - Throws: ``DoorwardError`` `not_found` for what no id or cursor of the server looks like.
  nonisolated func pathComponent(_ text: String) throws(DoorwardError) -> String {
    let isOne = { (byte: UInt8) in
      byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard !text.isEmpty, text.utf8.allSatisfy(isOne) else {
      throw DoorwardError(code: .notFound, reason: "There is no such thing.")
    }
    return text
  }
}
