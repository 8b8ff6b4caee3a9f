import Encodings

/// The user and the account token of one session.
struct TrySession: Sendable {
  let user: String
  let accountToken: String

  /// Reads the response to a sign-in or a refresh; nil if the response has another form.
  init?(_ answer: JSONValue) {
    guard let user = answer["user"]?["id"]?.string, let token = answer["account_token"]?.string else {
      return nil
    }
    self.user = user
    accountToken = token
  }
}
