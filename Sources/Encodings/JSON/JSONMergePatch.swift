extension JSONObject {
  /// This object changed by a JSON Merge Patch (RFC 7396 §2). The depth is bounded by the parser that read the
  /// patch.
  package func merging(patch: JSONObject) -> JSONObject {
    // What goes is left out in one pass: taken out one by one, many members would cost quadratic time.
    var result = JSONObject(lazy.filter { patch[$0.key] != .null }.map { ($0.key, $0.value) })
    for member in patch {
      switch member.value {
      case .null: break
      case .object(let child):
        result[member.key] = .object((result[member.key]?.object ?? JSONObject()).merging(patch: child))
      default: result[member.key] = member.value
      }
    }
    return result
  }
}
