package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The unverified parameters of an authorization request, from a query or a form.
package struct AuthorizationParameters: Sendable {
  private let values: [String: String]
  /// The query or form cannot be parsed.
  package struct Unreadable: Error {}

  /// The names of the parameters that occur more than once. Their values are ignored.
  package let repeated: Set<String>

  /// Reads the query, or the form of a POST.
  ///
  /// - Throws: ``Unreadable`` if the query or form cannot be parsed: the page tells the user. ``Problem`` 415.
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
    // RFC 6749 §3.1: a parameter without a value counts as omitted.
    for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    self.values = values
  }

  package subscript(name: String) -> String? { repeated.contains(name) ? nil : values[name] }
}
