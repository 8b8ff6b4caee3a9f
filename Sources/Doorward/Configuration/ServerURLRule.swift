internal import Foundation

extension ServerAddress {
  /// Refuses an address that cannot be a server's. With a query or a fragment, requests would go to another address, and logs would
  /// show a user part.
  ///
  /// - Throws: ``DoorwardError`` `invalid_configuration`, `insecure_address`.
  static func check(_ url: URL) throws(DoorwardError) {
    let named = url.absoluteString.components(separatedBy: "://").last ?? ""
    let hasUser = named.prefix { $0 != "/" }.contains("@")
    guard !hasUser, !named.contains("?"), !named.contains("#") else {
      throw .invalidConfiguration(
        "the server's address must have no user, query or fragment, as in https://accounts.example.com")
    }
    guard isEncryptedOrLoopback(url) else { throw .insecure(url) }
  }
}
