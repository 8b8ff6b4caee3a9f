/// A message of `NOTIFY`.
public struct PostgreSQLNotification: Sendable, Equatable {
  /// The name of the channel.
  public let channel: String
  /// The text of the message; empty if it has none.
  public let payload: String
  /// The number of the server's process that has sent it.
  public let sender: Int32
}
