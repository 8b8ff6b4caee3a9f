/// The segments of a hash in the PHC string format: `$scheme[$v=version]$parameters$salt$hash`.
///
/// https://github.com/P-H-C/phc-string-format. The segments are texts; each scheme decodes its own.
struct PHCText: Equatable {
  /// The longest text. The longest known format has about 300 bytes.
  static let maximumBytes = 1024

  let scheme: String
  let version: Int?
  let parameters: String
  let salt: String
  let hash: String

  /// Splits a text; nil if it has another form.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      return nil
    }
    var segments = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard segments.count == 5 || segments.count == 6, segments.removeFirst().isEmpty else { return nil }
    scheme = segments.removeFirst()
    guard !scheme.isEmpty else { return nil }
    if segments.count == 4 {
      let text = segments.removeFirst()
      guard text.hasPrefix("v="), let version = Self.number(text.dropFirst(2)) else { return nil }
      self.version = version
    } else {
      version = nil
    }
    (parameters, salt, hash) = (segments[0], segments[1], segments[2])
  }

  /// The parameters by name; nil if one has another form than `name=value` or occurs twice.
  var namedParameters: [String: String]? { Self.named(parameters) }

  /// Parameters by name; nil if one has another form than `name=value` or occurs twice.
  static func named(_ parameters: String) -> [String: String]? {
    var named: [String: String] = [:]
    for parameter in parameters.split(separator: ",", omittingEmptySubsequences: false) {
      guard let sign = parameter.firstIndex(of: "="), sign > parameter.startIndex else { return nil }
      let value = String(parameter[parameter.index(after: sign)...])
      guard named.updateValue(value, forKey: String(parameter[..<sign])) == nil else { return nil }
    }
    return named
  }

  /// A decimal number without a sign or leading zeros, of at most nine digits; nil for another text.
  static func number(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
      text.utf8.count == 1 || text.utf8.first != 48
    else { return nil }
    return Int(text)
  }
}
