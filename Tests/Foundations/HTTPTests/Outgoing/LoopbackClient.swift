import DoorwardCurl

extension OutgoingHTTPClient {
  /// A client that may send requests to this machine.
  static func loopback(
    _ change: (inout OutgoingHTTPConfiguration) -> Void = { _ in }
  ) -> OutgoingHTTPClient {
    var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
    configuration.timeout = WaitLimit.limit
    configuration.connectTimeout = WaitLimit.limit
    change(&configuration)
    return OutgoingHTTPClient(configuration)
  }
}
