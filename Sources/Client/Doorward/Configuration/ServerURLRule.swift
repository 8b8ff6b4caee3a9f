internal import Foundation

extension ServerAddress {
  /// The error of an address that cannot be a server's: `invalid_configuration` or `insecure_address`; nil for the address of a
  /// server. With a query or a fragment, requests would go to another address, and logs would show a user part.
  static func refusal(of url: URL) -> DoorwardError? {
    let text = url.absoluteString
    // The authority is the text between the first "//" and the next "/", "?" or "#" (RFC 3986 §3.2).
    let authority = text.components(separatedBy: "//").dropFirst().first?.prefix { $0 != "/" } ?? ""
    guard !authority.contains("@"), !text.contains("?"), !text.contains("#") else {
      return .invalidConfiguration(
        "the server's address must have no user, query or fragment, as in https://accounts.example.com")
    }
    return isEncryptedOrLoopback(url) ? nil : .insecure(url)
  }
}
