/// The JavaScript library that drives NEAR wallets on the wallet origin.
package struct NEARConnectSettings: Sendable, Equatable {
  package var scriptURL: String
  /// The Subresource Integrity value. The browser does not run a script with another hash.
  package var scriptIntegrity: String
  package var manifestURL: String

  package init(scriptURL: String, scriptIntegrity: String, manifestURL: String) {
    self.scriptURL = scriptURL
    self.scriptIntegrity = scriptIntegrity
    self.manifestURL = manifestURL
  }
}
