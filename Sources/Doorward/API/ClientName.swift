internal import Foundation

/// What a person finds this client by in the list of their sessions: `MyApp (iOS) Doorward/0.1.0`.
enum ClientName {
  static let current = "\(program) (\(system)) Doorward/\(DoorwardSDK.version)"

  // What a header takes; whoever calls a program something else is found by the rest.
  private static var program: String {
    let name = ProcessInfo.processInfo.processName.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return name.isEmpty ? "App" : String(name.prefix(64))
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
