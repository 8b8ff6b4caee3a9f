/// The JavaScript library that drives NEAR wallets on the wallet origin.
package struct NEARConnectSettings: Sendable, Equatable {
  package var scriptURL: String
  /// Subresource Integrity. A script with another hash never runs.
  package var scriptIntegrity: String
  package var manifestURL: String

  package init(scriptURL: String, scriptIntegrity: String, manifestURL: String) {
    self.scriptURL = scriptURL
    self.scriptIntegrity = scriptIntegrity
    self.manifestURL = manifestURL
  }
}
