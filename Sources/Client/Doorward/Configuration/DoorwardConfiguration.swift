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
