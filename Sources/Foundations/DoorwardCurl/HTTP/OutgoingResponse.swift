public import DoorwardHTTPTypes

/// The answer of another server, whatever its status. A redirect is an answer like any other.
public struct OutgoingResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields
  /// The body.
  public var body: [UInt8]

  public init(status: Int, fields: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
