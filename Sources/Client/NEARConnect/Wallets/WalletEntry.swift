internal import Encodings

/// Parses an entry of a list of wallets and removes the parts that must not reach the library.
///
/// The list comes from a third party, and the library trusts it. Ids name the storage of wallets, and code is
/// loaded from the address `executor`, so both are validated. `permissions.external` is removed, because it
/// lets a wallet's code call any function of the top window.
enum WalletEntry {
  static let maximumText = 4096
  /// Icons are usually images inside the entry.
  static let maximumIcon = 1 << 18

  /// Parses an entry; nil if the wallet cannot run in an app.
  static func wallet(_ value: JSONValue) -> NEARWallet? {
    guard let object = value.object, let id = object["id"]?.string, isID(id),
      let name = text(object["name"]), !name.isEmpty, object["type"]?.string == "sandbox",
      let executor = text(object["executor"]), isFetched(executor)
    else { return nil }
    let permissions = object["permissions"]?.object ?? [:]
    let opens = (permissions["allowsOpen"]?.array ?? []).compactMap { text($0) }.prefix(64)
    let platforms = platforms(object["platform"])
    let icon = object["icon"]?.string.flatMap { $0.utf8.count <= maximumIcon && isPicture($0) ? $0 : nil }
    let version = text(object["version"]) ?? "0"
    return NEARWallet(
      id: id, name: name, icon: icon ?? "", about: text(object["description"]) ?? "",
      website: text(object["website"]).flatMap { isFetched($0) ? $0 : nil } ?? "",
      version: version, platforms: platforms, features: features(object["features"]),
      opens: Array(opens), transports: transports(permissions, platforms),
      entry: sanitized(
        object, permissions: permissions, icon: icon ?? "", version: version, executor: executor)
    )
  }

  /// The transports that the wallet needs; empty if web pages and links to apps are sufficient.
  ///
  /// `external` names objects that a browser extension adds to the page. A wallet is only an extension if all
  /// these objects are NEAR providers, such as `okxwallet.near`, or if it is only available in browser stores.
  /// Other wallets also have a page.
  private static func transports(_ permissions: JSONObject, _ platforms: [String: String]) -> Set<
    WalletTransport
  > {
    var transports = WalletTransport.devices.filter { permissions[$0.rawValue]?.bool == true }
    if permissions["walletConnect"]?.bool == true { transports.insert(.walletConnect) }
    let objects = (permissions["external"]?.array ?? []).compactMap(\.string)
    let isInStoresOnly = !platforms.isEmpty && platforms.keys.allSatisfy(browsers.contains)
    if !objects.isEmpty, isInStoresOnly || objects.allSatisfy({ $0.hasSuffix(".near") }) {
      transports.insert(.browserExtension)
    }
    return transports
  }

  private static let browsers: Set<String> = ["chrome", "firefox", "edge", "safari", "opera", "brave"]

  private static func sanitized(
    _ object: JSONObject, permissions: JSONObject, icon: String, version: String, executor: String
  ) -> JSONObject {
    var permissions = permissions
    permissions["external"] = nil
    permissions["walletConnect"] = nil
    var entry = object
    entry["permissions"] = .object(permissions)
    entry["features"] = .object(object["features"]?.object ?? [:])
    entry["icon"] = .string(icon)
    // The library caches a wallet's code by id and version. With the hash, two entries with the same
    // id from different lists cannot run each other's code.
    let hash = Hex.encode(SHA256.hash(Array(executor.utf8)).prefix(8))
    entry["version"] = .string("\(version)-\(hash)")
    entry["debug"] = nil
    return entry
  }

  private static func isID(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func text(_ value: JSONValue?) -> String? {
    value?.string.flatMap { $0.utf8.count <= maximumText ? $0 : nil }
  }

  private static func isFetched(_ address: String) -> Bool {
    guard let scheme = WebAddress(address)?.scheme else { return false }
    return scheme == "https" || (scheme == "http" && WebAddress(address)?.isLoopback == true)
  }

  private static func isPicture(_ icon: String) -> Bool {
    icon.lowercased().hasPrefix("data:image/") || isFetched(icon)
  }

  private static func platforms(_ value: JSONValue?) -> [String: String] {
    var platforms: [String: String] = [:]
    for member in value?.object ?? [:] {
      if let address = text(member.value), isFetched(address) { platforms[member.key] = address }
    }
    return platforms
  }

  private static func features(_ value: JSONValue?) -> Set<WalletFeature> {
    Set((value?.object ?? [:]).filter { $0.value.bool == true }.map { WalletFeature(rawValue: $0.key) })
  }
}
