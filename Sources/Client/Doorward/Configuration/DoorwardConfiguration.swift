public import Foundation

/// The configuration of a ``Doorward/Doorward``. Only the server's address has no default.
public struct DoorwardConfiguration: Sendable {
  /// The server, such as `https://accounts.example.com`. It must have TLS, except on this machine.
  public var serverURL: URL
  /// The application's publishable id; nil for the server's default application.
  public var applicationID: String?
  /// The storage of the session. The default is ``StandardSessionStorage`` for the server and the application of this
  /// configuration; it logs to ``logger``.
  public var storage: any SessionStorage {
    get {
      chosenStorage
        ?? StandardSessionStorage(serverURL: serverURL, applicationID: applicationID, log: logger.warning)
    }
    set { chosenStorage = newValue }
  }
  private var chosenStorage: (any SessionStorage)?
  /// The transport to the server.
  public var transport: DoorwardTransport
  /// The clock.
  public var clock: DoorwardClock
  /// The log for developers.
  public var logger: DoorwardLogger
  /// The treatment of signed-out users.
  public var visitors: Visitors
  /// Whether the SDK renews tokens ahead of time, and confirms a stored session at the start. Otherwise the first call
  /// that needs a token does this.
  public var renewsAhead: Bool
  /// The authenticator of passkeys; nil for none. The default is that of the system, see ``SystemPasskeys``.
  public var passkeys: (any PasskeyAuthenticator)?

  /// The treatment of signed-out users.
  public enum Visitors: Sendable, Hashable {
    /// They become anonymous users or guests if the application offers it.
    case asTheServerOffers
    /// They stay signed out until the app asks for more.
    case staySignedOut
  }

  /// Makes a configuration. The defaults are ``StandardSessionStorage``, ``DoorwardTransport/standard``, the device's clock,
  /// the system's log and the system's passkeys.
  public init(
    serverURL: URL, applicationID: String? = nil, storage: (any SessionStorage)? = nil,
    transport: DoorwardTransport = .standard, clock: DoorwardClock = .system,
    logger: DoorwardLogger = .system(), visitors: Visitors = .asTheServerOffers, renewsAhead: Bool = true,
    passkeys: (any PasskeyAuthenticator)? = SystemPasskeys.authenticator
  ) {
    self.serverURL = serverURL
    self.applicationID = applicationID
    chosenStorage = storage
    self.transport = transport
    self.clock = clock
    self.logger = logger
    self.visitors = visitors
    self.renewsAhead = renewsAhead
    self.passkeys = passkeys
  }
}

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

#if canImport(Security)
  extension DoorwardConfiguration {
    /// Shares the session with the extensions of the app and with sister apps of the same team.
    ///
    /// ```swift
    /// var configuration = DoorwardConfiguration(serverURL: url, applicationID: "app_7Q")
    /// try configuration.shareSession(inAppGroup: "group.com.example.notes")
    /// ```
    ///
    /// Each of them makes this call with the same server, application and group. A sign-in in one of them signs in all of them,
    /// and so does a sign-out. They lock a file in the group's folder, so that only one of them refreshes the tokens at a time.
    ///
    /// Set ``applicationID`` before, because it is a part of the session's name. A session that the app stored before it had the
    /// group is not moved: the user signs in again.
    ///
    /// - Parameters:
    ///   - appGroup: An app group of the entitlement `com.apple.security.application-groups`.
    ///   - accessGroup: The keychain access group, with the team's prefix, of the entitlement `keychain-access-groups`; nil for the app
    ///     group itself, which is allowed on iOS.
    /// - Throws: ``DoorwardError`` `invalid_configuration` if the app has no such app group.
    public mutating func shareSession(
      inAppGroup appGroup: String, accessGroup: String? = nil
    ) throws(DoorwardError) {
      guard
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)
      else {
        throw .invalidConfiguration("the app has no entitlement for the app group \(appGroup)")
      }
      storage = KeychainSessionStorage(
        name: StandardSessionStorage.name(serverURL: serverURL, applicationID: applicationID),
        sharing: .init(accessGroup: accessGroup ?? appGroup, folder: folder))
    }
  }
#endif
