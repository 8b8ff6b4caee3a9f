import Encodings

/// The user and the account token of one session.
struct TrySession: Sendable {
  let user: String
  let accountToken: String

  /// Reads the answer of a sign-in or a refresh; nil if it is none.
  init?(_ answer: JSONValue) {
    guard let user = answer["user"]?["id"]?.string, let token = answer["account_token"]?.string else {
      return nil
    }
    self.user = user
    accountToken = token
  }
}
