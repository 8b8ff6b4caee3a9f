import DoorwardHTTP
import DoorwardPages
import DoorwardSessions
import DoorwardSignIn

extension ServerConfiguration {
  /// The public networks, with endpoints that do not need an account.
  static let publicNEARNetworks: [NEARNetworkSettings] = [
    NEARNetworkSettings(
      network: "mainnet", endpoints: ["https://free.rpc.fastnear.com", "https://rpc.mainnet.near.org"],
      genesisHash: "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"),
    NEARNetworkSettings(
      network: "testnet", endpoints: ["https://test.rpc.fastnear.com", "https://rpc.testnet.near.org"],
      genesisHash: "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"),
  ]

  static func nearNetworks(_ reader: inout ConfigurationReader) -> [NEARNetworkSettings] {
    guard var object = reader.object("near") else { return publicNEARNetworks }
    var networks: [String: NEARNetworkSettings] = [:]
    for network in publicNEARNetworks { networks[network.network] = network }
    for name in object.names {
      guard var network = object.object(name) else { continue }
      if !(1...32).contains(name.utf8.count) || !name.utf8.allSatisfy(isNetworkNameUnit) {
        object.refuse(name, "a network's name is lower-case letters, digits and dashes, 32 at most")
      }
      // If the operator names endpoints, the server must not contact any other party.
      let endpoints = network.strings("rpc") ?? networks[name]?.endpoints ?? []
      if endpoints.isEmpty { network.missing("rpc", "at least one endpoint is required") }
      for endpoint in endpoints where !endpoint.hasPrefix("https://") && !endpoint.hasPrefix("http://") {
        network.refuse("rpc", "\"\(endpoint)\" is not an http(s) URL")
      }
      let hash = network.string("genesis_hash")
      networks[name] = NEARNetworkSettings(
        network: name, endpoints: endpoints,
        genesisHash: hash == "" ? nil : hash ?? networks[name]?.genesisHash)
      network.finish()
    }
    return networks.values.sorted { $0.network < $1.network }
  }

  static func nearConnect(_ reader: inout ConfigurationReader) -> NEARConnectSettings {
    let pinned = "https://cdn.jsdelivr.net/gh/azbang/near-connect@da9408fa49d9038f3fa5f57d39b0221df7a66f39"
    var settings = NEARConnectSettings(
      scriptURL: "\(pinned)/cdn/hot-connect.iife.js",
      scriptIntegrity: "sha384-6eNPlV+Bf92wTtH7ZfZE8sZPdohJ84VDXuVVegFjBvJsGWE6BXTT1he2jKjalJ9L",
      manifestURL: "\(pinned)/repository/manifest.json")
    guard var object = reader.object("near_connect") else { return settings }
    let scriptURL = object.string("script_url")
    let integrity = object.string("script_integrity")
    if scriptURL != nil, integrity == nil {
      object.missing(
        "script_integrity", "is required beside script_url: a script without its hash never runs")
    }
    settings.scriptURL = url(scriptURL, "script_url", object) ?? settings.scriptURL
    settings.scriptIntegrity = integrity ?? settings.scriptIntegrity
    settings.manifestURL = url(object.string("manifest_url"), "manifest_url", object) ?? settings.manifestURL
    if !settings.scriptIntegrity.hasPrefix("sha384-") && !settings.scriptIntegrity.hasPrefix("sha512-") {
      object.refuse("script_integrity", "must be a sha384- or sha512- Subresource Integrity value")
    }
    object.finish()
    return settings
  }

  /// A URL for the wallet page and its policy. It must be https, except on loopback.
  private static func url(_ text: String?, _ name: String, _ reader: ConfigurationReader) -> String? {
    guard let text else { return nil }
    guard let origin = WebOrigin(prefixOf: text), origin.scheme == "https" || origin.isLoopback else {
      reader.refuse(name, "must be an https URL, or http on loopback")
      return nil
    }
    return text
  }

  private static func isNetworkNameUnit(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
      || unit == UInt8(ascii: "-")
  }
}
