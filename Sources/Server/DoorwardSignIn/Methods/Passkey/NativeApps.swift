import DoorwardSessions
import Encodings

/// The native apps that use the passkeys of an application's relying party.
struct NativeApps: Sendable {
  /// An app for Android.
  struct AndroidApp: Sendable {
    let packageName: String
    /// The SHA-256 of each certificate that signs the app.
    let certificates: [[UInt8]]

    /// The origins that Android writes into client data.
    var origins: [String] { certificates.map { "android:apk-key-hash:\(Base64URL.encode($0))" } }

    /// The fingerprints as `keytool` prints them.
    var fingerprints: [String] { certificates.map(Self.fingerprint) }

    private static func fingerprint(_ certificate: [UInt8]) -> String {
      certificate.map { Hex.encode([$0]).uppercased() }.joined(separator: ":")
    }
  }

  /// The apps for Apple platforms: the team id, a dot and the bundle id. Their pages' origin is the relying party itself.
  let apple: [String]
  let android: [AndroidApp]

  static let none = NativeApps(apple: [], android: [])

  private init(apple: [String], android: [AndroidApp]) {
    self.apple = apple
    self.android = android
  }

  /// Reads `apple_apps` and `android_apps`.
  init(_ passkeys: inout ConfigurationReader) {
    apple = passkeys.strings("apple_apps") ?? []
    for app in apple where !Self.isAppID(app) {
      passkeys.refuse(
        "apple_apps", "\"\(app)\" is not a team id with a bundle id, such as A1B2C3D4E5.com.example.app")
    }
    android = (passkeys.objects("android_apps") ?? []).map { Self.androidApp($0) }
  }

  private static func androidApp(_ reader: ConfigurationReader) -> AndroidApp {
    var reader = reader
    let name = reader.requiredString("package_name") ?? ""
    if !name.isEmpty, !isPackageName(name) {
      reader.refuse("package_name", "\"\(name)\" is not a package name, such as com.example.app")
    }
    let listed = reader.strings("certificates")
    if listed?.isEmpty ?? true {
      reader.missing("certificates", "the app needs the SHA-256 of its certificate")
    }
    let certificates = (listed ?? []).compactMap { text in
      let bytes = fingerprint(text)
      if bytes == nil {
        reader.refuse("certificates", "\"\(text)\" is not a SHA-256 with colons, as keytool prints it")
      }
      return bytes
    }
    reader.finish()
    return AndroidApp(packageName: name, certificates: certificates)
  }

  private static func fingerprint(_ text: String) -> [UInt8]? {
    guard let bytes = try? Hex.decode(text.filter { $0 != ":" }), bytes.count == 32 else { return nil }
    return bytes
  }

  /// Whether a text is a team id of ten letters and digits, a dot, and a bundle id.
  private static func isAppID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 10 else { return false }
    return parts[0].utf8.allSatisfy(isAlphanumeric)
      && isDotted(parts[1]) { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isPackageName(_ text: String) -> Bool {
    isDotted(text[...]) { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isDotted(_ text: Substring, _ isAllowed: (UInt8) -> Bool) -> Bool {
    text.utf8.count <= 255
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy(isAllowed)
      }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  // MARK: Documents

  /// The settings, as they are configured.
  var settings: JSONObject {
    [
      "apple_apps": .strings(apple),
      "android_apps": .array(
        android.map {
          ["package_name": .string($0.packageName), "certificates": .strings($0.fingerprints)]
        }),
    ]
  }

  /// The statements of Android's Digital Asset Links: the apps use the credentials of the site.
  var assetLinks: [JSONValue] {
    android.map { app in
      [
        "relation": ["delegate_permission/common.get_login_creds"],
        "target": [
          "namespace": "android_app", "package_name": .string(app.packageName),
          "sha256_cert_fingerprints": .strings(app.fingerprints),
        ],
      ]
    }
  }
}
