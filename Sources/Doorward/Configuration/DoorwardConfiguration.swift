public import Foundation

/// Everything a ``Doorward/Doorward`` is told. Only the server's address has no default.
public struct DoorwardConfiguration: Sendable {
  /// The server, such as `https://accounts.example.com`. Without TLS only a server on this machine is spoken to.
  public var serverURL: URL
  /// The application's publishable id; nil for the server's default application.
  public var applicationID: String?
  /// Where the session is kept between launches; until another one is set, ``StandardSessionStorage`` of the server
  /// and the application that this names by then, which tells ``logger``.
  public var storage: any SessionStorage {
    get {
      chosenStorage
        ?? StandardSessionStorage(serverURL: serverURL, applicationID: applicationID, log: logger.warning)
    }
    set { chosenStorage = newValue }
  }
  private var chosenStorage: (any SessionStorage)?
  /// The way to the server.
  public var transport: DoorwardTransport
  /// The time.
  public var clock: DoorwardClock
  /// Where messages for developers go.
  public var logger: DoorwardLogger
  /// What becomes of who is not signed in.
  public var visitors: Visitors
  /// Whether tokens are renewed before anybody asks for one, and a session that was read is confirmed at once.
  /// Without it that happens with the first call that needs it.
  public var renewsAhead: Bool

  /// What becomes of who is not signed in.
  public enum Visitors: Sendable, Hashable {
    /// An anonymous user or a guest, where the application offers that.
    case asTheServerOffers
    /// Nobody, until the app asks for more.
    case stayNobody
  }

  /// Makes a configuration; what is left out is ``StandardSessionStorage``, ``DoorwardTransport/standard``, the device's clock and
  /// the system's log.
  public init(
    serverURL: URL, applicationID: String? = nil, storage: (any SessionStorage)? = nil,
    transport: DoorwardTransport = .standard, clock: DoorwardClock = .system,
    logger: DoorwardLogger = .system(), visitors: Visitors = .asTheServerOffers, renewsAhead: Bool = true
  ) {
    self.serverURL = serverURL
    self.applicationID = applicationID
    chosenStorage = storage
    self.transport = transport
    self.clock = clock
    self.logger = logger
    self.visitors = visitors
    self.renewsAhead = renewsAhead
  }
}
