extension JSONObject {
  /// This object, changed by a JSON Merge Patch (RFC 7396 §2). The parser that read the patch limits its depth.
  package func merging(patch: JSONObject) -> JSONObject {
    // Removed members are left out in one pass. Removing many members one by one would take quadratic time.
    var result =
      patch.contains { $0.value == .null }
      ? JSONObject(lazy.filter { patch[$0.key] != .null }.map { ($0.key, $0.value) }) : self
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
