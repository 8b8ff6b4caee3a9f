/// Sends HTTP requests to other servers, with limits of size and time and a rule about addresses.
///
/// ```swift
/// let client = OutgoingHTTPClient()
/// let response = try await client.send(OutgoingRequest(url: "https://rpc.example/status"))
/// ```
///
/// The client follows no redirect, uses no proxy of the environment unless it is configured to, and always checks
/// certificates. It checks the address that it connects to, so a name that resolves differently the second time is checked
/// too. All transfers run on one thread of the client, which keeps connections open for reuse. Cancelling the calling task
/// ends its transfer at once.
public final class OutgoingHTTPClient: Sendable {
  private let configuration: OutgoingHTTPConfiguration
  private let loop: TransferLoop

  /// Makes a client. Its thread starts with the first request and ends with the client.
  public init(_ configuration: OutgoingHTTPConfiguration = OutgoingHTTPConfiguration()) {
    self.configuration = configuration
    loop = TransferLoop(
      maximumConcurrent: configuration.maximumConcurrentRequests,
      maximumWaiting: configuration.maximumWaitingRequests)
  }

  /// The time limit of a request from ``send(_:)`` to the last byte, unless the request has its own time limit.
  package var timeout: Duration { configuration.timeout }

  deinit {
    loop.close()
  }

  /// Sends a request and waits for the whole response.
  ///
  /// - Throws: ``OutgoingHTTPError``. A response of any status is not an error.
  public func send(_ request: OutgoingRequest) async throws(OutgoingHTTPError) -> OutgoingResponse {
    let transfer = try Transfer(request, configuration)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(transfer) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }
}
