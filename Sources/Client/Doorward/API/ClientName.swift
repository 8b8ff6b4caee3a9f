internal import Foundation

/// The name of this client in the user's list of sessions: `MyApp (iOS) Doorward/0.1.0`.
enum ClientName {
  static let current = "\(program) (\(system)) Doorward/\(DoorwardSDK.version)"

  // The characters that a header accepts. The others are removed.
  private static var program: String {
    let name = ProcessInfo.processInfo.processName.unicodeScalars.filter { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || scalar == "-"
    }
    return name.isEmpty ? "App" : String(String.UnicodeScalarView(name.prefix(64)))
  }

  private static var system: String {
    #if os(iOS)
      "iOS"
    #elseif os(macOS)
      "macOS"
    #elseif os(Linux)
      "Linux"
    #else
      "Swift"
    #endif
  }
}
