internal import CDoorwardPQ

extension PostgreSQLConnection {
  /// The version of libpq that the process has loaded, such as `15.18`.
  public static var libraryVersion: String { "\(PQlibVersion() / 10_000).\(PQlibVersion() % 10_000)" }
}
