package import DoorwardHTTP
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The parameters of an authorization request as they came, by query or form, none of them believed yet.
package struct AuthorizationParameters: Sendable {
  private let values: [String: String]
  /// The query or form is none.
  package struct Unreadable: Error {}

  /// The names that stand twice; what they say is not looked at.
  package let repeated: Set<String>

  /// Reads the query, or the form of a POST.
  ///
  /// - Throws: ``Unreadable``: a link brought a person here, and they are told. ``Problem`` 415.
  package init(readable request: HTTPRequest) throws {
    do {
      self.init(try request.method == .post ? request.requireForm() : request.queryItems)
    } catch {
      throw error.status == 400 ? Unreadable() : error as any Error
    }
  }

  package init(_ form: FormURLEncoded) {
    repeated = form.duplicateNames
    var values: [String: String] = [:]
    // RFC 6749 §3.1: a parameter without a value counts as left out.
    for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    self.values = values
  }

  package subscript(name: String) -> String? { repeated.contains(name) ? nil : values[name] }
}
