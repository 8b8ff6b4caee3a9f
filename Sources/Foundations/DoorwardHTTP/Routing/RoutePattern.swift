/// The parsed path pattern of a route: `/v1/passkeys/{id}`, `/assets/{path...}`.
struct RoutePattern {
  enum Segment: Hashable {
    case literal(String)
    case parameter
    case rest
  }

  let segments: [Segment]
  /// The names of the parameters, in order.
  let names: [String]

  init(_ pattern: String) {
    precondition(pattern.utf8.first == UInt8(ascii: "/"), "A route starts with a slash: \(pattern)")
    var segments: [Segment] = []
    var names: [String] = []
    for part in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      precondition(segments.last != .rest, "Nothing can follow {…...}: \(pattern)")
      guard part.first == "{", part.last == "}" else {
        segments.append(.literal(String(part)))
        continue
      }
      let name = part.dropFirst().dropLast()
      if name.hasSuffix("...") {
        names.append(String(name.dropLast(3)))
        segments.append(.rest)
      } else {
        names.append(String(name))
        segments.append(.parameter)
      }
    }
    self.segments = segments
    self.names = names
  }
}
