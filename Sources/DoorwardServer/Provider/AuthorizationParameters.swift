import HTTPCore

/// The parameters of an authorization request as they came, by query or form, none of them believed yet.
struct AuthorizationParameters: Sendable {
  private let values: [String: String]
  /// The names that stand twice; what they say is not looked at.
  let repeated: Set<String>

  init(_ request: HTTPRequest) throws(Problem) {
    self.init(try request.method == .post ? request.requireForm() : request.queryItems)
  }

  init(_ form: FormURLEncoded) {
    repeated = form.duplicateNames
    var values: [String: String] = [:]
    // RFC 6749 §3.1: a parameter without a value counts as left out.
    for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    self.values = values
  }

  subscript(name: String) -> String? { repeated.contains(name) ? nil : values[name] }
}
