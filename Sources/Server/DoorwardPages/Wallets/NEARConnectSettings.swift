package import DoorwardSessions

/// The JavaScript library that drives NEAR wallets on the wallet origin.
package struct NEARConnectSettings: Sendable, Equatable {
  package var scriptURL: String
  /// The Subresource Integrity value. The browser does not run a script with another hash.
  package var scriptIntegrity: String
  package var manifestURL: String

  /// The pinned version of the library.
  private init() {
    let pinned = "https://cdn.jsdelivr.net/gh/azbang/near-connect@da9408fa49d9038f3fa5f57d39b0221df7a66f39"
    scriptURL = "\(pinned)/cdn/hot-connect.iife.js"
    scriptIntegrity = "sha384-6eNPlV+Bf92wTtH7ZfZE8sZPdohJ84VDXuVVegFjBvJsGWE6BXTT1he2jKjalJ9L"
    manifestURL = "\(pinned)/repository/manifest.json"
  }

  /// Reads `near_connect`. Without it the settings name the pinned version of the library.
  package init(_ configuration: inout ConfigurationReader) {
    self.init()
    guard var object = configuration.object("near_connect") else { return }
    let scriptURL = object.string("script_url")
    let integrity = object.string("script_integrity")
    if scriptURL != nil, integrity == nil {
      object.missing(
        "script_integrity", "is required with script_url: a script without its hash does not run")
    }
    self.scriptURL = Self.url(scriptURL, of: "script_url", in: object) ?? self.scriptURL
    scriptIntegrity = integrity ?? scriptIntegrity
    manifestURL = Self.url(object.string("manifest_url"), of: "manifest_url", in: object) ?? manifestURL
    if !scriptIntegrity.hasPrefix("sha384-") && !scriptIntegrity.hasPrefix("sha512-") {
      object.refuse("script_integrity", "must be a sha384- or sha512- Subresource Integrity value")
    }
    object.finish()
  }

  /// A URL for the wallet page and its policy. It must be https, except on loopback.
  private static func url(_ text: String?, of name: String, in reader: ConfigurationReader) -> String? {
    guard let text else { return nil }
    guard let origin = WebOrigin(prefixOf: text), origin.scheme == "https" || origin.isLoopback else {
      reader.refuse(name, "must be an https URL, or http on loopback")
      return nil
    }
    return text
  }
}
