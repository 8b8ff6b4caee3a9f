internal import Encodings
public import Foundation

/// Everything a ``Doorward`` is told. Only the server's address has no default.
public struct DoorwardConfiguration: Sendable {
  /// The server, such as `https://accounts.example.com`.
  public var serverURL: URL
  /// The application's publishable id; nil for the server's default application.
  public var applicationID: String?
  /// Where the session is kept between launches.
  public var storage: any SessionStorage
  /// The way to the server.
  public var transport: DoorwardTransport
  /// The time.
  public var clock: DoorwardClock

  /// Makes a configuration.
  public init(
    serverURL: URL, applicationID: String? = nil, storage: any SessionStorage = InMemorySessionStorage(),
    transport: DoorwardTransport = .urlSession, clock: DoorwardClock = .system
  ) {
    self.serverURL = serverURL
    self.applicationID = applicationID
    self.storage = storage
    self.transport = transport
    self.clock = clock
  }

  /// Reads a configuration from a JSON file: `{"server_url": "https://…", "application_id": "…"}`.
  ///
  /// - Throws: ``DoorwardError`` `invalid_configuration`, naming the wrong key.
  public init(json: Data, storage: any SessionStorage = InMemorySessionStorage()) throws(DoorwardError) {
    guard let object = try? JSONParser.parse(Array(json)).object else {
      throw Self.invalid("it is not a JSON object")
    }
    guard let text = object["server_url"]?.string, let url = URL(string: text), url.scheme != nil,
      url.host != nil
    else { throw Self.invalid("server_url must be the address of the server") }
    if let id = object["application_id"], id.string == nil {
      throw Self.invalid("application_id must be a text")
    }
    self.init(serverURL: url, applicationID: object["application_id"]?.string, storage: storage)
  }

  private static func invalid(_ what: String) -> DoorwardError {
    DoorwardError(
      code: .init(rawValue: "invalid_configuration"), reason: "The configuration cannot be used: \(what).")
  }
}
