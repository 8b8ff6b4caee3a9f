package import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
package import Encodings

/// The filters of a list in a query.
extension FormURLEncoded {
  /// Refuses a parameter that a list does not have. A misspelled filter would list what the caller does not mean.
  ///
  /// - Throws: `Problem` 400 `invalid_filter`.
  package func requireFilters(_ isFilter: (String) -> Bool) throws(Problem) {
    guard let unknown = items.map(\.name).first(where: { !isFilter($0) }) else { return }
    throw Problem.invalidFilter("There is no filter \(unknown.prefix(64)).")
  }

  /// The value of a filter; nil if it is omitted or empty.
  ///
  /// - Throws: `Problem` 400 `invalid_filter` if it occurs more than once.
  package func filter(_ name: String) throws(Problem) -> String? {
    let given = values(for: name).filter { !$0.isEmpty }
    guard given.count <= 1 else { throw Problem.invalidFilter("\(name) may occur once only.") }
    return given.first
  }
}

extension Timestamp {
  /// Reads the value of a filter.
  ///
  /// - Throws: `Problem` 400 `invalid_filter` unless it is a time in RFC 3339 form.
  package init(_ text: String, ofFilter name: String) throws(Problem) {
    guard let time = try? Timestamp(rfc3339: text) else {
      throw Problem.invalidFilter("\(name) must be a time in RFC 3339 form.")
    }
    self = time
  }
}

extension Problem {
  package static func invalidFilter(_ detail: String) -> Problem {
    Problem(status: 400, code: WireCode.invalidFilter, detail: detail)
  }
}
