/// The answer to a ``DoorwardRequest``.
public struct DoorwardResponse: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The header fields, with names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
